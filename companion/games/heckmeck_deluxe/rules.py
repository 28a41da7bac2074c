"""Heckmeck Deluxe: 11 and 13, seven Bratworms, and six specialists who like company on the grill."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.grill import answers as grill_answers
from companion.games.grill import rules as grill
from companion.games.grill.allowed import refusal as grill_refusal
from companion.games.grill.allowed import wrong_moment
from companion.games.grill.deeds import AcceptFail, BratwormFrom, DeclineGolden, PutBack, UseWeasel
from companion.games.grill.game import grill_game, printed
from companion.games.grill.refusals import UnknownTile
from companion.games.grill.rules import Events, Rules, Table
from companion.games.grill.setup import KEYS, by_seat, lay_out, mid_turn, pending, variant
from companion.games.heckmeck import rules as heckmeck
from companion.games.heckmeck_deluxe.events import (
    BratwormWon,
    CannedWormCounted,
    GoldenDieDeclined,
    SpecialistMoved,
    SpecialistWon,
    WeaselUsed,
)
from companion.games.heckmeck_deluxe.refusals import (
    GoldenDieTooLate,
    NoBratwormThere,
    NothingFailed,
    NotYourSpecialist,
    NoWeasel,
    RavenHeld,
    SpecialistMisplaced,
    SpecialistTwice,
    TooManyBratworms,
    UnknownSpecialist,
    WeaselAsleep,
    WeaselTakesAll,
    WeaselTooLate,
)
from companion.rules.box import Box, box_beside, check_die
from companion.rules.contract import Action, Event, Game
from companion.rules.pieces import Face, Player
from companion.rules.reading import each, number, record, text, texts, whole
from companion.rules.refusals import GameOver, NotAtTheTable, NothingToChoose, Refusal
from companion.rules.values import changed

CANNED, HEN, RAVEN, WEASEL, GOLDEN_DIE, APPLE = "canned", "hen", "raven", "weasel", "golden", "apple"
HOMES = {CANNED: 11, HEN: 21, RAVEN: 23, WEASEL: 25, GOLDEN_DIE: 27, APPLE: 29}
EXACT_ONLY = frozenset({11, 13})
TILES = (11, 13, *heckmeck.TILES)
BRATWORMS = 7
APPLE_WORMS = 3
CANNED_POINTS = 5
OPTIONS = {"original": False, "optional_steal": False}


@dataclass(frozen=True)
class DeluxeTable(Table):
    """The grill with its specialists and Bratworms."""

    holders: tuple[str | None, ...] = ()  # the specialist of each seat
    bratworms: tuple[int, ...] = ()
    supply: int = 0
    on_grill: Mapping[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    offered: str | None = None  # a second specialist, until one of the two is put back
    raven_waits: bool = False  # off its tile, until it is settled from whom the Bratworm comes

    @property
    def specialist(self) -> str | None:
        return self.holders[self.current]


# Specialists come and go


def held(table: DeluxeTable, seat: int, specialist: str | None) -> DeluxeTable:
    return changed(table, holders=(*table.holders[:seat], specialist, *table.holders[seat + 1 :]))


def place(table: DeluxeTable, specialist: str, events: Events, giver: Player | None = None) -> DeluxeTable:
    """To the lowest face-up tile nobody stands on; without one, out of the game."""
    taken = table.on_grill.values()
    tile = next((tile for tile in table.up if tile not in taken), None)
    events.append(SpecialistMoved(specialist, tile, giver))
    if tile is None:
        return changed(table, out=(*table.out, specialist))
    return changed(table, on_grill={**table.on_grill, specialist: tile})


def lift(table: DeluxeTable, tile: int) -> tuple[DeluxeTable, str | None]:
    """Whoever stood on this tile, off the grill."""
    specialist = next((who for who, where in table.on_grill.items() if where == tile), None)
    rest = {who: where for who, where in table.on_grill.items() if where != tile}
    return changed(table, on_grill=rest), specialist


def receive(table: DeluxeTable, specialist: str, victim: Player | None, events: Events) -> DeluxeTable:
    """The player gets a specialist; nobody keeps two."""
    events.append(SpecialistWon(table.player, specialist, victim))
    if table.specialist is None:
        return held(table, table.current, specialist)
    return changed(table, offered=specialist, pending="put_back")


def gain_bratworm(table: DeluxeTable, events: Events) -> DeluxeTable:
    """From the supply; when that is empty, from a player of one's choice, if there is one."""
    if table.supply:
        events.append(BratwormWon(table.player, None))
        return changed(table, supply=table.supply - 1, bratworms=_more(table.bratworms, table.current, 1))
    return changed(table, pending="bratworm_from") if with_bratworms(table) else table


