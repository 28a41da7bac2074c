"""A stranger's game is a folder in his data folder, found like ours."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
from companion.cli import main
from companion.games import GAMES, PACKAGES, folder_of, games_path, look_in, part, text_of, texts_of_all
from companion.games.rooster_run.deeds import EndRound

PIGGY = """
from dataclasses import replace
from companion.games.heckmeck import GAME as HECKMECK
GAME = replace(HECKMECK, name="piggy", title="Piggy")
"""


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The owner's folder of games; what is found in it is forgotten after the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "cockadoodle" / "games"
    (folder / "piggy").mkdir(parents=True)
    known = {id(table): dict(table) for table in (GAMES, PACKAGES)}
    path, loaded = list(companion.games.__path__), set(sys.modules)
    yield folder
    for table in (GAMES, PACKAGES):
        for name in table.keys() - known[id(table)].keys():
            del table[name]
    companion.games.__path__[:] = path
    for name in {name for name in sys.modules if name.startswith("companion.games.")} - loaded:
        del sys.modules[name]
        delattr(companion.games, name.rpartition(".")[2])


def test_a_strangers_game_is_listed_and_judged(own_games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own_games / "piggy" / "__init__.py").write_text(PIGGY)
    (own_games / "piggy" / "box.toml").write_text("die = []")
    assert main(["games"]) == 0
    assert "piggy: Piggy, 2 to 7 players" in capsys.readouterr().out
    assert text_of("piggy", "box.toml") == "die = []"
    assert text_of("piggy", "mat.toml") is None
    assert own_games / folder_of("piggy") / "box.toml" in games_path()[-1].glob("*/box.toml")
    assert not look_in(own_games)  # looked for once


def test_a_game_that_cannot_be_played_is_named_and_left_out(
    own_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_games / "piggy" / "__init__.py").write_text("import pigs_that_fly")
    (own_games / "notes.txt").write_text("to do")
    assert main(["games"]) == 0
    said = capsys.readouterr()
    assert "Heckmeck" in said.out
    assert str(own_games / "piggy") in said.err
    assert "pigs_that_fly" in said.err


def test_a_game_has_at_the_table_what_its_folder_has() -> None:
    assert part("rooster-run", "at_table.ways") is not None
    assert part("heckmeck", "at_table.deck") is None


def test_nobody_needs_games_of_his_own(tmp_path: Path) -> None:
    before = set(GAMES)
    assert not look_in(tmp_path / "nowhere")
    assert set(GAMES) == before


def test_a_game_that_says_nothing_of_it_has_no_golden_die_and_no_deed_in_vain() -> None:
    game = GAMES["rooster-run"]
    yard = game.setup(("Ana", "Ben"), {})
    assert not game.golden_due(yard)
    assert not game.in_vain(yard, EndRound())
    assert game.in_full(yard, EndRound()) == EndRound()
    assert game.dice_after(yard, EndRound()) is None


def test_a_file_that_games_of_one_family_share_is_read_once(own_games: Path) -> None:
    (own_games / "piggy" / "__init__.py").write_text(PIGGY)
    (own_games / "piggy" / "lamps.txt").write_text("die-pig 0\n#\n")
    look_in(own_games)
    texts = list(texts_of_all("lamps.txt"))
    assert "die-pig 0\n#\n" in texts
    assert len(set(texts)) == len(texts) > 1
