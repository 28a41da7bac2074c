"""A film tells the moments of a match as they were: every game can be painted again from any of its deeds."""

import io
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
import random_play
from PIL import Image

from companion.games import GAMES
from companion.insight.moments import moments
from companion.kiosk.film import film
from companion.rehearsal.film import retell
from companion.rules.match import Match, begin


def played(name: str, seed: int) -> Match[Any]:
    game, chance = GAMES[name], Random(seed)
    match = begin(game, random_play.names(3), {})
    while not match.over and len(match.deeds) < 300:
        match = match.act(random_play.any_deed(game, match.state, chance, 0.99))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_film(name: str) -> None:
    match = played(name, 3)
    chosen = moments(match, None, 3)
    assert chosen == tuple(sorted(set(chosen)))

    told = list(retell(match, chosen, (160, 90)))

    numbers = list(dict.fromkeys(number for number, _ in told))
    assert set(chosen) <= set(numbers)
    assert numbers == sorted(numbers)
    still = 0
    for before, number in pairwise((-1, *chosen)):
        pictures = [pixels for one, pixels in told if before < one <= number]
        assert all(pixels.shape == (90, 160, 3) for pixels in pictures)
        still += all(np.abs(pixels.astype(int) - pictures[0]).max() < 40 for pixels in pictures[1:])
    assert still <= 1, "points are counted at the end of some games, when nothing moves any more"


def test_the_moments_are_those_that_moved_most_points() -> None:
    match = played("heckmeck", 3)
    scores = [match.game.scores(match.start), *(match.game.scores(deed.state) for deed in match.deeds)]
    moved = [sum(abs(now[p] - then[p]) for p in now) for then, now in pairwise(scores)]

    assert min(moved[n] for n in moments(match, None, 4)) >= sorted(moved)[-4]


def test_a_film_plays_for_ever_and_ends_with_the_result() -> None:
    match = played("heckmeck", 3)
    with Image.open(io.BytesIO(film(match, None, {}, "Ana wins!"))) as told:
        told.seek(told.n_frames - 1)  # type: ignore[attr-defined]
        last = np.asarray(told.convert("RGB"))
        assert told.info["duration"] >= 3000
    assert np.median(last) < 40, "a dark page"
    assert last.max() > 200, "with words"