def with_bratworms(table: DeluxeTable) -> tuple[Player, ...]:
    """Whom a Bratworm can be taken from: never the player with the hen."""
    seats = range(len(table.players))
    can = (s for s in seats if s != table.current and table.bratworms[s] and table.holders[s] != HEN)
    return tuple(table.players[seat] for seat in can)


def _more(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def raven_hops_on(table: DeluxeTable, events: Events) -> DeluxeTable:
    """After the Bratworm, if it still waits for that."""
    return place(changed(table, raven_waits=False), RAVEN, events) if table.raven_waits else table


# Where the Deluxe rulebook parts from the others


def result(table: DeluxeTable, events: Events) -> tuple[int, bool]:
    """The canned worm counts as one on the dice if there is none."""
    points, worm = grill.dice_alone(table)
    if worm or table.specialist != CANNED:
        return points, worm
    events.append(CannedWormCounted(table.player, points + CANNED_POINTS))
    return points + CANNED_POINTS, True


def dead_roll(table: DeluxeTable, events: Events) -> DeluxeTable:
    """The weasel may rescue a roll with nothing new."""
    if table.specialist == WEASEL and not table.turn.weasel_used:
        return changed(table, pending="weasel_or_fail")
    return grill.roll_is_lost(table, events)


def after_keep(table: DeluxeTable, face: Face, count: int, events: Events) -> DeluxeTable:
    """Two 1s or more laid aside are worth one Bratworm, however the turn ends."""
    return gain_bratworm(table, events) if face == "1" and count >= 2 else table


def after_take(table: DeluxeTable, tile: int, events: Events) -> DeluxeTable:
    """Whoever stands on the tile comes with it, but for the raven, which pays a Bratworm and hops on."""
    table, specialist = lift(table, tile)
    if specialist == RAVEN:
        table = gain_bratworm(table, events)
        waits = table.pending == "bratworm_from"
        return changed(table, raven_waits=True) if waits else place(table, RAVEN, events)
    return receive(table, specialist, None, events) if specialist else table


def snatch(table: DeluxeTable, seat: int, events: Events) -> DeluxeTable:
    """The thief gets the tile and its owner's specialist; from the hen's owner he gets the hen alone."""
    specialist = table.holders[seat]
    victim = table.players[seat]
    if specialist == HEN:
        table = changed(table, turn=changed(table.turn, outcome="hen", source=victim))
    else:
        table = grill.move_tile(table, seat, events)
    return receive(held(table, seat, None), specialist, victim, events) if specialist else table


def lose(table: DeluxeTable, events: Events) -> DeluxeTable:
    """Tile back, highest turned, own specialist back, and last whoever stood on the tile turned."""
    specialist, stack = table.specialist, table.stacks[table.current]
    if specialist == HEN:  # given up instead of a tile
        return place(held(table, table.current, None), HEN, events, table.player) if stack else table
    displaced = None
    if stack:
        table = grill.give_back(table, events)
        highest = table.up[-1]
        if highest != table.turn.returned:
            table, displaced = lift(grill.turn_over(table, highest, events), highest)
    if specialist:
        table = place(held(table, table.current, None), specialist, events, table.player)
    return place(table, displaced, events) if displaced else table


def bonus(table: DeluxeTable, seat: int) -> int:
    apple = APPLE in (table.holders[seat], table.offered if seat == table.current else None)
    return table.bratworms[seat] + APPLE_WORMS * apple


def leave(table: DeluxeTable, seat: int, events: Events) -> DeluxeTable:
    """A player who goes leaves his specialists to the grill and his Bratworms to the supply."""
    gone = [table.holders[seat], table.offered if seat == table.current else None]
    for specialist in filter(None, gone):
        table = place(table, specialist, events, table.players[seat])
    if seat == table.current:
        table = raven_hops_on(table, events)
    return changed(
        table,
        holders=table.holders[:seat] + table.holders[seat + 1 :],
        bratworms=table.bratworms[:seat] + table.bratworms[seat + 1 :],
        supply=table.supply + table.bratworms[seat],
        offered=None,
    )


def join(table: DeluxeTable) -> DeluxeTable:
    return changed(table, holders=(*table.holders, None), bratworms=(*table.bratworms, 0))


# The deeds only Deluxe knows


def carry_out(table: DeluxeTable, action: Action) -> tuple[DeluxeTable, tuple[Event, ...]]:
    events: Events = []
    match action:
        case UseWeasel():
            events.append(WeaselUsed(table.player))
            turn = changed(table.turn, tray=(), golden_tray=None, weasel_used=True)
            table = changed(table, turn=turn, pending="roll")
        case AcceptFail():
            table = grill.roll_is_lost(table, events)
        case DeclineGolden():
            events.append(GoldenDieDeclined(table.player))
            table = changed(table, turn=changed(table.turn, golden_left=False))
        case PutBack(specialist):
            kept = table.offered if specialist == table.specialist else table.specialist
            table = place(held(table, table.current, kept), specialist, events, table.player)
            table = grill.close(changed(table, offered=None, pending=""), events)
        case BratwormFrom(player):
            counts = _more(table.bratworms, table.players.index(player), -1)
            events.append(BratwormWon(table.player, player))
            table = changed(table, bratworms=_more(counts, table.current, 1), pending="")
            table = raven_hops_on(table, events)
            table = grill.close(table, events) if table.turn.outcome else grill.go_on(table, events)
        case _:
            return grill.carry_out(table, action)
    return table, tuple(events)


def refusal(table: DeluxeTable, action: Action) -> Refusal | None:
    if not isinstance(action, _OWN) or table.options["original"]:
        return grill_refusal(table, action)
    if table.over:
        return GameOver()
    match action:
        case UseWeasel(dice):
            return _weasel(table, dice)
        case AcceptFail():
            return None if table.pending == "weasel_or_fail" else NothingFailed()
        case DeclineGolden():
            early = table.pending == "roll" and not table.turn.begun
            return None if early and table.turn.golden_left else GoldenDieTooLate()
        case PutBack(specialist):
            if table.pending != "put_back":
                return NothingToChoose()
            return None if specialist in (table.specialist, table.offered) else NotYourSpecialist()
    if action.player not in table.players:  # BratwormFrom
        return NotAtTheTable(action.player)
    if table.pending != "bratworm_from":
        return NothingToChoose()
    return None if action.player in with_bratworms(table) else NoBratwormThere(action.player)


_OWN = (UseWeasel, AcceptFail, DeclineGolden, PutBack, BratwormFrom)


def _weasel(table: DeluxeTable, dice: int | None) -> Refusal | None:
    if table.specialist != WEASEL:
        return NoWeasel(table.player)
    if table.turn.weasel_used:
        return WeaselAsleep()
    if wrong_moment(table, "keep", "weasel_or_fail"):
        return WeaselTooLate()
    count = len(table.turn.tray)
    return WeaselTakesAll(count) if dice not in (None, count) else None


def possible_actions(table: DeluxeTable) -> tuple[Action, ...]:
    match table.pending:
        case "roll":
            return (DeclineGolden(),) if table.specialist == GOLDEN_DIE else ()
        case "keep" if table.specialist == WEASEL:
            return (*grill_answers.possible_actions(table), UseWeasel())
        case "weasel_or_fail":
            return UseWeasel(), AcceptFail()
        case "put_back":
            return tuple(PutBack(who) for who in (table.specialist, table.offered) if who)
        case "bratworm_from":
            return tuple(BratwormFrom(player) for player in table.players if player != table.player)
    return grill_answers.possible_actions(table)


def report(table: DeluxeTable) -> dict[str, Any]:
    return {
        **grill_answers.report(table),
        "holders": {p: who for p, who in zip(table.players, table.holders, strict=True) if who},
        "offered": table.offered,
        "on_grill": dict(table.on_grill),
        "out": list(table.out),
        "supply": table.supply,
        "bratworms": dict(zip(table.players, table.bratworms, strict=True)),
    }


# Setting up


def specialists(given: Mapping[str, Any], table: Mapping[str, Any], known: Mapping[str, int]) -> dict[str, Any]:
    """Who stands where; each is there once, and the raven is nobody's."""
    title = table["rules"].title
    holders = each(given.get("holders", {}), "holders", text)
    out = texts(given.get("out", ()), "out")
    fresh = {} if "grill" in given else {w: t for w, t in known.items() if w not in (*holders.values(), *out)}
    on_grill = each(given.get("on_grill", fresh), "on_grill", whole)
    seen: set[str] = set()
    for who in (*holders.values(), *out, *on_grill):
        if who not in known:
            raise UnknownSpecialist(who)
        if who in seen:
            raise SpecialistTwice(who)
        seen.add(who)
    for who, tile in on_grill.items():
        if tile not in TILES:
            raise UnknownTile(tile, title)
        if tile not in table["up"] or list(on_grill.values()).count(tile) > 1:
            raise SpecialistMisplaced(who, tile)
    if RAVEN in holders.values():
        raise RavenHeld()
    return {"holders": by_seat(table["players"], holders, None), "on_grill": on_grill, "out": out}


def bratworms(given: Mapping[str, Any], players: tuple[Player, ...], most: int) -> dict[str, Any]:
    counts = each(given.get("bratworms", {}), "bratworms", number)
    together = sum(counts.values())
    supply = number(given.get("supply", max(0, most - together)), "supply")
    if supply + together > most:
        raise TooManyBratworms(supply + together, most)
    return {"bratworms": by_seat(players, counts, 0), "supply": supply}


def game(box: Box) -> Game[DeluxeTable]:
    """Heckmeck Deluxe with the pieces of this box."""
    check_die(box.golden_die, heckmeck.FACES, "golden_die")
    worms = printed(box, TILES, heckmeck.FACES)
    deluxe = Rules(
        "Heckmeck Deluxe",
        range(2, 8),
        heckmeck.FACES,
        heckmeck.DICE,
        worms,
        lose,
        exact_only=EXACT_ONLY,
        has_golden=lambda table: table.specialist == GOLDEN_DIE,
        dead_roll=dead_roll,
        result=result,
        may_decline=lambda table: bool(table.options["optional_steal"]),
        after_keep=after_keep,
        after_take=after_take,
        snatch=snatch,
        bonus=bonus,
        leave=leave,
        join=join,
    )
    base_worms = {tile: count for tile, count in worms.items() if tile not in EXACT_ONLY}
    original = Rules(
        deluxe.title, deluxe.players, heckmeck.FACES, heckmeck.DICE, base_worms, heckmeck.lose, leave=leave, join=join
    )

    def state_from(given: Mapping[str, Any]) -> DeluxeTable:
        record(given, "setup", (*KEYS, "on_grill", "holders", "supply", "bratworms", "out"))
        options = variant(given, OPTIONS, heckmeck.OPTIONS)
        rules = original if options["original"] else deluxe
        fields = lay_out(rules, given, options)
        fields |= specialists(given, fields, {} if options["original"] else HOMES)
        fields |= bratworms(given, fields["players"], 0 if options["original"] else BRATWORMS)
        turn = mid_turn(rules, given, fields["holders"][fields["current"]] == GOLDEN_DIE)
        return DeluxeTable(**fields, turn=turn, pending=pending(turn))

    return grill_game(
        "heckmeck-deluxe",
        deluxe,
        box,
        OPTIONS,
        state_from,
        possible_actions=possible_actions,
        refusal=refusal,
        carry_out=carry_out,
        report=report,
    )


GAME = game(box_beside(__file__))
