"""Finds the actions, allowed or not, that would explain how the table looks now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.pieces import GOLDEN, Layout

Story = tuple[Action, ...]  # what was done, in order; () is "nothing"
Lie = tuple[tuple[str, ...], tuple[str, ...]]  # what lies in the tray, and aside
NOTHING: tuple[Story, ...] = ((),)
DICE = ("tray", "aside")


class DiceStories:
    """The stories that dice in tray and aside tell, from one state of the book.

    One: judge it. None: something is out of place. Several: ask. Hands are quicker than cameras, so a story may be two
    actions long: laid aside and rolled on, or rolled and laid aside. Where dice lie in the tray and a roll is due too,
    hands may do either.
    """

    def __init__(self, game: Game[Any], state: Any) -> None:
        self._game = game
        self._state = state
        self._expected, self._due = game.layout(state), game.dice_due(state)
        self._was_tray, self._was_aside = Counter(self._expected["tray"]), Counter(self._expected["aside"])

    def explain(self, table: Layout, *, dice_moved: bool) -> tuple[Story, ...]:
        due, tray, aside = self._due, Counter(table["tray"]), Counter(table["aside"])
        if not self._was_tray:
            if not due:
                return NOTHING  # nobody needs the dice now
            return self._thrown(table) if dice_moved else self._untouched(tray, aside)
        if (tray, aside) == (self._was_tray, self._was_aside) and not (dice_moved and due):
            return NOTHING
        if aside == self._was_aside and tray.total() == self._was_tray.total() and dice_moved:
            # Where none is due and nothing allows it, it was rolled again too early: the rules have a word for it.
            return tuple((deed, roll(tray)) for deed in self._once_more) or ((roll(tray),),)
        laid = self._laid.get(_dice(table), ())
        if laid and (not dice_moved or not tray or self._was_aside - aside):
            return (
                laid  # what is taken back moves dice in the tray, too; a throw would hardly show the same faces again
            )
        return (dice_moved and self._laid_and_rolled(table)) or laid

    def _untouched(self, tray: "Counter[str]", aside: "Counter[str]") -> tuple[Story, ...]:
        """Nobody has rolled yet; before the first roll dice may lie anywhere."""
        still_there = aside == self._was_aside and tray.total() == self._due
        return NOTHING if not self._was_aside or still_there else ()

    def _thrown(self, table: Layout) -> tuple[Story, ...]:
        """A roll, and perhaps what was laid aside right after it."""
        tray, aside = Counter(table["tray"]), Counter(table["aside"])
        laid = aside - self._was_aside
        if self._was_aside - aside:
            return ()  # a die laid aside has gone
        if tray.total() + laid.total() == self._due:
            rolled = roll(tray + laid)
            if not laid:
                return ((rolled,),)
            after = DiceStories(self._game, self._game.carry_out(self._state, rolled)[0])
            if stories := tuple((rolled, *story) for story in after._laid.get(_dice(table), ())):
                return stories
        return NOTHING if not self._was_aside else ()

    @cached_property
    def _laid(self) -> Mapping[Lie, tuple[Story, ...]]:
        """All that could be laid aside, or taken back, by how the dice would then lie."""
        found: dict[Lie, tuple[Story, ...]] = {}
        for action in self._game.possible_actions(self._state):
            lies = self._game.dice_after(self._state, action)
            if lies is not None:
                found[_dice(lies)] = (*found.get(_dice(lies), ()), (action,))
        return found

    @cached_property
    def _once_more(self) -> tuple[Action, ...]:
        """What lets the dice in the tray be thrown again as they are, where a game allows that: hands just do it."""
        found = []
        for action in self._game.legal_actions(self._state) if not self._due else ():
            if self._game.dice_after(self._state, action) is None:
                after = self._game.carry_out(self._state, action)[0]
                same_turn = self._game.turn_of(after) == self._game.turn_of(self._state)
                if same_turn and self._game.dice_due(after) == self._was_tray.total():
                    found.append(action)
        return tuple(found)

    def _laid_and_rolled(self, table: Layout) -> tuple[Story, ...]:
        found = []
        for action, due, aside in self._rollable:
            if due == len(table["tray"]) and aside == _plain(table["aside"]):
                found.append((action, roll(Counter(table["tray"]))))
        return tuple(found)

    @cached_property
    def _rollable(self) -> tuple[tuple[Action, int, tuple[str, ...]], ...]:
        """What can be laid aside so that the turn goes on, how many dice are then rolled, and what lies aside."""
        found = []
        for action in self._game.legal_actions(self._state):
            if self._game.dice_after(self._state, action) is not None:
                after = self._game.carry_out(self._state, action)[0]
                if self._game.turn_of(after) != self._game.turn_of(self._state):
                    continue  # the next player has yet to gather the dice
                found.append((action, self._game.dice_due(after), _plain(self._game.layout(after)["aside"])))
        return tuple(found)


def _dice(table: Layout) -> Lie:
    return _plain(table["tray"]), _plain(table["aside"])


def _plain(dice: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(map(plain, dice)))


def watched(table: Layout, expected: Layout) -> tuple[str, ...]:
    """The zones of tiles, tokens and cards that the camera and the game can both speak of."""
    return tuple(zone for zone in table if zone not in DICE and zone in expected)


def fits(table: Layout, expected: Layout, zone: str, owed: Mapping[str, tuple[str, ...]]) -> bool:
    lies = table[zone]
    return alike(zone, lies, expected.get(zone, ())) or (zone in owed and alike(zone, lies, owed[zone]))


def alike(zone: str, lies: tuple[str, ...], due: tuple[str, ...]) -> bool:
    """A tile face down has no print: in its slot it is too easily missed to make a case of it."""
    if lies == due or not zone.startswith("home:"):
        return lies == due
    return [tile for tile in lies if tile != "down"] == [tile for tile in due if tile != "down"]


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
