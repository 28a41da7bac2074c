"""The mats of our games by name, for tables that surely have one."""

from companion.mats import mat_of
from vision.table.zones import Mat


def mat_on(game: str, players: int | None = None) -> Mat:
    """The mat of a game, with places for so many."""
    mat = mat_of(game)
    assert mat is not None, game
    return mat.for_players(players or mat.seats)
