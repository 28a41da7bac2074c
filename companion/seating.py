"""Sits a match down at its table: which mat lies there, and which players a robot or a coach helps."""

from collections.abc import Mapping

from companion.mats import mat_of
from companion.odds.robots import Level
from companion.referee.sitting import Sitting
from companion.referee.track import Track
from companion.rules.pieces import Player
from companion.settings import RefereeSettings, TableSettings


def track_for(sitting: Sitting, table: TableSettings, settings: RefereeSettings, first_look_counts: bool) -> Track:
    laid = mat_of(sitting.game.name)
    return Track(laid, sitting.match.players, settings, table.ground, first_look_counts, sitting.game.faces)


def give_roles(sitting: Sitting, table: TableSettings, robots: Mapping[Player, Level] = {}) -> None:
    """Those who sat down as robots, and robots and coached players of the settings, as far as this game has room."""
    dice, young = bool(sitting.game.faces), sitting.game.for_children
    for name, level in robots.items() if dice else ():
        sitting.seat(name, "robot", True, level)
    wanted = {"robot": table.robots if dice else (), "coach": table.coached if dice and not young else ()}
    for role, names in wanted.items():
        for name in sitting.match.players:
            if name in names and name not in sitting.roles[role]:
                sitting.seat(name, role, True)
