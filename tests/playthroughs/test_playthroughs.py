"""Whole games as readable texts, one for each game and variant; reviewed like code.

When the rules changed on purpose: ``make playthroughs`` (``pytest tests/playthroughs --rewrite``) writes them anew, and
the difference in git shows what became of the games.
"""

from pathlib import Path
from typing import Any

import pytest
from random_play import VARIANTS, turned
from story import story

from companion.games import GAMES

HERE = Path(__file__).parent
SEEDS = {"heckmeck": 28, "heckmeck-junior": 7, "heckmeck-deluxe": 6, "rooster-run": 19}
EVERY = [(name, options) for name in GAMES for options in VARIANTS[name]]


def file_of(name: str, options: dict[str, Any]) -> Path:
    if options == turned(GAMES[name]) and len(options) > 2:
        return HERE / f"{name}+every-variant.txt"
    parts = [key if value is True else f"{key}-{value}" for key, value in options.items() if key != "adults"]
    return HERE / ("+".join([name, *parts]) + ".txt")


@pytest.mark.parametrize(("name", "options"), EVERY, ids=[file_of(*each).stem for each in EVERY])
def test_the_game_goes_as_it_is_written(name: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    text = story(GAMES[name], 3, options, SEEDS.get(name, 1))
    file = file_of(name, options)
    if request.config.getoption("--rewrite", default=False):
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text


def test_no_text_is_left_over() -> None:
    assert sorted(HERE.glob("*.txt")) == sorted(file_of(*each) for each in EVERY)
