"""Finds the actions, allowed or not, that would explain how the table looks now."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

from companion.games.grill.deeds import Keep
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.pieces import GOLDEN, Layout

S = TypeVar("S")
Story = tuple[Action, ...]  # what was done, in order; () is "nothing"
NOTHING: tuple[Story, ...] = ((),)
DICE = ("tray", "aside")


def explain_dice(game: Game[S], state: S, table: Layout, *, dice_moved: bool) -> tuple[Story, ...]:
    """The stories that dice in tray and aside tell. One: judge it. None: something is out of place. Several: ask.

    Hands are quicker than cameras, so a story may be two actions long: kept and rolled on, or rolled and kept.
    """
    expected, due = game.layout(state), game.dice_due(state)
    tray, aside = Counter(table["tray"]), Counter(table["aside"])
    was_tray, was_aside = Counter(expected["tray"]), Counter(expected["aside"])
    laid = aside - was_aside
    if due == 0 and not was_tray:
        return NOTHING  # nobody needs the dice now
    if was_aside - aside:
        return ()  # a die laid aside has gone
    one_face = len(laid) and len({plain(die) for die in laid}) == 1
    if due > 0:
        if tray.total() + laid.total() != due:
            return NOTHING if not was_aside else ()  # before the first roll dice may lie anywhere
        if not laid:
            # A second roll can show the very faces of the first, so looks alone never prove a roll.
            return ((roll(tray),),) if dice_moved else NOTHING
        if one_face and dice_moved:
            return ((roll(tray + laid), keep(laid)),)
        return NOTHING if not was_aside else ()
    if not laid:
        if tray == was_tray:
            return NOTHING
        # Rolled again before anything was kept: the rules have a word for it.
        return ((roll(tray),),) if dice_moved and tray.total() == was_tray.total() else ()
    if not one_face or laid - was_tray:
        return ()
    kept = keep(laid)
    rest = was_tray - laid
    if tray == rest and (not dice_moved or not rest):
        return ((kept,),)
    if tray.total() == rest.total() and dice_moved and game.refusal(state, kept) is None:
        return ((kept, roll(tray)),)
    return ((kept,),) if tray == rest else ()


def explain_tiles(game: Game[S], state: S, table: Layout, owed: Mapping[str, tuple[str, ...]]) -> tuple[Story, ...]:
    """The stories that tiles tell; ``owed`` is how zones may still lie because hands are slower than rules."""
    expected = game.layout(state)
    if all(fits(table, expected, zone, owed) for zone in watched(table)):
        return NOTHING
    found: list[Story] = []
    for first in game.possible_actions(state):
        after = game.carry_out(state, first)[0]
        if _tells(game, state, after, table, owed):
            found.append((first,))
        elif game.refusal(state, first) is None:
            for second in game.possible_actions(after):
                if _tells(game, state, game.carry_out(after, second)[0], table, owed):
                    found.append((first, second))
    short = min((len(story) for story in found), default=0)
    return tuple(story for story in found if len(story) == short)


def watched(table: Layout) -> tuple[str, ...]:
    """The zones of tiles, tokens and cards that the camera can speak of."""
    return tuple(zone for zone in table if zone not in DICE and zone != "pond")


def fits(table: Layout, expected: Layout, zone: str, owed: Mapping[str, tuple[str, ...]]) -> bool:
    lies = table[zone]
    return alike(zone, lies, expected.get(zone, ())) or (zone in owed and alike(zone, lies, owed[zone]))


def alike(zone: str, lies: tuple[str, ...], due: tuple[str, ...]) -> bool:
    """A tile face down has no print: in its slot it is too easily missed to make a case of it."""
    if lies == due or not zone.startswith("grill:"):
        return lies == due
    return [tile for tile in lies if tile != "down"] == [tile for tile in due if tile != "down"]


def _tells(game: Game[S], before: S, after: S, table: Layout, owed: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether the table shows all that this deed changes, and nothing else."""
    now, then = game.layout(after), game.layout(before)
    changed = [zone for zone in watched(table) if now.get(zone, ()) != then.get(zone, ())]
    return (
        bool(changed)
        and all(table[zone] == now.get(zone, ()) for zone in changed)
        and all(fits(table, now, zone, owed) for zone in watched(table))
    )


def roll(dice: "Counter[str]") -> Roll:
    """The roll these dice show; the golden one is told apart."""
    golden = [die.removeprefix(GOLDEN) for die in dice.elements() if die.startswith(GOLDEN)]
    return Roll(tuple(sorted(die for die in dice.elements() if not die.startswith(GOLDEN))), *golden[:1])


def keep(dice: "Counter[str]") -> Keep:
    faces = [plain(die) for die in dice.elements()]
    return Keep(faces[0], len(faces))


def plain(die: str) -> str:
    return die.removeprefix(GOLDEN)


def dice_in_play(game: Game[Any], state: Any) -> int | None:
    """How many dice should be in view now; none where nobody needs them."""
    expected, due = game.layout(state), game.dice_due(state)
    if due == 0 and not expected.get("tray"):
        return None
    return (due or len(expected["tray"])) + len(expected["aside"])


def golden_in_play(game: Game[Any], state: Any) -> bool:
    """Whether the golden die is to be rolled, or lies in the tray or aside."""
    expected = game.layout(state)
    lies = any(die.startswith(GOLDEN) for zone in DICE for die in expected.get(zone, ()))
    return lies or getattr(getattr(state, "turn", None), "golden_left", False)
