"""Why a deed at the grill is refused."""

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.refusals import (
    BratwormFirst,
    CannotTakeFrom,
    ChooseTileFirst,
    GoldenDieMissing,
    MustSteal,
    NoGoldenDie,
    PutBackFirst,
    TileNotYours,
    WeaselFirst,
)
from companion.games.grill.rules import Table, lower_allowed, lower_tiles, rivals_showing
from companion.rules.actions import AddPlayer, CountNow, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.players import may_join, may_leave
from companion.rules.refusals import (
    DiceLeftBehind,
    FaceAlreadyKept,
    FaceNotRolled,
    GameOver,
    KeepFirst,
    NotAtTheTable,
    NothingToChoose,
    NotInThisGame,
    Refusal,
    RollFirst,
    UnknownFace,
    WrongNumberOfDice,
)

CHOICES: dict[str, type[ChooseTileFirst | PutBackFirst | BratwormFirst | WeaselFirst]] = {
    "choose": ChooseTileFirst,
    "put_back": PutBackFirst,
    "bratworm_from": BratwormFirst,
    "weasel_or_fail": WeaselFirst,
}


def refusal(table: Table, action: Action) -> Refusal | None:
    if isinstance(action, CountNow):
        return None
    if table.over:
        return GameOver()
    match action:
        case Roll():
            return _roll(table, action)
        case Keep(face, count):
            return _keep(table, face, count)
        case Stop():
            return wrong_moment(table, "roll_or_stop")
        case TakeFrom(player):
            return _take_from(table, player)
        case TakeLower():
            if table.pending != "choose":
                return NothingToChoose()
            return None if lower_allowed(table) else MustSteal()
        case TakeTile(tile):
            return _take_tile(table, tile)
        case SkipTurn():
            return wrong_moment(table) if table.turn.outcome else None
        case LetGo(player):
            return may_leave(
                player, table.players, table.rules.players, busy=player != table.player and table.turn.begun
            )
        case AddPlayer(player):
            return may_join(player, table.players, table.rules.title, table.rules.players, busy=table.turn.begun)
    return NotInThisGame(table.rules.title)


def wrong_moment(table: Table, *moments: str) -> Refusal | None:
    """What is to be done first, unless this is one of the moments."""
    if table.pending in moments:
        return None
    if table.pending == "keep":
        return KeepFirst()
    if table.pending in ("roll", "roll_or_stop"):
        return RollFirst()
    return CHOICES[table.pending](table.player)


def _roll(table: Table, action: Roll) -> Refusal | None:
    if early := wrong_moment(table, "roll", "roll_or_stop"):
        return early
    faces = action.faces if action.golden is None else (*action.faces, action.golden)
    for face in faces:
        if face not in table.rules.faces:
            return UnknownFace(face)
    if action.golden is not None and not table.turn.golden_left:
        return NoGoldenDie()
    if len(action.faces) != table.turn.left or not faces:
        return WrongNumberOfDice(table.turn.left + table.turn.golden_left, len(faces))
    if action.golden is None and table.turn.golden_left:
        return GoldenDieMissing()
    return None


def _keep(table: Table, face: str, count: int | None) -> Refusal | None:
    if early := wrong_moment(table, "keep"):
        return early
    if face not in table.rules.faces:
        return UnknownFace(face)
    rolled = table.turn.rolled(face)
    if not rolled:
        return FaceNotRolled(face)
    if face in table.turn.kept:
        return FaceAlreadyKept(face)
    return DiceLeftBehind(face, rolled) if count not in (None, rolled) else None


def _take_from(table: Table, player: str) -> Refusal | None:
    if player not in table.players:
        return NotAtTheTable(player)
    if table.pending == "choose":
        return None if player in rivals_showing(table, table.turn.result or 0) else CannotTakeFrom(player)
    if table.pending == "roll_or_stop" and player not in rivals_showing(table, table.rules.result(table, [])[0]):
        return CannotTakeFrom(player)
    return NothingToChoose()


def _take_tile(table: Table, tile: int) -> Refusal | None:
    if table.pending == "choose" and lower_allowed(table) and table.options.get("free_lower"):
        return None if tile in lower_tiles(table, table.turn.result or 0) else TileNotYours(tile)
    return TileNotYours(tile) if table.pending in ("choose", "roll_or_stop") else NothingToChoose()
