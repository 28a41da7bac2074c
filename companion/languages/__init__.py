"""The languages spoken here: each is a folder of phrases, and each game brings the phrases of its own."""

import logging
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from companion.games import PACKAGES, places
from hardware.trouble import Trouble
from hardware.wording import Language, line

log = logging.getLogger(__name__)

ENGLISH = "en"
HERE = files(__name__)

Phrases = Mapping[str, Any]  # section -> key -> phrase


def languages() -> tuple[str, ...]:
    """The codes of all languages there are: a folder with a language.toml is one."""
    return tuple(sorted(one.name for one in HERE.iterdir() if one.joinpath("language.toml").is_file()))


@cache
def phrases(code: str, game: str = "") -> Phrases:
    """All phrases of a language as a game says them: its own, those of its family, the general ones.

    Without a game: the general ones, and what every game adds to them.
    """
    if code not in languages():
        raise Trouble(
            line("I speak {known}, not {code!r}.", known=", ".join(languages()), code=code),
            line("Set language under [table] to one of them."),
        )
    folder = sorted(HERE.joinpath(code).iterdir(), key=lambda one: one.name)
    general = [file for file in folder if file.name.endswith(".toml")]
    if game in PACKAGES:
        return merged(read(file) for file in (*general, *(phrase_file(place, code) for place in places(game))))
    everywhere = (place for game in PACKAGES for place in places(game))
    return merged(read(file) for file in (*(phrase_file(place, code) for place in dict.fromkeys(everywhere)), *general))


@cache
def tongue(code: str) -> Language:
    """The language for all that is said by English sentences, the same in every game."""
    known = phrases(code)
    faces = {face: forms["one"] for face, forms in known.get("faces", {}).items()}
    return Language(code, {**faces, **known.get("names", {}), **known.get("lines", {})}, known.get("plurals", {}))


def said(text: str, code: str) -> str:
    """A sentence of ours in this language."""
    return tongue(code).said(text)


def phrase_file(place: str, code: str) -> Traversable:
    """Where a game or a family of games, by the name of its package, keeps its phrases in a language."""
    return files(place).joinpath("phrases", f"{code}.toml")


def read(file: Traversable) -> Phrases:
    """A file of phrases; one that cannot be read, as of an owner's own game, is as good as none."""
    try:
        return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        log.error("these phrases cannot be read file=%s error=%s", file, error)
        return {}


def merged(several: Iterable[Phrases]) -> Phrases:
    """All sections in one; what comes later goes before."""
    whole: dict[str, Any] = {}
    for one in several:
        for section, said_there in one.items():
            whole[section] = {**whole.get(section, {}), **said_there}
    return whole
