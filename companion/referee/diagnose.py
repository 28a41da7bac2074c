"""Says which rule a table that no action explains has broken."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from companion.referee import violations as v
from companion.referee.readings import Reading
from companion.referee.stories import DICE, dice_in_play, fits, plain, watched
from companion.rules.actions import Roll
from companion.rules.contract import Game
from companion.rules.pieces import GOLDEN, Layout, Player
from companion.rules.refusals import Refusal
from vision.observation import UNKNOWN

S = TypeVar("S")


def dice_out_of_place(game: Game[S], state: S, reading: Reading, *, dice_moved: bool) -> Refusal | None:
    """What is wrong with the dice, the plainest reason first."""
    due = dice_in_play(game, state)
    if due is None:
        return None
    table, expected = reading.layout(frozenset(DICE)), game.layout(state)
    seen = len(reading.lie)
    if any(UNKNOWN in die for _, die in reading.lie):
        return v.DieCocked()
    if seen < due:
        return _without_golden(game, state, reading, due) or v.DiceMissing(seen, due)
    if seen > due:
        return v.TooManyDice(seen, due)
    if any(zone not in DICE for zone, _ in reading.lie):
        return v.DieOffTheMat()
    tray, aside = Counter(table["tray"]), Counter(table["aside"])
    was_tray, was_aside = Counter(expected["tray"]), Counter(expected["aside"])
    gone, laid = was_aside - aside, aside - was_aside
    if gone:
        faces = tuple(sorted(plain(die) for die in gone.elements()))
        return v.KeptDieRolled(faces) if dice_moved and game.dice_due(state) else v.DieTakenBack(faces)
    if was_tray:
        lost = was_tray - tray
        if laid.total() == lost.total() and laid != lost and not dice_moved:
            return v.DieTurned(plain(next(iter(lost - laid))))
        if lost and tray - was_tray and not laid and not dice_moved:
            return v.DieTurned(plain(next(iter(lost))))
    return v.TwoFacesAtOnce() if laid else None


def _without_golden(game: Game[S], state: S, reading: Reading, due: int) -> Refusal | None:
    """All other dice were thrown, and the golden one was left out."""
    thrown = [die for zone, die in reading.lie if zone == "tray"]
    left_out = game.golden_due(state) and not any(die.startswith(GOLDEN) for die in thrown)
    only_that = left_out and len(thrown) == len(reading.lie) == due - 1
    return game.refusal(state, Roll(tuple(sorted(thrown)))) if only_that else None


def tiles_out_of_place(
    game: Game[S], state: S, table: Layout, owed: Mapping[str, tuple[str, ...]], actor: Player
) -> Refusal | None:
    """What is wrong with tiles, stacks or cards; none where hands are only slower than the rules.

    ``actor`` is the player whose turn it was when hands last had something to do.
    """
    expected = game.layout(state)
    wrong = [zone for zone in watched(table, expected) if not fits(table, expected, zone, owed)]
    stacks: Mapping[Player, list[int]] = game.report(state).get("stacks", {})
    mine = f"place:{actor}"
    futures = (game.layout(game.carry_out(state, deed)[0]) for deed in game.legal_actions(state))
    won = {piece for layout in futures for piece in layout.get(mine, ())} - set(expected.get(mine, ()))
    won |= set(expected.get(mine, ())) if mine in owed else set()
    for zone in wrong:
        kind, _, name = zone.partition(":")
        lies, due = table[zone], expected.get(zone, ())
        if kind == "place":
            extra = Counter(lies) - Counter(due)
            for tile in extra:
                if tile == "down":
                    return v.FaceDownTaken(_gap(table, expected))
                if tile in won:
                    if name == actor:
                        continue  # rightly his, only something else is wrong
                    return v.WrongPlace(actor, name)
                under = next((p for p, pile in stacks.items() if tile in map(str, pile[:-1])), None)
                if under is not None:
                    return v.TileFromUnder(under, tile)
                return game.not_yours(state, name, tile) or v.WrongTile(name, tile)
            if due and name != actor:
                return v.RivalsTileMoved(name)
        elif kind == "home" and len(lies) == len(due):
            return v.TileTurnedWrongly(name)
    for zone in wrong:
        kind, _, name = zone.partition(":")
        if kind == "home":
            return v.TileMissing(name)
        if kind == "place":
            return v.RivalsTileMoved(name)
    return None


def _gap(table: Layout, expected: Layout) -> str:
    """Whose place a tile face down is missing from."""
    gaps = (zone for zone in watched(table, expected) if "down" in expected.get(zone, ()) and not table[zone])
    return next(gaps, "home:?").partition(":")[2]


def left_undone(game: Game[S], state: S, table: Layout, owed: Mapping[str, tuple[str, ...]]) -> Refusal | None:
    """What hands still owe the rules: asked for when the next roll falls before it is done."""
    expected = game.layout(state)
    for zone, pieces in owed.items():
        if zone not in table or table[zone] != pieces or pieces == expected.get(zone, ()):
            continue
        kind, _, name = zone.partition(":")
        if kind == "home" and expected.get(zone, ()).count("down") > pieces.count("down"):
            return v.TileNotTurned(name)
        if kind == "home" and not pieces:
            holder = next((z.partition(":")[2] for z, p in owed.items() if name in p and z.startswith("place:")), "?")
            return v.TileNotReturned(holder, name)
        if kind == "place" and expected.get(zone):
            gained = expected[zone][0]
            if gained not in pieces and owed.get(f"home:{gained}") == (gained,):
                return v.TileNotTaken(name, gained)
    return None


def may_be_in_hand(game: Game[S], state: S, wrong: Refusal) -> bool:
    """Whether the tile that is missed from its place could rightly be on its way to the player whose turn it is."""
    if not isinstance(wrong, v.TileMissing):
        return False
    zone = f"home:{wrong.tile}"
    for first in game.legal_actions(state):
        if game.dice_after(state, first) is not None:
            continue  # who has yet to lay dice aside takes nothing
        after = game.carry_out(state, first)[0]
        for then in (after, *(game.carry_out(after, second)[0] for second in game.legal_actions(after))):
            if not game.layout(then).get(zone):
                return True
    return False
