"""Two solvers that share no line agree on every game, in moments drawn at random."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from plain_odds import PlainOdds, better

from companion.games import GAMES
from companion.games.grill.at_table.odds.boxes import dice_game
from companion.games.grill.at_table.odds.hint import Moment, Odds

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
SNACKS = {"cucumber": 1, "bun": 2, "cheese": 1, "ketchup": 1, "worm": 1}
TILES = {
    "heckmeck": {tile: (tile - 17) // 4 for tile in range(21, 37)},
    "heckmeck-deluxe": {11: 1, 13: 1} | {tile: (tile - 17) // 4 for tile in range(21, 37)},
    "heckmeck-junior": {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4},
}


@dataclass(frozen=True)
class Case:
    """A table and a moment, with the rules told anew."""

    game: str
    grill: list[int]
    stack: list[int]
    rivals: list[int]
    moment: Moment

    def brings(self, total: int, worm: bool) -> float | None:
        worms = TILES[self.game]
        if self.moment.canned and not worm:
            total, worm = total + 5, True
        if not worm:
            return None
        if total in self.grill:
            return worms[total]
        never = {11, 13} if self.game == "heckmeck-deluxe" else set()
        stolen = worms[total] if total in self.rivals and total not in never else None
        lower = [worms[tile] for tile in sorted(self.grill) if tile < total and tile not in never]
        if self.game == "heckmeck-deluxe" and stolen:
            return stolen
        return max([stolen or 0, *lower[-1:]]) or None

    def plain(self, brings: Any, fail: float) -> PlainOdds:
        if self.game == "heckmeck-junior":
            sides = {"cucumber": 1, "bun": 1, "cheese": 1, "ketchup": 1, "worm": 2}
            return PlainOdds(SNACKS, sides, brings, 0.0, repeats_fail=False)
        return PlainOdds(FACES, dict.fromkeys(FACES, 1), brings, fail, golden={"1": 3, "worm": 3})

    def worms(self) -> PlainOdds:
        return self.plain(self.brings, -TILES[self.game][self.stack[-1]] if self.stack else 0)

    def chance(self, tile: int, exactly: bool) -> PlainOdds:
        def hit(total: int, worm: bool) -> float:
            if self.moment.canned and not worm:
                total, worm = total + 5, True
            return float(worm and (total == tile if exactly else total >= tile))

        return self.plain(hit, 0.0)


def draw(game: str, dice: Random, most_left: int) -> Case:
    """A table and a moment somewhere in a turn."""
    values = SNACKS if game == "heckmeck-junior" else FACES
    box = list(TILES[game]) * (2 if game == "heckmeck-junior" else 1)
    dice.shuffle(box)
    held = dice.randrange(4)
    stack, rivals, grill = box[:1] * dice.randrange(2), box[1 : 1 + held], box[5 : 5 + dice.randrange(1, 12)]
    deluxe = game == "heckmeck-deluxe"
    golden, canned, weasel = (deluxe and dice.random() < 0.5 for _ in range(3))
    total = 6 if game == "heckmeck-junior" else 8
    left = dice.randrange(most_left + 1)
    kept: dict[str, int] = {}
    faces = dice.sample(sorted(values), dice.randrange(1, min(total - left, len(values)) + 1)) if left < total else []
    for n in range(total - left):
        face = faces[n] if n < len(faces) else dice.choice(faces)
        kept[face] = kept.get(face, 0) + 1
    roll = golden_shows = None
    if dice.random() < 0.6 and left + golden and len(kept) < len(values):
        roll = tuple(dice.choice(list(values)) for _ in range(left))
        golden_shows = dice.choice(["1", "worm"]) if golden else None
    return Case(game, grill, stack, rivals, Moment(kept, left, golden, roll, golden_shows, canned, weasel))


def ask(plain: PlainOdds, moment: Moment) -> dict[str, tuple[float, float]]:
    """What the plain solver says of each choice."""
    kept, total = frozenset(moment.kept), sum(plain.values[face] * n for face, n in moment.kept.items())
    left, golden, weasel = moment.left, moment.golden, moment.weasel
    if moment.roll is None:
        stop = {"stop": plain.stop(kept, total)} if kept else {}
        can_roll = left + golden and len(kept) < len(plain.values)
        return stop | ({"roll": plain.roll(kept, total, left, golden, weasel)} if can_roll else {})
    said = {}
    for face in plain.values:
        count = moment.roll.count(face)
        both = count + (moment.golden_shows == face)
        if both and face not in kept:
            after = kept | {face}, total + both * plain.values[face], left - count
            said[face] = plain.rest(*after, golden and moment.golden_shows != face, weasel)
    if not said and not plain.repeats_fail:
        said["stop"] = plain.stop(kept, total)
    if weasel:
        said["weasel"] = plain.roll(kept, total, left, golden)
    return said


def compare(case: Case, tiles: list[int]) -> None:
    game = dice_game(GAMES[case.game])
    answer = Odds(game, game.spoils(case.grill, case.stack, case.rivals)).hint(case.moment)
    fail = case.worms().fail
    expected = ask(case.worms(), case.moment)
    said = {c.get("keep") or next(iter(c)): (c["expected_worms"], -c["p_fail"]) for c in answer["choices"]}
    assert said.keys() == expected.keys()
    for name, worth in expected.items():
        assert said[name] == pytest.approx(worth, abs=1e-9), name
    assert (answer["expected_worms"], -answer["p_fail"]) == pytest.approx(
        better(list(expected.values()) or [(fail, -1.0)]), abs=1e-9
    )
    for tile in tiles:
        for exactly, found in ((False, answer["p_at_least"]), (True, answer["p_exactly"])):
            chances = ask(case.chance(tile, exactly), case.moment).values()
            best = max((chance for chance, _ in chances), default=0.0)
            assert found[str(tile)] == pytest.approx(best, abs=1e-9), (tile, exactly)


@pytest.mark.parametrize("game", TILES)
@pytest.mark.parametrize("seed", range(40))
def test_late_in_a_turn(game: str, seed: int) -> None:
    case = draw(game, Random(seed), most_left=3)
    compare(case, sorted(TILES[game])[seed % 2 :: 2])


@pytest.mark.parametrize("game", TILES)
@pytest.mark.parametrize("seed", range(3))
def test_early_in_a_turn(game: str, seed: int) -> None:
    compare(draw(game, Random(100 + seed), most_left=6), [sorted(TILES[game])[seed]])


@pytest.mark.slow
@pytest.mark.parametrize("game", TILES)
@pytest.mark.parametrize("seed", range(40))
def test_anywhere_in_a_turn(game: str, seed: int) -> None:
    compare(draw(game, Random(1000 + seed), most_left=8 if game != "heckmeck-junior" else 6), sorted(TILES[game])[::3])
