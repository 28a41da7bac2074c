"""The mats of our games, each from the file in its game's folder."""

from collections.abc import Mapping
from functools import cache

from companion.boxes import readable_games
from companion.games import GAMES, text_of
from companion.languages import phrases
from vision.table.mat_file import mat_from
from vision.table.zones import Mat

PRACTICE = ("tray", "aside")  # what a mat needs where dice are shown rather than played with


def mat_of(game: str) -> Mat | None:
    """The mat of a game, with a place for each player it has room for; none for a game played on the bare table."""
    return _mat_of(game, tuple(readable_games()[game].box.tiles.items()))


@cache
def _mat_of(game: str, marks: tuple[tuple[int, int], ...]) -> Mat | None:
    text = text_of(game, "mat.toml")
    return mat_from(text, game, dict(marks)) if text is not None else None


def all_mats() -> tuple[Mat, ...]:
    return tuple(mat for game in GAMES if (mat := mat_of(game)) is not None)


def practice_mat() -> Mat:
    """Any mat with a tray, for a pretend host to show how something goes."""
    return next(mat for mat in all_mats() if {zone.name for zone in mat.zones} >= set(PRACTICE))


def labels(game: str, language: str) -> Mapping[str, str]:
    """What is printed on a mat in another language, by the English of its file."""
    return dict(phrases(language, game).get("mat", {}))
