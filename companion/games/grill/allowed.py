"""Why a deed at the grill is refused."""

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.refusals import (
    AnotherTile,
    BratwormFirst,
    CannotTakeFrom,
    ChooseTileFirst,
    ExactlyThat,
    GoldenDieMissing,
    MustSteal,
    NeverStolen,
    NoGoldenDie,
    NotExactly,
    NoWormYet,
    OnTheGrill,
    PutBackFirst,
    TileNotYours,
    TooEarly,
    TooLittle,
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
    if table.pending not in ("choose", "roll_or_stop"):
        return NothingToChoose()
    total, worm = _worth(table)
    stack = table.stacks[table.players.index(player)]
    if not stack or player == table.player:
        return CannotTakeFrom(player)
    if stack[-1] in table.rules.exact_only:
        return NeverStolen(player, stack[-1])
    if not worm:
        return NoWormYet(stack[-1])
    if stack[-1] != total:
        return NotExactly(player, stack[-1], total)
    if total in table.up:
        return OnTheGrill(player, total)
    return None if table.pending == "choose" else NothingToChoose()


def _take_tile(table: Table, tile: int) -> Refusal | None:
    free = table.pending == "choose" and lower_allowed(table) and table.options.get("free_lower")
    if free and tile in lower_tiles(table, _worth(table)[0]):
        return None
    return _no_tile(table, tile) if table.pending in ("choose", "roll_or_stop") else NothingToChoose()


def _worth(table: Table) -> tuple[int, bool]:
    """What the dice laid aside come to, and whether there is a worm among them."""
    return (table.turn.result or 0, True) if table.pending == "choose" else table.rules.result(table, [])


def _no_tile(table: Table, tile: int) -> Refusal:
    """Why the dice laid aside are not worth this one, the nearest reason first."""
    total, worm = _worth(table)
    if not worm:
        return NoWormYet(tile)
    if tile > total:
        return TooLittle(tile, total)
    if tile in table.rules.exact_only and tile != total:
        return ExactlyThat(tile, total)
    if rivals_showing(table, total) and total not in table.up:
        return TileNotYours(tile) if table.rules.may_decline(table) else MustSteal()
    due = total if total in table.up else max(lower_tiles(table, total), default=tile)
    return TileNotYours(tile) if due == tile else AnotherTile(tile, total, due)


def not_yours(table: Table, player: str, piece: str) -> Refusal | None:
    """Why a tile that hands have moved to this player is not his, if that can be told."""
    if player != table.player or not piece.isdecimal():
        return None
    tile = int(piece)
    if table.pending in ("roll", "keep"):
        return TooEarly(tile)
    return _take_tile(table, tile) if tile in table.up else None
