"""Why a deed is refused in Yacht."""

from companion.games.yacht import sheet as s
from companion.games.yacht.deeds import Enter
from companion.games.yacht.refusals import BoxIsFull, NoSuchBox, NothingToRoll, ThreeThrows
from companion.games.yacht.table import Table, dice_due
from companion.rules.actions import AddPlayer, CountNow, LayAside, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.hands import not_among, unknown
from companion.rules.pieces import Face
from companion.rules.players import may_join, may_leave
from companion.rules.refusals import GameOver, LieLikeThat, NotInThisGame, Refusal, RollFirst, WrongNumberOfDice

TITLE = "Yacht"
PLAYERS = range(1, 8)


def refusal(table: Table, action: Action) -> Refusal | None:
    if table.over and not isinstance(action, CountNow):
        return GameOver()
    match action:
        case CountNow() | SkipTurn():
            return None
        case Roll(faces, golden):
            return _roll(table, faces if golden is None else (*faces, golden))
        case LayAside(faces):
            return _lay_aside(table, tuple(sorted(faces)))
        case Enter(box):
            return _enter(table, box)
        case LetGo(player):
            return may_leave(player, table.players, PLAYERS, busy=player != table.player and bool(table.dice))
        case AddPlayer(player):
            return may_join(player, table.players, TITLE, PLAYERS, busy=bool(table.dice))
    return NotInThisGame(TITLE)


def _roll(table: Table, faces: tuple[Face, ...]) -> Refusal | None:
    if not table.throws:
        return ThreeThrows()
    due = dice_due(table)
    if not due:
        return NothingToRoll()
    return unknown(faces, s.FACES) or (WrongNumberOfDice(due, len(faces)) if len(faces) != due else None)


def _lay_aside(table: Table, faces: tuple[Face, ...]) -> Refusal | None:
    if not table.dice:
        return RollFirst()
    if wrong := unknown(faces, s.FACES) or not_among(table.dice, faces):
        return wrong
    return LieLikeThat() if faces == table.aside else None


def _enter(table: Table, box: str) -> Refusal | None:
    if not table.dice:
        return RollFirst()
    if box not in s.boxes(table.house):
        return NoSuchBox(box)
    return BoxIsFull(box) if box in table.sheet else None
