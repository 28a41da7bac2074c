"""Answers for one moment of a turn: what each choice is worth, how likely it fails, and which is best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from companion.games.grill.at_table.odds.boxes import DiceGame
from companion.games.grill.at_table.odds.falls import Dice, Falls, Reals, falls
from companion.games.grill.at_table.odds.solve import ALIKE, NEVER, Worth, chance_to_fail, most
from companion.games.grill.at_table.odds.spoils import Spoils

Answer = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """Where a turn stands: the dice laid aside, those still to roll, and the roll that waits for a choice, if any."""

    kept: Mapping[str, int] = field(default_factory=dict)  # the golden die included
    left: int = 0  # ordinary dice not laid aside
    golden: bool = False  # the golden die is not laid aside either
    roll: tuple[str, ...] | None = None  # ordinary dice
    golden_shows: str | None = None
    canned: bool = False
    weasel: bool = False  # at hand and not used in this turn
    must_roll: bool = False  # the weasel has just taken the roll back
    may_decline: bool = False  # the golden die may still be left out of this turn


@dataclass(frozen=True)
class Choice:
    """One thing to do, and where its worth is written: in which part of a solution, at which state."""

    what: Answer
    part: Literal["stop", "roll", "best"]
    state: int
    dice: Dice
    weasel: bool  # still at hand after it
    besides: int = 0  # worms it brings at once


class Odds:
    """The odds of one game on one grill; what the grill changes is solved when it is first asked for."""

    def __init__(self, game: DiceGame, spoils: Spoils) -> None:
        self.game, self.spoils = game, spoils
        self._worms: dict[tuple[Dice, bool, bool], tuple[Worth, Worth]] = {}

    def hint(self, moment: Moment) -> Answer:
        """Everything worth knowing now, as ``companion odds --json`` prints it."""
        choices = self._choices(moment)
        tiles = [str(tile) for tile in self.game.worms]
        best = np.max([np.zeros(2 * len(tiles)), *self._chances(choices, moment)], axis=0).clip(0, 1).tolist()
        return self._rated(choices, moment) | {
            "p_at_least": dict(zip(tiles, best[: len(tiles)], strict=True)),
            "p_exactly": dict(zip(tiles, best[len(tiles) :], strict=True)),
        }

    def at_least(self, moment: Moment) -> list[dict[int, float]]:
        """For each choice in the order of the hint, the chance of at least each tile after it."""
        chances = self._chances(self._choices(moment), moment)
        return [dict(zip(self.game.worms, of_choice.tolist(), strict=False)) for of_choice in chances]

    def _chances(self, choices: Sequence[Choice], moment: Moment) -> list[Reals]:
        tiles, repeats_fail = tuple(self.game.worms), self.game.repeats_fail
        solved = (_chances(choice.dice, tiles, repeats_fail, moment.canned, choice.weasel) for choice in choices)
        return [getattr(worth, choice.part)[choice.state] for choice, worth in zip(choices, solved, strict=True)]

    def worms(self, moment: Moment) -> Answer:
        """The worms of each choice and the best, without the chances of each tile: all a robot wants."""
        return self._rated(self._choices(moment), moment)

    def _rated(self, choices: Sequence[Choice], moment: Moment) -> Answer:
        rated = []
        for choice in choices:
            worth, fails = self._solved(choice.dice, moment.canned, choice.weasel)
            expected = float(getattr(worth, choice.part)[choice.state]) + choice.besides
            p_fail = min(1.0, float(getattr(fails, choice.part)[choice.state]))  # a sum of chances may be a hair more
            rated.append({**choice.what, "expected_worms": expected, "p_fail": p_fail})
        if not rated:
            return {"expected_worms": float(-self.spoils.at_risk), "p_fail": 1.0, "choices": [], "best": None}
        most_worth = max(choice["expected_worms"] for choice in rated) - ALIKE
        alike = [place for place, choice in enumerate(rated) if choice["expected_worms"] >= most_worth]
        best = min(alike, key=lambda place: round(rated[place]["p_fail"], 12))
        worth_of_best = {key: rated[best][key] for key in ("expected_worms", "p_fail")}
        return worth_of_best | {"choices": rated, "best": choices[best].what}

    def _choices(self, moment: Moment) -> list[Choice]:
        """What the player may do now; nothing when a roll of repeats has failed."""
        # A golden die laid aside is a die like the others, so it only matters while it is still to be rolled.
        ordinary = moment.left + sum(moment.kept.values())
        dice = replace(self.game.dice, ordinary=ordinary, golden=self.game.golden if moment.golden else ())
        number, mask, total = falls(dice).number, dice.mask(moment.kept), dice.total(moment.kept)
        here = int(number[mask, moment.left, int(moment.golden), total])
        stop = Choice({"stop": True}, "stop", here, dice, moment.weasel)
        roll = Choice({"roll": True}, "roll", here, dice, moment.weasel)
        if moment.roll is None:
            can_roll = moment.left + moment.golden > 0 and mask + 1 < 1 << len(dice.faces)
            declined = self._choices(replace(moment, golden=False, may_decline=False)) if moment.may_decline else []
            declines = [replace(choice, what={"decline_golden": True}) for choice in declined]
            return [stop] * (mask > 0 and not moment.must_roll) + [roll] * can_roll + declines
        choices = []
        for bit, face in enumerate(dice.faces):
            count, golden = moment.roll.count(face), moment.golden_shows == face
            if count + golden and not mask >> bit & 1:
                kept = total + (count + golden) * dice.values[bit]
                then = number[mask | 1 << bit, moment.left - count, int(moment.golden and not golden), kept]
                besides = self.spoils.double if bit == 0 and count + golden >= 2 else 0
                choices.append(Choice({"keep": face}, "best", int(then), dice, moment.weasel, besides))
        if not choices and not self.game.repeats_fail:
            choices.append(stop)
        if moment.weasel:
            choices.append(replace(roll, what={"weasel": True}, weasel=False))
        return choices

    def _solved(self, dice: Dice, canned: bool, weasel: bool) -> tuple[Worth, Worth]:
        """The worms expected and the chance to fail, in every state."""
        if (dice, canned, weasel) not in self._worms:
            turn = falls(dice)
            result, worm = _results(turn, canned)
            gains = [self.spoils.of(result) for result in range(int(result.max()) + 1)]
            brings = np.array([np.nan if gain is None else gain for gain in gains])[result]
            fails = ~worm | np.isnan(brings)
            stop = _stops(turn, np.where(fails, -self.spoils.at_risk, brings))
            stop_fails = np.append(fails, 1.0)
            repeats = np.full_like(stop, -self.spoils.at_risk) if self.game.repeats_fail else np.maximum(stop, 0)
            repeats_fail = np.ones_like(stop) if self.game.repeats_fail else stop_fails
            used = self._solved(dice, canned, False) if weasel else None
            double = self.spoils.double
            worth = most(turn, stop, repeats, used[0] if used else None, double=double)
            fail = chance_to_fail(turn, worth, stop_fails, repeats_fail, used, double=double)
            self._worms[dice, canned, weasel] = worth, fail
        return self._worms[dice, canned, weasel]


def _results(turn: Falls, canned: bool) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The result of stopping in each state, and whether there is a worm in it."""
    worm = (turn.mask & turn.dice.worm) > 0
    if not canned:
        return turn.sum, worm
    worth = turn.dice.values[turn.dice.faces.index("worm")]
    return np.where(worm, turn.sum, turn.sum + worth), np.ones_like(worm)


def _stops(turn: Falls, worth: NDArray[Any]) -> Reals:
    """What stopping is worth in each state: nobody stops before keeping a die, nor in no state at all."""
    return np.append(np.where(turn.mask > 0, worth, NEVER), NEVER)


@lru_cache(maxsize=16)
def _chances(dice: Dice, tiles: tuple[int, ...], repeats_fail: bool, canned: bool, weasel: bool) -> Worth:
    """The best chance of a result of at least each tile, then of exactly each, as columns: no grill changes these."""
    turn = falls(dice)
    result, worm = _results(turn, canned)
    solved = []
    for wanted in [result >= tile for tile in tiles] + [result == tile for tile in tiles]:
        stop = _stops(turn, worm & wanted)
        repeats = np.zeros_like(stop) if repeats_fail else np.maximum(stop, 0)
        worth = most(turn, stop, repeats)
        solved.append(most(turn, stop, repeats, worth) if weasel else worth)
    return Worth(*(np.stack([getattr(worth, part) for worth in solved], axis=1) for part in ("stop", "roll", "best")))
