"""Why a deed is refused in Ten Thousand."""

from companion.games.ten_thousand.points import FACES, idle, points
from companion.games.ten_thousand.refusals import CountsNothing, NothingLaidAside, TooFewToOpen
from companion.games.ten_thousand.table import Table, dice_due
from companion.rules.actions import AddPlayer, CountNow, LayAside, LetGo, Roll, SkipTurn, Stop
from companion.rules.contract import Action
from companion.rules.hands import not_among, unknown
from companion.rules.pieces import Face
from companion.rules.players import may_join, may_leave
from companion.rules.refusals import GameOver, LieLikeThat, NotInThisGame, Refusal, RollFirst, WrongNumberOfDice

TITLE = "Ten Thousand"
PLAYERS = range(2, 8)


def refusal(table: Table, action: Action) -> Refusal | None:
    if table.over and not isinstance(action, CountNow):
        return GameOver()
    match action:
        case CountNow() | SkipTurn():
            return None
        case Roll(faces, golden):
            return _roll(table, faces if golden is None else (*faces, golden))
        case LayAside(faces):
            return _lay_aside(table, faces)
        case Stop():
            return _stop(table)
        case LetGo(player):
            return may_leave(player, table.players, PLAYERS, busy=player != table.player and table.begun)
        case AddPlayer(player):
            return may_join(player, table.players, TITLE, PLAYERS, busy=table.begun)
    return NotInThisGame(TITLE)


def _roll(table: Table, faces: tuple[Face, ...]) -> Refusal | None:
    if table.pending == "keep":
        return NothingLaidAside()
    if len(faces) != dice_due(table):
        return WrongNumberOfDice(dice_due(table), len(faces))
    return unknown(faces, FACES)


def _lay_aside(table: Table, faces: tuple[Face, ...]) -> Refusal | None:
    """Some of the roll, each counting; or none at all, where one takes back what was laid aside."""
    if not table.rolled:
        return RollFirst()
    if wrong := unknown(faces, FACES) or not_among(table.rolled, faces):
        return wrong
    faces = tuple(sorted(faces))
    if faces == table.chosen:
        return LieLikeThat() if faces else NothingLaidAside()
    return None if not faces or points(faces, table.house) else CountsNothing(idle(faces, table.house))


def _stop(table: Table) -> Refusal | None:
    if table.pending == "keep":
        return NothingLaidAside()
    if table.pending == "roll":
        return RollFirst()
    if table.player not in table.opened and table.stake < table.house.opening:
        return TooFewToOpen(table.player, table.house.opening, table.stake)
    return None
