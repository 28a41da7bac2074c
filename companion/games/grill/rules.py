"""How a turn goes in every game with a grill: roll, lay aside, and in the end a tile or none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.events import AttemptFailed, Reason, TileReturned, TileSnatched, TileTaken, TileTurned
from companion.rules.actions import AddPlayer, LetGo, Roll, SkipTurn
from companion.rules.contract import Action, Event
from companion.rules.events import DiceKept, DiceRolled, GameWon, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.pieces import Face, Player
from companion.rules.values import changed

WORM = "worm"
LOWER = "lower"
Events = list[Event]


@dataclass(frozen=True)
class Turn:
    """One player's turn, running or just ended."""

    left: int  # ordinary dice not laid aside
    golden_left: bool = False  # the golden die is to be rolled with them
    kept: Mapping[Face, int] = field(default_factory=dict)  # in the order they were laid aside
    golden_kept: Face | None = None  # what the golden die shows among those laid aside
    total: int = 0
    tray: tuple[Face, ...] = ()  # just rolled, nothing chosen yet
    golden_tray: Face | None = None
    begun: bool = False
    weasel_used: bool = False
    options: tuple[str, ...] = ()  # whom one may take from, then "lower"
    result: int | None = None
    outcome: str | None = None
    tile: int | None = None
    source: Player | None = None
    reason: Reason | None = None
    returned: int | None = None
    flipped: int | None = None

    def rolled(self, face: Face) -> int:
        """How many dice of this roll show the face."""
        return self.tray.count(face) + (self.golden_tray == face)


@dataclass(frozen=True)
class Table:
    """A grill, a stack before each player, and the turn that is running."""

    rules: "Rules" = field(repr=False, compare=False)
    players: tuple[Player, ...]
    up: tuple[int, ...]  # face-up tiles of the grill, ascending
    down: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]  # bottom to top, in seat order
    turn: Turn
    options: Mapping[str, Any]
    current: int = 0
    pending: str = "roll"
    last: Turn | None = None  # the turn that just ended
    over: bool = False

    @property
    def player(self) -> Player:
        return self.players[self.current]


T = TypeVar("T", bound=Table)


def roll_is_lost(table: T, events: Events) -> T:
    """A roll with nothing new fails, however much is laid aside."""
    return fail(table, "nothing_new", events)


def nothing_more(table: T, *_: Any) -> T:
    return table


def dice_alone(table: Table) -> tuple[int, bool]:
    return table.turn.total, WORM in table.turn.kept


def move_tile(table: T, seat: int, events: Events) -> T:
    """The tile on top at that seat changes hands."""
    *below, tile = table.stacks[seat]
    stacks = list(table.stacks)
    stacks[seat] = tuple(below)
    stacks[table.current] += (tile,)
    turn = changed(table.turn, outcome="steal", tile=tile, source=table.players[seat])
    events.append(TileSnatched(table.player, tile, table.rules.worms[tile], table.players[seat]))
    return changed(table, stacks=tuple(stacks), turn=turn)


@dataclass(frozen=True)
class Rules:
    """In what the grill games differ: their pieces, and the few moments where their rulebooks part."""

    title: str
    players: range
    faces: Mapping[Face, int]  # what each is worth, in die order
    dice: int
    worms: Mapping[int, int]  # printed on each tile
    lose: Callable[[Any, Events], Any]  # what a failed attempt costs
    copies: int = 1  # of each tile
    exact_only: frozenset[int] = frozenset()  # tiles that come for their exact number alone, and never from a player
    highest_tile_decides: bool = True
    has_golden: Callable[[Any], bool] = lambda table: False
    dead_roll: Callable[[Any, Events], Any] = roll_is_lost
    result: Callable[[Any, Events], tuple[int, bool]] = lambda table, events: dice_alone(table)
    may_decline: Callable[[Any], bool] = lambda table: True
    after_keep: Callable[[Any, Face, int, Events], Any] = nothing_more
    after_take: Callable[[Any, int, Events], Any] = nothing_more
    snatch: Callable[[Any, int, Events], Any] = move_tile
    bonus: Callable[[Any, int], int] = lambda table, seat: 0  # worms that lie on no tile
    leave: Callable[[Any, int, Events], Any] = nothing_more
    join: Callable[[Any], Any] = nothing_more


