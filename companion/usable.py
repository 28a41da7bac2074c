"""Says what of some settings nobody can play with, before they are kept or played with."""

from calibration.exam import fit_for_play
from companion.eyes import stored_mounting
from companion.games import GAMES
from companion.rules.refusals import Refusal
from companion.settings import Settings, SettingsTrouble
from hardware.drivers import driver_names
from hardware.trouble import Trouble
from hardware.wording import line

# Each part with what stands for a driver without being one.
DRIVEN = {"camera": ("painted", "none"), "buttons": (), "display": (), "speaker": (), "microphone": ("none",)}


def refuse_unusable(settings: Settings, where: str) -> None:
    """Raise a SettingsTrouble for the first thing that would keep a table from being opened with these settings."""
    table = settings.table
    if table.game not in GAMES:
        raise SettingsTrouble(
            line("{where}: I do not know the game {game!r}.", where=where, game=table.game),
            line("I know {known}.", known=", ".join(GAMES)),
        )
    try:
        GAMES[table.game].setup(table.players, {})
    except Refusal as refused:
        raise SettingsTrouble(
            line("{where}: {why}", where=where, why=str(refused)), line("Change players, or the game.")
        ) from refused
    for part, others in DRIVEN.items():
        driver, known = getattr(settings, part).driver, (*driver_names(plural(part)), *others)
        if driver not in known:
            raise SettingsTrouble(
                line("{where}: I know no {part} driver called {driver!r}.", where=where, part=part, driver=driver),
                line("I know {known}.", known=", ".join(known)),
            )
    try:
        for name in table.sets:
            fit_for_play(name)
        stored_mounting(table)
    except Trouble as trouble:
        raise SettingsTrouble(trouble.say, trouble.fix) from trouble


def plural(part: str) -> str:
    """The folder of a part's drivers."""
    return part if part.endswith("s") else f"{part}s"
