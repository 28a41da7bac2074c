"""Finds the actions, allowed or not, that would explain how the table looks now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.pieces import GOLDEN, Layout

S = TypeVar("S")
Story = tuple[Action, ...]  # what was done, in order; () is "nothing"
NOTHING: tuple[Story, ...] = ((),)
DICE = ("tray", "aside")


def explain_dice(game: Game[S], state: S, table: Layout, *, dice_moved: bool) -> tuple[Story, ...]:
    """The stories that dice in tray and aside tell. One: judge it. None: something is out of place. Several: ask.

    Hands are quicker than cameras, so a story may be two actions long: laid aside and rolled on, or rolled and laid
    aside. Where dice lie in the tray and a roll is due too, hands may do either.
    """
    expected, due = game.layout(state), game.dice_due(state)
    tray, aside = Counter(table["tray"]), Counter(table["aside"])
    was_tray, was_aside = Counter(expected["tray"]), Counter(expected["aside"])
    if not was_tray:
        if not due:
            return NOTHING  # nobody needs the dice now
        return _thrown(game, state, table, was_aside) if dice_moved else _untouched(due, tray, aside, was_aside)
    if (tray, aside) == (was_tray, was_aside) and not (dice_moved and due):
        return NOTHING
    if aside == was_aside and tray.total() == was_tray.total() and dice_moved:
        # Where none is due it was rolled again too early: the rules have a word for it.
        return ((roll(tray),),)
    laid = _laid(game, state, table)
    if laid and (not dice_moved or not tray or was_aside - aside):
        return laid  # what is taken back moves dice in the tray, too; a throw would hardly show the same faces again
    return (dice_moved and _laid_and_rolled(game, state, table)) or laid


def _untouched(due: int, tray: "Counter[str]", aside: "Counter[str]", was_aside: "Counter[str]") -> tuple[Story, ...]:
    """Nobody has rolled yet; before the first roll dice may lie anywhere."""
    return NOTHING if not was_aside or (aside == was_aside and tray.total() == due) else ()


def _thrown(game: Game[S], state: S, table: Layout, was_aside: "Counter[str]") -> tuple[Story, ...]:
    """A roll, and perhaps what was laid aside right after it."""
    tray, aside = Counter(table["tray"]), Counter(table["aside"])
    laid = aside - was_aside
    if was_aside - aside:
        return ()  # a die laid aside has gone
    if tray.total() + laid.total() == game.dice_due(state):
        rolled = roll(tray + laid)
        if not laid:
            return ((rolled,),)
        after = game.carry_out(state, rolled)[0]
        if stories := tuple((rolled, *story) for story in _laid(game, after, table)):
            return stories
    return NOTHING if not was_aside else ()


def _laid(game: Game[S], state: S, table: Layout) -> tuple[Story, ...]:
    """All that could have been laid aside, or taken back, so that the dice lie like this."""
    moves = ((action, game.dice_after(state, action)) for action in game.possible_actions(state))
    return tuple((action,) for action, lies in moves if lies is not None and _dice(lies) == _dice(table))


def _laid_and_rolled(game: Game[S], state: S, table: Layout) -> tuple[Story, ...]:
    found = []
    for action in game.legal_actions(state):
        if game.dice_after(state, action) is not None:
            after = game.carry_out(state, action)[0]
            due, lies = game.dice_due(after), game.layout(after)
            if game.turn_of(after) != game.turn_of(state):
                continue  # the next player has yet to gather the dice
            if due == len(table["tray"]) and _plain(lies["aside"]) == _plain(table["aside"]):
                found.append((action, roll(Counter(table["tray"]))))
    return tuple(found)


def _dice(table: Layout) -> tuple[list[str], list[str]]:
    return _plain(table["tray"]), _plain(table["aside"])


def _plain(dice: Sequence[str]) -> list[str]:
    return sorted(map(plain, dice))


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
    return lies or game.golden_due(state)