# The turn, step by step


def roll(table: T, action: Roll, events: Events) -> T:
    turn = changed(table.turn, tray=action.faces, golden_tray=action.golden, begun=True)
    table = changed(table, turn=turn, pending="keep")
    faces = action.faces if action.golden is None else (*action.faces, action.golden)
    may_keep = legal_keeps(table)
    events.append(DiceRolled(table.player, faces, may_keep))
    if not may_keep:
        table = table.rules.dead_roll(table, events)
    return table


def keep(table: T, action: Keep, events: Events) -> T:
    turn, face = table.turn, action.face
    count = turn.rolled(face) if action.count is None else action.count
    takes_golden = turn.golden_tray == face and count > 0
    turn = changed(
        turn,
        left=turn.left - count + takes_golden,
        golden_left=turn.golden_left and not takes_golden,
        golden_kept=face if takes_golden else turn.golden_kept,
        kept={**turn.kept, face: count},
        total=turn.total + count * table.rules.faces[face],
        tray=(),
        golden_tray=None,
    )
    events.append(DiceKept(table.player, face, count, turn.total, turn.left + turn.golden_left))
    table = table.rules.after_keep(changed(table, turn=turn, pending="roll_or_stop"), face, count, events)
    return go_on(table, events) if table.pending == "roll_or_stop" else table


def go_on(table: T, events: Events) -> T:
    """With all dice or all faces laid aside the turn ends by itself."""
    turn = table.turn
    if len(turn.kept) == len(table.rules.faces) or not (turn.left or turn.golden_left):
        return finish(table, events)
    return changed(table, pending="roll_or_stop")


def finish(table: T, events: Events) -> T:
    """What the dice laid aside are worth: a tile of the grill, one of a rival's, or nothing."""
    result, worm = table.rules.result(table, events)
    turn = changed(table.turn, result=result, tray=(), golden_tray=None)
    table = changed(table, turn=turn)
    if not worm:
        return fail(table, "no_worm", events)
    if result in table.up:
        return take(table, result, events)
    lower, victims = lower_tiles(table, result), rivals_showing(table, result)
    if victims:
        options = (*victims, LOWER) if table.rules.may_decline(table) else victims
    elif len(set(lower)) > 1 and table.options.get("free_lower"):
        options = (LOWER,)
    else:
        return take(table, lower[-1], events) if lower else fail(table, "no_tile", events)
    return changed(table, turn=changed(turn, options=options), pending="choose")


def lower_tiles(table: Table, result: int) -> tuple[int, ...]:
    return tuple(tile for tile in table.up if tile < result and tile not in table.rules.exact_only)


def rivals_showing(table: Table, tile: int) -> tuple[Player, ...]:
    """The others with this tile on top, in seat order."""
    if tile in table.rules.exact_only:
        return ()
    seats = enumerate(zip(table.players, table.stacks, strict=True))
    return tuple(p for seat, (p, stack) in seats if stack and stack[-1] == tile and seat != table.current)


def lower_allowed(table: Table) -> bool:
    """Whether a rival's tile, if there is one, may be left alone. (Somebody may be called "lower".)"""
    return table.rules.may_decline(table) or not rivals_showing(table, table.turn.result or 0)


def take(table: T, tile: int, events: Events) -> T:
    up, stacks = list(table.up), list(table.stacks)
    up.remove(tile)
    stacks[table.current] += (tile,)
    turn = changed(table.turn, outcome="take", tile=tile, options=())
    events.append(TileTaken(table.player, tile, table.rules.worms[tile], turn.result or turn.total))
    table = changed(table, up=tuple(up), stacks=tuple(stacks), turn=turn, pending="")
    table = table.rules.after_take(table, tile, events)
    return close(table, events)


def take_from(table: T, player: Player, events: Events) -> T:
    table = changed(table, turn=changed(table.turn, options=()), pending="")
    table = table.rules.snatch(table, table.players.index(player), events)
    return close(table, events)


def fail(table: T, reason: Reason, events: Events) -> T:
    turn = changed(table.turn, outcome="fail", reason=reason, options=())
    events.append(AttemptFailed(table.player, reason, turn.total if turn.result is None else turn.result))
    table = table.rules.lose(changed(table, turn=turn, pending=""), events)
    return close(table, events)


