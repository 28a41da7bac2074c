"""What the command prints, against every fall of every die one by one: slow, but too simple to be wrong."""

import json
from itertools import product

import pytest

from companion.cli import main

VALUES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
WORMS = {11: 1, 13: 1} | {tile: (tile - 21) // 4 + 1 for tile in range(21, 37)}
GOLDEN = ("1", "1", "1", "worm", "worm", "worm")
Kept = tuple[tuple[str, int], ...]
Worth = tuple[float, float]  # worms, and the chance not to fail less one


class DieByDie:
    def __init__(self, grill: list[int], stack: list[int], rivals: list[int], canned: bool, must_steal: bool) -> None:
        self.grill, self.rivals, self.canned, self.must_steal = grill, rivals, canned, must_steal
        self.lost: Worth = (-WORMS[stack[-1]] if stack else 0, -1)

    def stop(self, kept: Kept) -> Worth:
        points = sum(VALUES[face] * count for face, count in kept)
        worm = "worm" in dict(kept)
        if self.canned and not worm:
            points, worm = points + 5, True
        if not worm:
            return self.lost
        if points in self.grill:
            return WORMS[points], 0
        stolen = [points] if points in self.rivals and points > 13 else []
        lower = [tile for tile in self.grill if 13 < tile < points][-1:]
        gains = [WORMS[tile] for tile in (stolen if stolen and self.must_steal else stolen + lower)]
        return (max(gains), 0) if gains else self.lost

    def roll(self, kept: Kept, left: int, golden: bool, weasel: bool) -> Worth:
        falls = list(product(product(VALUES, repeat=left), GOLDEN if golden else [""]))
        worths = [self.answer(kept, dice, shown, weasel) for dice, shown in falls]
        return sum(worms for worms, _ in worths) / len(falls), sum(fails for _, fails in worths) / len(falls)

    def answer(self, kept: Kept, dice: tuple[str, ...], shown: str, weasel: bool) -> Worth:
        answers = list(self.keeps(kept, dice, shown, weasel).values()) or [self.lost]
        return better([*answers, *([self.roll(kept, len(dice), bool(shown), False)] if weasel else [])])

    def keeps(self, kept: Kept, dice: tuple[str, ...], shown: str, weasel: bool) -> dict[str, Worth]:
        worths = {}
        for face in sorted({*dice, shown} - {"", *dict(kept)}):
            after, left = (*kept, (face, dice.count(face) + (shown == face))), len(dice) - dice.count(face)
            golden = bool(shown) and shown != face
            ends = left + golden == 0 or len(after) == len(VALUES)
            worths[face] = better([self.stop(after), *([] if ends else [self.roll(after, left, golden, weasel)])])
        return worths


def better(answers: list[Worth]) -> Worth:
    most = max(worms for worms, _ in answers)
    return max((one for one in answers if one[0] > most - 1e-11), key=lambda one: one[1])


KEPT: Kept = (("5", 3), ("3", 3))


@pytest.mark.parametrize(
    "words", ["", "--stack 22,33", "--rivals 29,26 --stack 36", "--canned", "--weasel", "--golden"]
)
@pytest.mark.parametrize("roll", ["", "worm,1", "5,3", "4,worm"])
@pytest.mark.parametrize("game", ["heckmeck", "heckmeck-deluxe"])
def test_every_option_of_the_command(game: str, roll: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    golden, weasel = "--golden" in words, "--weasel" in words
    given = dict(zip(words.split()[::2], words.split()[1::2], strict=False))
    stack, rivals = ([int(tile) for tile in given.get(name, "").split(",") if tile] for name in ("--stack", "--rivals"))
    plain = DieByDie([24, 27, 30], stack, rivals, "--canned" in words, must_steal=game == "heckmeck-deluxe")
    asked = ["odds", "--json", "--game", game, "--kept", "5:3,3:3", "--grill", "24,27,30", *words.split()]
    wanted: dict[str, Worth]
    if roll:
        dice = tuple(roll.split(","))
        wanted = {f"keep {face}": worth for face, worth in plain.keeps(KEPT, dice, "1" * golden, weasel).items()}
        wanted |= {"roll": plain.roll(KEPT, 2, golden, False)} if weasel else {}
        asked += ["--roll", roll + ",1" * golden]
    else:
        wanted = {"stop": plain.stop(KEPT), "roll": plain.roll(KEPT, 2, golden, weasel)}
    assert main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"expected_worms", "p_fail", "p_at_least", "p_exactly", "choices", "best"}
    choices = {f"keep {one['keep']}" if "keep" in one else next(iter(one)): one for one in told["choices"]}
    assert set(choices) == set(wanted)
    for what, (worms, fails) in wanted.items():
        assert choices[what]["expected_worms"] == pytest.approx(worms, abs=1e-9)
        assert choices[what]["p_fail"] == pytest.approx(-fails, abs=1e-9)
    best = better(list(wanted.values()) or [plain.lost])
    assert (told["expected_worms"], -told["p_fail"]) == pytest.approx(best, abs=1e-9)
    assert told["best"] is None or set(told["best"]) <= {"keep", "stop", "roll"}
