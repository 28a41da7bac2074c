"""What a deed does to the table in Ten Thousand, allowed or not."""

from companion.games.ten_thousand.events import (
    AllDiceCount,
    Bust,
    DiceLaidAside,
    LastRoundBegun,
    PointsWritten,
    ThirdBust,
)
from companion.games.ten_thousand.points import anything_counts, points
from companion.games.ten_thousand.table import Table, scores, winners
from companion.rules.actions import AddPlayer, CountNow, LayAside, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.events import DiceRolled, GameWon, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.pieces import Player
from companion.rules.values import changed

BUSTS = 3  # in a row cost points, where the house plays so
Happening = (
    DiceRolled
    | DiceLaidAside
    | AllDiceCount
    | Bust
    | ThirdBust
    | PointsWritten
    | LastRoundBegun
    | TurnBegun
    | PlayerJoined
    | PlayerLeft
    | GameWon
)
Events = list[Happening]


def carry_out(table: Table, action: Action) -> tuple[Table, tuple[Happening, ...]]:
    events: Events = []
    match action:
        case Roll(faces):
            table = roll(table, tuple(sorted(faces)), events)
        case LayAside(faces):
            table = lay_aside(table, tuple(sorted(faces)), events)
        case SkipTurn():
            table = pass_on(table, events)
        case LetGo(player):
            table = let_go(table, player, events)
        case AddPlayer(player):
            table = add_player(table, player, events)
        case CountNow():
            table = end(table, events)
        case _:  # Stop
            table = write(table, events)
    return table, tuple(events)


def roll(table: Table, faces: tuple[str, ...], events: Events) -> Table:
    before = () if table.hot else (*table.before, *table.chosen)
    table = changed(table, earned=table.stake, before=before, rolled=faces, chosen=())
    counts = anything_counts(faces, table.house)
    events.append(DiceRolled(table.player, faces, faces if counts else ()))
    return table if counts else bust(table, events)


def lay_aside(table: Table, faces: tuple[str, ...], events: Events) -> Table:
    table = changed(table, chosen=faces)
    events.append(DiceLaidAside(table.player, faces, points(faces, table.house) or 0, table.stake))
    if not table.hot:
        return table
    if table.house.hot_dice:
        events.append(AllDiceCount(table.player, table.stake))
        return table
    opens = table.player in table.opened or table.stake >= table.house.opening
    return write(table, events) if opens else bust(table, events)


def bust(table: Table, events: Events) -> Table:
    player, house = table.player, table.house
    events.append(Bust(player, table.stake or None))
    busts = table.busts[player] + 1
    written = table.written[player]
    if house.three_busts and busts == BUSTS:
        busts, written = 0, max(0, written - house.three_busts)
        events.append(ThirdBust(player, table.written[player] - written, written))
    return pass_on(changed(table, **_noted(table, written, busts)), events)


def write(table: Table, events: Events) -> Table:
    """The turn ends well: its points are written down, and may begin the last round."""
    player, house = table.player, table.house
    total = table.written[player] + table.stake
    events.append(PointsWritten(player, table.stake, total))
    opened = table.opened | {player}
    table = changed(table, opened=opened, **_noted(table, total, 0))
    if total < house.target or table.still_to_play is not None:
        return pass_on(table, events)
    if not house.last_round:
        return end(table, events)
    events.append(LastRoundBegun(player, total))
    return pass_on(changed(table, still_to_play=table.players), events)


def _noted(table: Table, written: int, busts: int) -> dict[str, object]:
    player = table.player
    return {"written": {**table.written, player: written}, "busts": {**table.busts, player: busts}}


def pass_on(table: Table, events: Events) -> Table:
    """The next player's turn; after the last turn of the last round, the end."""
    left = table.still_to_play and tuple(player for player in table.still_to_play if player != table.player)
    table = changed(fresh(table), current=(table.current + 1) % len(table.players), still_to_play=left)
    if left == ():
        return end(table, events)
    events.append(TurnBegun(table.player))
    return table


def fresh(table: Table) -> Table:
    return changed(table, earned=0, before=(), rolled=(), chosen=())


def let_go(table: Table, player: Player, events: Events) -> Table:
    """Who leaves in his own turn passes it on."""
    events.append(PlayerLeft(player))
    seat, current = table.players.index(player), table.player
    players = tuple(one for one in table.players if one != player)
    left = table.still_to_play and tuple(one for one in table.still_to_play if one != player)
    if player == current:
        table = changed(fresh(table), players=players, current=seat % len(players), still_to_play=left)
        if left != ():
            events.append(TurnBegun(table.player))
    else:
        table = changed(table, players=players, current=players.index(current), still_to_play=left)
    return end(table, events) if left == () else table


def add_player(table: Table, player: Player, events: Events) -> Table:
    events.append(PlayerJoined(player))
    return changed(
        table,
        players=(*table.players, player),
        written={**table.written, player: 0},
        busts={**table.busts, player: 0},
        still_to_play=table.still_to_play and (*table.still_to_play, player),
    )


def end(table: Table, events: Events) -> Table:
    table = changed(fresh(table), over=True)
    events.append(GameWon(winners(table) or (), scores(table)))
    return table
