"""A match and its journal: every deed is on the disk before anybody hears of it."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from companion.boxes import owners_games
from companion.games import GAMES
from companion.journal import END, Deed, Journal, Record, ended
from companion.odds.robots import BEST, Level
from companion.rules.actions import Roll
from companion.rules.contract import Action, Event, Game
from companion.rules.match import Correction, Match, begin
from hardware.trouble import Trouble

log = logging.getLogger(__name__)


class Sitting:
    """The running match of a table; the state is what its deeds add up to."""

    def __init__(self, journal: Journal, record: Record, match: Match[Any]) -> None:
        self.match = match
        self.id = record.id
        self.paused = False
        self.roles: dict[str, set[str]] = {"robot": set(), "coach": set()}  # who of the players has one
        self.levels: dict[str, Level] = {}  # how the robots among them play
        self.elsewhere: frozenset[str] = frozenset()  # players who sit at another table that plays the same game
        self._journal = journal
        self.log: list[Deed] = []  # written since we sat down
        self._count = len(record.deeds)

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def deeds(self) -> int:
        """How many deeds the journal has."""
        return self._count

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action; raises its Refusal, and then nothing was written."""
        match = self.match.act(action)
        self._write("action", self.game.action_to(action))
        self.match = match
        return match.deeds[-1].events

    def witness(self, dice: Sequence[Sequence[Any]], asked: int) -> None:
        """What the eye said of the dice of the deed that is done next, and how often the table had to be asked."""
        self._journal.witness(self.id, self._count, {"deed": len(self.match.deeds), "dice": dice, "asked": asked})

    def undo(self) -> Action:
        """Take the last deed back; raises a Refusal for a roll."""
        match, last = self.match.undo(), self.match.deeds[-1].action
        self._write("undo", {})
        self.match = match
        return last

    def correct(self, index: int, roll: Roll) -> Correction[Any]:
        """Read the roll at this index anew."""
        correction = self.match.correct(index, roll)
        self._write("correct", {"index": index, **self.game.action_to(roll)})
        self.match = correction.match
        return correction

    def pause(self, paused: bool) -> None:
        self._write("pause" if paused else "resume", {})
        self.paused = paused

    def seat(self, player: str, role: str, wanted: bool, level: Level = BEST) -> None:
        """Let a robot play for a player, or a coach advise him; or no longer."""
        deed = {"player": player, "role": role, "wanted": wanted, "level": level}
        self._write("seat", deed)
        self.sit(deed)

    def sit(self, deed: Mapping[str, Any]) -> None:
        held = self.roles.setdefault(deed["role"], set())
        (held.add if deed["wanted"] else held.discard)(deed["player"])
        self.levels[deed["player"]] = deed.get("level", BEST)  # older journals name none

    @property
    def ended(self) -> bool:
        return ended(self.log)

    def end(self) -> None:
        self._write(END, {})

    def _write(self, kind: str, deed: Mapping[str, Any]) -> None:
        written = Deed(self._count, kind, deed)
        self._journal.write(self.id, written)
        self.log.append(written)
        self._count += 1


def sit_down(journal: Journal, game: str, players: Sequence[str], options: Mapping[str, Any]) -> Sitting:
    """Begin a match; raises the Refusal of players or options the game cannot take."""
    match = begin(known(game), players, options)
    return Sitting(journal, journal.begin(game, players, options), match)


def resume(journal: Journal, record: Record) -> Sitting:
    """The match as it was when the journal was last written."""
    sitting = Sitting(journal, record, begin(known(record.game), record.players, record.options))
    for deed in record.deeds:
        sitting.match = again(sitting.match, deed)
        if deed.kind == "seat":
            sitting.sit(deed.deed)
        sitting.paused = deed.kind == "pause" or (sitting.paused and deed.kind != "resume")
    return sitting


def set_aside(journal: Journal, record: Record) -> None:
    """End a match that cannot be gone on with; all its deeds stay as they are."""
    number = max((deed.number for deed in record.deeds), default=-1) + 1
    try:
        journal.write(record.id, Deed(number, END, {"aside": True}))
    except Trouble:
        log.warning("match=%s could not be ended", record.id)


def again(before: Match[Any], deed: Deed) -> Match[Any]:
    """What a deed of the journal made of the match."""
    match deed.kind:
        case "action":
            return before.act(before.game.action_from(deed.deed))
        case "undo":
            return before.undo()
        case "correct":
            form = dict(deed.deed)
            index = form.pop("index")
            roll = before.game.action_from(form)
            assert isinstance(roll, Roll)  # nothing else is ever corrected
            return before.correct(index, roll).match
    return before


def known(game: str) -> Game[Any]:
    if game not in GAMES:
        raise Trouble(f"I do not know the game {game!r}.", f"I know {', '.join(GAMES)}.")
    return owners_games()[game]