def close(table: T, events: Events) -> T:
    """The turn is over unless something is still to be chosen."""
    if table.pending:
        return table
    seat = (table.current + 1) % len(table.players)
    return begin(changed(table, last=table.turn, current=seat), events)


def begin(table: T, events: Events) -> T:
    """A fresh turn, or the end of the game where no tile lies face up."""
    turn = Turn(table.rules.dice, table.rules.has_golden(table))
    if not table.up:
        return end(changed(table, turn=turn), events)
    events.append(TurnBegun(table.player))
    return changed(table, turn=turn, pending="roll")


def end(table: T, events: Events) -> T:
    table = changed(table, over=True, pending="over")
    events.append(GameWon(winners(table) or (), scores(table)))
    return table


# What a failed attempt may cost


def give_back(table: T, events: Events) -> T:
    """The tile on top of the stack goes back to its place on the grill."""
    *below, tile = table.stacks[table.current]
    stacks = list(table.stacks)
    stacks[table.current] = tuple(below)
    events.append(TileReturned(table.player, tile))
    turn = changed(table.turn, returned=tile)
    return changed(table, stacks=tuple(stacks), up=tuple(sorted((*table.up, tile))), turn=turn)


def turn_over(table: T, tile: int, events: Events) -> T:
    up = list(table.up)
    up.remove(tile)
    events.append(TileTurned(tile))
    turn = table.turn if table.turn.flipped else changed(table.turn, flipped=tile)
    return changed(table, up=tuple(up), down=tuple(sorted((*table.down, tile))), turn=turn)


# The table's own decisions


def let_go(table: T, player: Player, events: Events) -> T:
    seat = table.players.index(player)
    table = table.rules.leave(table, seat, events)
    events.append(PlayerLeft(player))
    running = seat == table.current
    table = changed(
        table,
        players=table.players[:seat] + table.players[seat + 1 :],
        stacks=table.stacks[:seat] + table.stacks[seat + 1 :],
        current=(table.current - (seat < table.current)) % (len(table.players) - 1),
    )
    return begin(table, events) if running else table


def add_player(table: T, player: Player, events: Events) -> T:
    events.append(PlayerJoined(player))
    table = table.rules.join(table)
    return changed(table, players=(*table.players, player), stacks=(*table.stacks, ()))


def carry_out(table: T, action: Action) -> tuple[T, tuple[Event, ...]]:
    """What a deed that all grill games know does to the table, allowed or not."""
    events: Events = []
    match action:
        case Roll():
            table = roll(table, action, events)
        case Keep():
            table = keep(table, action, events)
        case Stop():
            table = finish(table, events)
        case TakeFrom(player):
            table = take_from(table, player, events)
        case TakeLower():
            lower = lower_tiles(table, table.turn.result or 0)
            table = take(table, lower[-1], events) if lower else fail(table, "no_tile", events)
        case TakeTile(tile):
            table = take(table, tile, events)
        case SkipTurn():
            table = close(changed(table, pending=""), events)
        case LetGo(player):
            table = let_go(table, player, events)
        case AddPlayer(player):
            table = add_player(table, player, events)
        case _:  # CountNow
            table = end(table, events)
    return table, tuple(events)


# What the rolls and the stacks say


def legal_keeps(table: Table) -> tuple[Face, ...]:
    turn = table.turn
    return tuple(face for face in table.rules.faces if turn.rolled(face) and face not in turn.kept)


def scores(table: Table) -> dict[Player, int]:
    worms, bonus = table.rules.worms, table.rules.bonus
    return {
        player: sum(worms[tile] for tile in stack) + bonus(table, seat)
        for seat, (player, stack) in enumerate(zip(table.players, table.stacks, strict=True))
    }


def winners(table: Table) -> tuple[Player, ...] | None:
    """Most worms; where the rulebook says so, the highest tile anywhere in a stack decides among equals."""
    if not table.over:
        return None
    worms = scores(table)
    best = [player for player in table.players if worms[player] == max(worms.values())]
    if table.rules.highest_tile_decides:
        top = {p: max(table.stacks[table.players.index(p)], default=0) for p in best}
        best = [player for player in best if top[player] == max(top.values())]
    return tuple(best)
