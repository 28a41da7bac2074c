"""The registry is the folder: every package in here that has a ``GAME`` is a game, and no other file names one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from companion.rules.box import box_from
from companion.rules.contract import Game

GAMES: dict[str, Game[Any]] = {}
PACKAGES: dict[str, ModuleType] = {}  # under the name of the game


def _packages(folders: Iterable[str]) -> Iterable[str]:
    return (module.name for module in iter_modules(folders) if module.ispkg)


def _take_up(name: str) -> None:
    package = import_module(f"{__name__}.{name}")
    game = getattr(package, "GAME", None)
    if isinstance(game, Game):
        GAMES[game.name], PACKAGES[game.name] = game, package


def look_in(folder: Path) -> Mapping[str, Exception]:
    """Find the games of another folder too, each a package as ours are; tells those that cannot be played, and why."""
    faulty: dict[str, Exception] = {}
    if folder.is_dir() and str(folder) not in __path__:
        __path__.append(str(folder))
        for name in _packages([str(folder)]):
            try:
                _take_up(name)
            except Exception as error:  # a stranger's code: whatever it raises, the other games are played
                faulty[name] = error
    return faulty


def text_of(game: str, file: str) -> str | None:
    """A file of a game's folder, if it has such a file."""
    found = files(PACKAGES[game]).joinpath(file)
    return found.read_text("utf-8") if found.is_file() else None


def places(game: str) -> Iterator[str]:
    """The packages that a game takes its words and pictures from: its family first, for its own go before."""
    package = PACKAGES[game]
    yield from (one for one in (getattr(package, "FAMILY", ""), package.__name__) if one)


def texts_of_all(file: str) -> Iterator[str]:
    """A file of every game and family that has such a file."""
    for place in dict.fromkeys(place for game in PACKAGES for place in places(game)):
        if (found := files(place).joinpath(file)).is_file():
            yield found.read_text("utf-8")


def folder_of(game: str) -> str:
    """What a game's folder is called."""
    return PACKAGES[game].__name__.rpartition(".")[2]


def games_path() -> tuple[Path, ...]:
    """Where games lie: ours, then the owner's."""
    return tuple(map(Path, __path__))


def part(game: str, name: str) -> ModuleType | None:
    """A module of a game's folder that has what the game does in its own way, if it has such a module."""
    found = PACKAGES[game].__name__
    for step in name.split("."):
        found = f"{found}.{step}"
        if find_spec(found) is None:
            return None
    return import_module(found)


def games_with(boxes: Mapping[str, Mapping[str, Any]]) -> dict[str, Game[Any]]:
    """The games with the pieces of these boxes (name of the game -> parsed TOML) in place of ours.

    Raises ValueError with a sentence for a box that cannot be.
    """
    games = dict(GAMES)
    for name, given in boxes.items():
        ours = GAMES[name].box
        box = box_from(given, ours.own)
        tiles = box.painted_tiles if "painted_tiles" in given else ours.painted_tiles
        box = replace(box, sets=box.sets or ours.sets, painted=box.painted or ours.painted, painted_tiles=tiles)
        games[name] = PACKAGES[name].game(box)
    return games


for _name in _packages(__path__):
    _take_up(_name)
