"""What serves every game knows none: neither a game's name nor a word of its own stands outside the games' folders.

The words are read off the games themselves: their titles, faces, pieces, zones, options, deeds, events, refusals, the
keys of their phrases. Whatever of that is plain English is no game's own: plain is what Python's standard library uses,
too, which knows none of these games.
"""

import re
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import companion
from companion.games import GAMES, PACKAGES, folder_of, places
from companion.languages import ENGLISH, phrase_file, read
from companion.mats import mat_of

ROOT = Path(companion.__file__).parents[1]
KINDS = (".py", ".js", ".css", ".html")
# Painted and shipped piece sets are made after real boxes and carry their names, as a set somebody taught carries his.
AFTER_REAL_BOXES = ("vision/render", "vision/training", "calibration/shipped.py", "calibration/pretend_")
AN_EXAMPLE = re.compile(r"^EXAMPLE\b|^\s+game: str = ")  # shown to people; the second is what a newcomer plays first

# What is in the games' words, hardly in the standard library, and yet no game's own.
OF_ANY_DICE_GAME = {
    *("dice", "die", "face", "game", "play", "player", "roll", "lay", "laid", "aside", "tray", "begun", "gone"),
}
OF_THIS_PROGRAM = {"coach", "robot", "cockadoodle", "rooster"}  # who helps, who we are, and who crows
OF_THE_EYE = {"tile", "card", "golden", "colour"}  # kinds of pieces, and of dice, that the eye tells apart
OTHER_SENSE = {
    "sheet",  # of paper, to print on
    "chip",  # on the page a small button, on the Pi a part
    "house",  # where the mains come from, and the names of people who play at home
    "hot",  # a Pi
    "thousand",  # a number
    "straight",  # a line, or a mat that lies as it should
    "hunt",  # of a lens for its focus; and hunt_seconds stands in the settings of tables out there
    "steal",  # a sound that any event may ask for
    "countdown",  # what any event may ask of the lamps
    "dealt",  # cards, where a table plays without real ones
    "scored",  # by an exam
    "earned",  # in a tournament
    "spoil",  # what one broken part must not do to the others
    "attract",  # the page of a table at which nobody plays
    "tap",  # of a finger on the page
    "picked", "declined", "adult", "asleep", "anew", "crowing", "mine", "love",
}  # fmt: skip
ALLOWED = OF_ANY_DICE_GAME | OF_THE_EYE | OF_THIS_PROGRAM | OTHER_SENSE


def words(text: str) -> list[str]:
    """ "TileTaken" and "tile_taken" are tile and taken; a plural counts as its word."""
    return [word.lower().removesuffix("s") for word in re.findall(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}", text)]


@cache
def plain_words() -> frozenset[str]:
    """What the standard library says, and not just once or twice."""
    library, said = Path(sysconfig.get_path("stdlib")), Counter[str]()
    for file in library.rglob("*.py"):
        if not {"site-packages", "dist-packages", "test", "tests", "idle_test"} & set(file.relative_to(library).parts):
            said.update(words(file.read_text("utf-8", errors="replace")))
    return frozenset(word for word, count in said.items() if count > 4)


@cache
def classes() -> frozenset[str]:
    """What games call their deeds, events and refusals, and how they are made."""
    found = set()
    for package in {place for name in PACKAGES for place in places(name)}:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            for kind in vars(import_module(module.name)).values():
                if isinstance(kind, type) and kind.__module__ == module.name:
                    found.add(kind.__name__)
    return frozenset(found)


def said_by_games() -> Iterator[str]:
    """All that names something in a game."""
    for name, game in GAMES.items():
        yield from (name, folder_of(name), game.title, *game.faces, *game.options)
        yield from (*game.box.own, *(word for card in game.box.cards for word in (card.id, card.token)))
        state = game.setup([f"P{n}" for n in range(game.players[0])], {})
        yield from (zone.partition(":")[0] for zone in game.layout(state))
        yield from game.report(state)
        if is_dataclass(state):
            yield from (field.name for field in fields(state))
        if mat := mat_of(name):
            yield from (zone.kind for zone in mat.zones)
        for place in places(name):
            yield from (
                key for section in read(phrase_file(place, ENGLISH)).values() for key in section if " " not in key
            )
    yield from classes()


@cache
def own_words() -> frozenset[str]:
    return frozenset(word for said in said_by_games() for word in words(said)) - plain_words() - ALLOWED


def generic_lines() -> Iterator[tuple[str, int, str]]:
    for package in ("companion", "calibration", "vision", "hardware"):
        for file in sorted((ROOT / package).rglob("*.*")):
            path = file.relative_to(ROOT).as_posix()
            exempt = path.startswith(("companion/games/", *AFTER_REAL_BOXES))
            if file.suffix in KINDS and not exempt:
                for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                    if not AN_EXAMPLE.search(line):
                        yield path, number, line


def found_in(
    lines: Iterable[tuple[str, int, str]], names: Iterable[str], own: frozenset[str] = frozenset()
) -> list[str]:
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names) or r"(?!)")
    return [
        f"{path}:{number}: {line.strip()}"
        for path, number, line in lines
        if named.search(line) or not own.isdisjoint(words(line))
    ]


def test_no_generic_part_names_a_game() -> None:
    names = {name for game in GAMES.values() for name in (game.name, folder_of(game.name), game.title)}
    spelt = {form for name in names for form in (name, name.lower(), name.title())}
    assert found_in(generic_lines(), spelt) == []


def test_no_generic_part_knows_what_a_game_calls_its_deeds_and_events() -> None:
    several = {name for name in classes() if len(re.findall("[A-Z]", name)) > 1}
    assert found_in(generic_lines(), several) == []


def test_no_generic_part_has_a_word_of_a_game() -> None:
    assert found_in(generic_lines(), [], own_words()) == []


def test_what_is_said_in_every_game_has_no_word_of_one() -> None:
    general = ROOT / "companion" / "languages" / ENGLISH
    lines = [
        (file.name, number, line)
        for file in sorted(general.glob("*.toml"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
    ]
    assert found_in(lines, [], own_words()) == []


@pytest.mark.parametrize(
    "line",
    [
        'if game == "yacht":',
        "from companion.games.ten_thousand import turn",
        "worms = table.worms",
        'zone = f"grill:{tile}"',
        'case "TileTaken":',
        "event.specialist",
        ".no-worm { color: red }",
        'state["bratworms"]',
        "chickens = box.cards",
        'say("sweetheart")',
    ],
)
def test_who_writes_a_games_word_into_a_generic_part_is_found_out(line: str) -> None:
    names = {name for game in GAMES.values() for name in (game.name, folder_of(game.name), game.title)}
    several = {name for name in classes() if len(re.findall("[A-Z]", name)) > 1}
    assert found_in([("companion/referee/weigh.py", 1, line)], names | several, own_words()) != []


def test_no_word_is_allowed_that_the_games_do_not_have() -> None:
    """A list that only ever grows would allow everything one day."""
    of_games = {word for said in said_by_games() for word in words(said)}
    assert of_games >= ALLOWED
