"""Sits a match down at its table: which mat lies there, and which players a robot or a coach helps."""

from companion.mats import mat_of
from companion.referee.sitting import Sitting
from companion.referee.track import Track
from companion.settings import RefereeSettings, TableSettings


def track_for(sitting: Sitting, table: TableSettings, settings: RefereeSettings, first_look_counts: bool) -> Track:
    laid = mat_of(sitting.game.name)
    return Track(laid, sitting.match.players, settings, table.ground, first_look_counts, sitting.game.faces)


def give_roles(sitting: Sitting, table: TableSettings) -> None:
    """Robots and coached players of the settings, as far as they sit at this table and this game has room for them."""
    dice, young = bool(sitting.game.faces), sitting.game.for_children
    wanted = {"robot": table.robots if dice else (), "coach": table.coached if dice and not young else ()}
    for role, names in wanted.items():
        for name in sitting.match.players:
            if name in names:
                sitting.seat(name, role, True)
