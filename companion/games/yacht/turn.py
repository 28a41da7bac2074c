"""What a deed does to the table in Yacht, allowed or not."""

from companion.games.yacht import sheet as s
from companion.games.yacht.deeds import BonusWon, BoxFilled, DiceHeld, Enter, FurtherYacht
from companion.games.yacht.table import THROWS, Table, scores, winners, worth
from companion.rules.actions import AddPlayer, LayAside, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.events import DiceRolled, GameWon, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.pieces import Player
from companion.rules.values import changed

Happening = (
    DiceRolled | DiceHeld | BoxFilled | BonusWon | FurtherYacht | TurnBegun | PlayerJoined | PlayerLeft | GameWon
)
Events = list[Happening]


def carry_out(table: Table, action: Action) -> tuple[Table, tuple[Happening, ...]]:
    events: Events = []
    match action:
        case Roll(faces):
            dice = tuple(sorted((*table.aside, *faces)))
            events.append(DiceRolled(table.player, tuple(sorted(faces)), dice))
            table = changed(table, dice=dice, throws=max(0, table.throws - 1))
        case LayAside(faces):
            table = changed(table, aside=tuple(sorted(faces)))
            events.append(DiceHeld(table.player, table.aside, table.throws))
        case Enter(box):
            table = enter(table, box, events)
        case SkipTurn():
            table = pass_on(table, table.current + 1, events)
        case LetGo(player):
            table = let_go(table, player, events)
        case AddPlayer(player):
            events.append(PlayerJoined(player))
            sheets, extras = {**table.sheets, player: {}}, {**table.extras, player: 0}
            table = changed(table, players=(*table.players, player), sheets=sheets, extras=extras)
        case _:  # CountNow
            table = end(table, events)
    return table, tuple(events)


def enter(table: Table, box: str, events: Events) -> Table:
    player, house = table.player, table.house
    points = worth(table, box)
    sheet = {**table.sheet, box: points}
    extra = s.further(table.dice, table.sheet, house) and table.sheet[s.YACHT] > 0
    extras = {**table.extras, player: table.extras[player] + extra}
    before = s.total(table.sheet, house) - sum(table.sheet.values())
    bonus = s.total(sheet, house) - sum(sheet.values()) - before
    table = changed(table, sheets={**table.sheets, player: sheet}, extras=extras)
    events.append(BoxFilled(player, box, points, scores(table)[player]))
    if extra:
        events.append(FurtherYacht(player, s.EXTRA))
    if bonus:
        events.append(BonusWon(player, bonus, scores(table)[player]))
    return pass_on(table, table.current + 1, events)


def pass_on(table: Table, seat: int, events: Events) -> Table:
    """The next player who has a box to fill; when nobody has, the end."""
    table = fresh(table)
    count, boxes = len(table.players), len(s.boxes(table.house))
    for step in range(count):
        current = (seat + step) % count
        if len(table.sheets[table.players[current]]) < boxes:
            table = changed(table, current=current)
            events.append(TurnBegun(table.player))
            return table
    return end(table, events)


def fresh(table: Table) -> Table:
    return changed(table, dice=(), aside=(), throws=THROWS)


def let_go(table: Table, player: Player, events: Events) -> Table:
    """Who leaves in his own turn passes it on."""
    events.append(PlayerLeft(player))
    seat, current = table.players.index(player), table.player
    players = tuple(one for one in table.players if one != player)
    if player != current:
        return changed(table, players=players, current=players.index(current))
    return pass_on(changed(table, players=players, current=seat % len(players)), seat, events)


def end(table: Table, events: Events) -> Table:
    table = changed(fresh(table), over=True)
    events.append(GameWon(winners(table) or (), scores(table)))
    return table
