"""What is printed on the pieces: ours, the owner's, and what we only assume."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import boxes_folder, owners_games
from companion.cli import main
from companion.games import GAMES, games_with, text_of
from companion.rules.box import box_from
from hardware.trouble import Trouble


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    boxes_folder().mkdir(parents=True)
    return boxes_folder()


def box_text(name: str) -> str:
    return text_of(name, "box.toml") or ""


def ours(name: str) -> dict[str, Any]:
    return tomllib.loads(box_text(name))


def test_an_owner_corrects_the_worms_of_junior(own_folder: Path) -> None:
    box = ours("heckmeck-junior")
    box["tiles"]["9"] = 3
    (own_folder / "heckmeck-junior.toml").write_text(box_text("heckmeck-junior").replace("9 = 4", "9 = 3"))
    junior = owners_games()["heckmeck-junior"]
    assert junior.scores(junior.state_from({"grill": {"up": []}, "stacks": {"A": [9]}})) == {"A": 3, "B": 0}
    assert games_with({"heckmeck-junior": box})["heckmeck-junior"].box == junior.box
    assert owners_games()["heckmeck"] is GAMES["heckmeck"]


def test_the_games_say_what_they_assume(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    for game in GAMES.values():
        assert game.title in said
        for option in game.options:
            assert f"  {option}: " in said
    assert "assumed, tiles: tiles show one to four worms" in said
    assert str(boxes_folder()) in said


def test_the_box_is_printed_to_be_saved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--box", "rooster-run"]) == 0
    assert box_from(tomllib.loads(capsys.readouterr().out), ["sweethearts"]) == GAMES["rooster-run"].box


def test_an_owner_who_has_looked_is_asked_no_more(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in GAMES:
        before, _, after = box_text(name).partition("[assumed]\n")
        rest = after.partition("\n\n")[2]
        (own_folder / f"{name}.toml").write_text(f"{before}\n{rest}")
    assert main(["games"]) == 0
    assert "assumed" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("heckmeck", {"tiles": {"21": 1}}),
        ("heckmeck", {"tiles": {"many": 1}}),
        ("heckmeck", {"tiles": {"21": "one"}}),
        ("heckmeck", {"die": ["1", "2", "3"]}),
        ("heckmeck", {"die": ["1", "2", "3", "4", "5", "6"]}),
        ("heckmeck", {"dice": 9}),
        ("heckmeck-deluxe", {"golden_die": ["1"]}),
        ("heckmeck-junior", {"die": ["bun"] * 5}),
        ("rooster-run", {"cards": []}),
        ("rooster-run", {"cards": [{"id": "a"}]}),
        ("rooster-run", {"cards": [{"id": "a", "worm": "a", "value": 1, "colour": "red"}] * 2}),
        ("rooster-run", {"sweethearts": ["nobody"]}),
    ],
    ids=str,
)
def test_a_box_that_cannot_be(name: str, change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        games_with({name: {**ours(name), **change}})


@pytest.mark.parametrize("text", ["die = [", "tiles = 3", "\x00"])
def test_a_broken_file_is_a_trouble_with_a_cure(own_folder: Path, text: str) -> None:
    (own_folder / "heckmeck.toml").write_text(text)
    with pytest.raises(Trouble) as trouble:
        owners_games()
    assert "heckmeck.toml" in trouble.value.say
    assert trouble.value.fix
    assert main(["judge"]) == 1
