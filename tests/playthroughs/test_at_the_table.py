"""One evening of each game as a story: what lay on the table, what was announced; reviewed like code.

``make playthroughs`` writes them anew. The eye is a truthful one; hands, referee, rules and words are the real ones.
"""

from pathlib import Path

import pytest
from telling import told

from companion.games import GAMES

HERE = Path(__file__).parent / "at-the-table"
SEEDS = {"heckmeck": 5, "heckmeck-junior": 3, "heckmeck-deluxe": 4, "rooster-run": 2}


@pytest.mark.parametrize("game", list(GAMES))
def test_the_evening_goes_as_it_is_written(
    game: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, verdicts = told(game, SEEDS.get(game, 1), monkeypatch)
    assert (verdicts.wrong, verdicts.questions) == (0, 0)
    assert verdicts.mistakes_made == verdicts.mistakes_named > 0
    file = HERE / f"{game}.txt"
    if request.config.getoption("--rewrite", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text
