"""Six small games as a camera sees them, rendered, through the whole program: every verdict is the script's.

``make turns`` plays longer ones, of any number; scripts, photographs and pictures lie in the folders beside this file.
"""

from pathlib import Path

import pytest
from turn_judge import judge

HERE = Path(__file__).parent
FOLDERS = sorted(folder for folder in HERE.iterdir() if (folder / "shots.json").exists())
FPS = 8  # half of a camera's, which is enough to tell rest from motion


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_a_rendered_game_is_refereed_as_it_was_played(folder: Path, tmp_path: Path) -> None:
    judged = judge(folder, tmp_path, fps=FPS)
    assert judged.faults == []
