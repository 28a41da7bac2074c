"""What serves every game names none: each game's name stands in its own folder and nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.games import GAMES, folder_of

ROOT = Path(companion.__file__).parents[1]
KINDS = (".py", ".js", ".css", ".html")
# Painted and shipped piece sets are made after real boxes and carry their names, as a set somebody taught carries his.
AFTER_REAL_BOXES = ("vision/render", "vision/training", "calibration/shipped.py", "calibration/pretend_dice.py")
KNOWN_BY_THEIR_FACES = "calibration/wizard.py"  # names of dice to choose from, each beside what they show
AN_EXAMPLE = re.compile(r"^EXAMPLE\b|^\s+game: str = ")  # shown to people; the second is what a newcomer plays first


def generic_lines() -> Iterator[tuple[str, int, str]]:
    for package in ("companion", "calibration", "vision", "hardware"):
        for file in sorted((ROOT / package).rglob("*.*")):
            path = file.relative_to(ROOT).as_posix()
            exempt = path.startswith(("companion/games/", *AFTER_REAL_BOXES)) or path == KNOWN_BY_THEIR_FACES
            if file.suffix in KINDS and not exempt:
                for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                    if not AN_EXAMPLE.search(line):
                        yield path, number, line


def test_no_generic_part_names_a_game() -> None:
    names = {name for game in GAMES.values() for name in (game.name, folder_of(game.name), game.title)}
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)), re.I)
    found = [f"{path}:{number}: {line.strip()}" for path, number, line in generic_lines() if named.search(line)]
    assert found == []
