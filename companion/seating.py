"""Sits a match down at its table: which mat lies there, and which players a robot or a coach helps."""

from companion.referee.sitting import Sitting
from companion.referee.track import Track
from companion.settings import RefereeSettings, TableSettings
from vision.table.zones import MOST_PLAYERS, mat


def track_for(sitting: Sitting, table: TableSettings, settings: RefereeSettings, first_look_counts: bool) -> Track:
    game, players = sitting.game.name, sitting.match.players
    laid = mat(game, MOST_PLAYERS[game]) if game in MOST_PLAYERS else None
    return Track(laid, players, settings, table.ground, first_look_counts, sitting.game.faces)


def give_roles(sitting: Sitting, table: TableSettings) -> None:
    """Robots and coached players of the settings, as far as they sit at this table and this game has room for them."""
    dice, young = bool(sitting.game.faces), sitting.game.name == "heckmeck-junior"
    wanted = {"robot": table.robots if dice else (), "coach": table.coached if dice and not young else ()}
    for role, names in wanted.items():
        for name in sitting.match.players:
            if name in names:
                sitting.seat(name, role, True)
