"""Opens the eye that knows the pieces of a game, where the table stands."""

from calibration.bump import SteadyReader
from calibration.exam import fit_for_play
from calibration.mounting import mounting_path
from companion.games import GAMES
from companion.mats import mat_of
from companion.referee.watch import Reads
from companion.settings import TableSettings
from vision.table.mounting import Mounting


def open_reader(table: TableSettings) -> Reads:
    """The eye with the sets and the mounting this table is set to."""
    from vision.reader import Reader  # loads the eye's networks: only those who look pay for it

    mounting = stored_mounting(table)
    names = table.sets or (GAMES[table.game].box.sets if table.game in GAMES else ())
    mat = mat_of(table.game) if table.game in GAMES and table.ground != "bare" else None
    reader = Reader(tuple(fit_for_play(name) for name in names), mounting, mat)
    return reader if mounting is None else SteadyReader(reader, mounting)


def stored_mounting(table: TableSettings) -> Mounting | None:
    return Mounting.load(mounting_path(table.mounting)) if table.mounting else None
