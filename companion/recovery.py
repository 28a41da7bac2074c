"""Always gets to a page: settings and a journal that cannot be used are replaced and told, never fatal."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.exam import fit_for_play
from calibration.files import write_whole
from companion.journal import Journal
from companion.journal_file import Unusable, save
from companion.referee.sitting import Sitting, resume, set_aside
from companion.settings import Settings, SettingsTrouble, default_path, load
from companion.usable import refuse_unusable
from hardware.folders import data_folder
from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)


def last_good() -> Path:
    """A copy of the settings the table was last opened with."""
    return data_folder() / "last-good.toml"


def keep_good(file: Path) -> None:
    """These settings have opened a table."""
    if file == default_path() and file.is_file():
        text = file.read_bytes()
        if not last_good().is_file() or last_good().read_bytes() != text:
            write_whole(last_good(), text)


def usable_settings(file: Path) -> tuple[Settings, list[Trouble]]:
    """The settings of this file; if they cannot be played with the last good ones, or the defaults, and why."""
    troubles: list[Trouble] = []
    try:
        return _load(file, troubles), troubles
    except SettingsTrouble as trouble:
        troubles = [trouble]
    try:
        instead = _load(last_good(), troubles) if file == default_path() and last_good().is_file() else None
    except SettingsTrouble:
        instead = None
    say = line("I go on with the settings that worked last.") if instead else line("I go on with the usual settings.")
    return instead or Settings(), [*troubles, Trouble(say, line("Mend them on the settings page, or keep these."))]


def mend(file: Path) -> None:
    """Keep what the table goes on with as its settings; the file that could not be used stays beside it."""
    instead = last_good().read_bytes() if file == default_path() and last_good().is_file() else b""
    try:
        _load(file, [])
    except SettingsTrouble:
        if file.is_file():
            write_whole(file.with_suffix(".toml.bad"), file.read_bytes())
        write_whole(file, instead)
        if usable_settings(file)[1]:
            write_whole(file, b"")


def _load(file: Path, troubles: list[Trouble]) -> Settings:
    settings = load(file) if file.exists() or file.is_symlink() else Settings()
    settings = without_unreadable_sets(settings, troubles)
    refuse_unusable(settings, file.name)
    return settings


def without_unreadable_sets(settings: Settings, troubles: list[Trouble]) -> Settings:
    """A set that is gone or broken is left out and said; the others are played with."""
    good = []
    for name in settings.table.sets:
        try:
            fit_for_play(name)
            good.append(name)
        except Trouble as trouble:
            say = line("I play without the set {name}: {why}", name=name, why=trouble.say)
            troubles.append(Trouble(say, trouble.fix))
    return replace(settings, table=replace(settings.table, sets=tuple(good)))


def usable_journal(path: Path) -> tuple[Journal, list[Trouble]]:
    """The journal; a damaged one is kept aside, and a new one begun with all that can be read of it."""
    try:
        return Journal(path), []
    except Unusable as damaged:
        told: Trouble = damaged
    except Trouble as trouble:  # it may be whole, but the disk does not let us at it
        return Journal(":memory:"), [trouble, Trouble(UNKEPT, CHECK)]
    try:
        aside, count = save(path)
        journal = Journal(path)
    except (Trouble, OSError):
        return Journal(":memory:"), [told, Trouble(UNKEPT, CHECK)]
    say = line("I have begun a new journal with {count} matches of it; it is kept as {file}.", count=count, file=aside)
    return journal, [told, Trouble(say, line("Keep that file if a match is missing."))]


def interrupted(journal: Journal, game: str, tell: Callable[[Trouble], None]) -> Sitting | None:
    """The match to go on with, of this game or of any; one that does not replay is set aside whole, and told."""
    try:
        record = journal.unfinished()
    except Trouble as trouble:
        tell(trouble)
        return None
    if record is None or game not in ("", record.game):
        return None
    try:
        return resume(journal, record)
    except Exception as error:  # whatever a journal says, there is a page
        log.exception("match=%s does not replay", record.id)
        set_aside(journal, record)
        why = line("The last match cannot be gone on with ({error}).", error=str(error)[:80])
        tell(Trouble(why, line("It is kept in the history. Begin a new one.")))
        return None


CHECK = line("Check the disk and who owns it, then start me again.")
UNKEPT = line("What is played now is not kept.")
