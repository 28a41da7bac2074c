"""Which dice lean: those that point upwards another way than the table does."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.find_dice import CLOSEST, Candidate, bystanders
from vision.dice.look_again import further_quads
from vision.dice.plumb_line import Array, Complexes, hold, turned
from vision.dice.sureness import Word, leaning, mean_word
from vision.network import network
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting

Floats = NDArray[np.float32]
FOCALS = (0.8, 1.0, 1.3, 1.7, 2.2, 3.0)  # in picture lengths, of a camera nothing is known about
BESIDE, LEAST_LOOK = 1.75, -1.0  # face sides to a die it can lean on; the looker's log odds that count without one
PLAIN_LOOK, PLAIN_OFF = -1.5, 0.1  # log odds, and the sine of an angle, by which the looker sees it stand upright
FAR_OFF = 0.25  # the same, by which it sees it point elsewhere, whatever lies beside it
LEAST_DICE = 3  # two that disagree do not tell which of them leans
FEWEST_DICE, ENOUGH_DICE = 2, 4  # from which on, and up to which, what may be dice tells where up is, too
WITNESSES = 2  # dice that plainly stand are asked, too, where only dice tell where up is
LOOKERS_SPREAD, LEAST_SPREAD = 0.15, 0.03  # the error of its word on where up is; no upright is known better than that
OTHERS_SPREAD = 0.5  # the same of what may be no die
SHY = 1.03  # how much farther across than the plumb line says dice point up
FAINT_DOUBT, DOUBT = 0.03, 0.3  # chance of leaning from which all dice are asked, and from which it is looked at again
SAME_UPRIGHT = 0.15  # apart, and two lenses tell of the same upright
ODD = 4.5  # likely errors after which more say no more
ROUNDS, SOFT = 8, 0.05


def chances_of_leaning(
    picture: Pyramid, dice: Sequence[Candidate], table: Mounting | None, seen: Sequence[Candidate] = ()
) -> list[float]:
    """How likely each die is cocked, by all that tells; of a few dice what else was seen like them bears witness."""
    few = table is None and FEWEST_DICE <= len(dice) < ENOUGH_DICE
    others = bystanders(seen, dice) if few else ()
    words = leans_by(picture, dice, table, others)
    near = closeness([*dice, *others])[: len(dice)]
    return [leaning(*one) for one in zip(dice, words, near, strict=True)]


def leans_by(
    picture: Pyramid,
    dice: Sequence[Candidate],
    table: Mounting | None,
    others: Sequence[Candidate] = (),
    every: bool = False,
) -> list[Word | None]:
    """Whether each die points off the table's upright; none where nothing tells. Others help to tell where that is.

    Of those asked, what seems to lean, or every one, is looked at several times more: a top face seen amiss points
    elsewhere, too.
    """
    words: list[Word | None] = [None] * len(dice)
    company = [*dice, *others]
    if not dice or (table is None and len(company) < LEAST_DICE):
        return words
    level, near = seen_levels(picture, company, table), closeness(company)
    asked = worth_asking(dice, near, level, 0 if table is not None else WITNESSES)
    if not asked:
        return words
    told, edges = hold(picture, [dice[n].quad for n in asked])
    if table is None:
        level = told_levels(picture, dice, others, asked, told, edges)
        rest = [n for n in range(len(dice)) if n not in asked]
        first = words_of(told, edges, level[asked])
        doubted = any(leaning(dice[n], word, near[n]) >= FAINT_DOUBT for n, word in zip(asked, first, strict=True))
        if rest and (every or doubted):
            more, ways = hold(picture, [dice[n].quad for n in rest])  # before one is called cocked, all are asked
            asked, told, edges = [*asked, *rest], np.concatenate([told, more]), np.concatenate([edges, ways])
            level = told_levels(picture, dice, others, asked, told, edges)
    for n, word in zip(asked, words_of(told, edges, level[asked]), strict=True):
        words[n] = word
        if every or leaning(dice[n], word, near[n]) >= DOUBT:
            quads = further_quads(picture, dice[n])
            there = np.tile(level[n], (len(quads), 1))
            words[n] = mean_word([word, *words_of(*hold(picture, quads), there)])
    return words


def seen_levels(picture: Pyramid, dice: Sequence[Candidate], table: Mounting | None) -> Array:
    """Where up is at each die, by the table or, where nothing is known of it, by the looker's word on all of them."""
    places = np.array([one.centre for one in dice])
    if table is not None:
        return levels(places, table)
    shown = np.array([looked_up(one) for one in dice])
    return agreed_levels(places, shown, np.full(len(dice), LOOKERS_SPREAD), (picture.width, picture.height))


def told_levels(
    picture: Pyramid,
    dice: Sequence[Candidate],
    others: Sequence[Candidate],
    asked: Sequence[int],
    told: Floats,
    edges: Complexes,
) -> Array:
    """Where up is at each of them, by the plumb line's word or, of those not asked, the looker's."""
    company = [*dice, *others]
    places, shown = np.array([one.centre for one in company]), np.array([looked_up(one) for one in company])
    spread = np.array([LOOKERS_SPREAD] * len(dice) + [OTHERS_SPREAD] * len(others))
    shown[asked] = SHY * turned(told[:, :2], edges)
    spread[asked] = np.exp(told[:, 2]) + LEAST_SPREAD
    return agreed_levels(places, shown, spread, (picture.width, picture.height))


def worth_asking(dice: Sequence[Candidate], near: Sequence[float], level: Array, witnesses: int = 0) -> list[int]:
    """Which dice the plumb line is held to: those that may lean, and so many that plainly stand, to compare with."""
    doubted = [n for n, one in enumerate(dice) if may_lean(one, near[n], level[n])]
    plain = sorted({*range(len(dice))}.difference(doubted), key=lambda n: sum(dice[n].leans))
    return [*doubted, *plain[:witnesses]] if doubted else []


def may_lean(one: Candidate, near: float, upright: Array) -> bool:
    """Whether there is another to lean on and the looker is not sure it stands plainly upright, or saw something.

    What points quite another way may lean on a pencil.
    """
    word, off = sum(one.leans) / 2, math.dist(looked_up(one), upright)
    plain = word < PLAIN_LOOK and off < PLAIN_OFF
    return word > LEAST_LOOK or off > FAR_OFF or (near > 1 / BESIDE and not plain)


def looked_up(one: Candidate) -> Array:
    """Which way the looker sees it point up, 1 where it points straight across."""
    return np.asarray(one.up / longest_edge(one.quad))


def closeness(dice: Sequence[Candidate]) -> list[float]:
    """How near the next die is to each: 1 where its middle is a face side away, less the farther, hardly ever more."""
    if len(dice) < 2:
        return [0.0] * len(dice)
    places = np.array([complex(*one.centre) for one in dice])
    away = np.abs(places[:, None] - places)
    np.fill_diagonal(away, np.inf)
    sides = np.array([one.side for one in dice])
    return [float(near) for near in np.minimum(sides / np.maximum(away.min(axis=1), 1.0), CLOSEST)]


def words_of(told: Floats, edges: Complexes, level: Array) -> list[Word]:
    """Held against the table's upright there."""
    there = turned(level, edges.conj())
    leans = network("lean")(np.hstack([told, told[:, :2] - there, there]).astype(np.float32))
    return [Word(float(says), float(error)) for says, error in zip(leans[:, 0], told[:, 2], strict=True)]


def levels(places: Array, table: Mounting) -> Array:
    """How the table's upright looks at each place."""
    return np.asarray(sights(places, table.lens.focal, table.lens.centre)[:, :2] @ table.upright)


def agreed_levels(places: Array, shown: Array, spread: Array, size: tuple[int, int]) -> Array:
    """The same where nothing is known but how dice point, and how surely: by the camera in which they agree best.

    Others in which they agree nearly as well, and on nearly the same, count as well: few dice do not tell the lens.
    """
    guesses = levels_through(places, shown, spread, np.array(FOCALS) * max(size), size)
    badly = misfit(np.linalg.norm(guesses - shown, axis=-1), spread)
    away = np.linalg.norm(guesses - guesses[badly.argmin()], axis=-1).mean(axis=-1)
    share = np.exp(badly.min() - badly) * (away < SAME_UPRIGHT)
    return np.asarray(np.tensordot(share / share.sum(), guesses, 1))


def levels_through(places: Array, shown: Array, spread: Array, focals: Array, size: tuple[int, int]) -> Array:
    """By the upright most of them agree on, if the camera's focal length were this; one row each."""
    ways = sights(places, focals[:, None, None], ((size[0] - 1) / 2, (size[1] - 1) / 2))
    ups = upright(ways, shown)
    as_each_says = np.einsum("fnij,fkj->fkni", ways[..., :2, :], ups)
    best = misfit(np.linalg.norm(as_each_says - shown, axis=-1), spread).argmin(axis=1)
    most = commonest(ups, spread, ups[np.arange(len(focals)), best])
    return np.asarray(np.einsum("fnij,fj->fni", ways[..., :2, :], most))


def misfit(off: Array, spread: Array) -> Array:
    """How badly dice agree; the odd one out counts only so much."""
    return np.asarray(np.minimum(off / spread, ODD).sum(axis=-1))


def sights(places: Array, focal: tuple[float, float] | Array, centre: tuple[float, float]) -> Array:
    """For each place in the picture: right, down and away as the camera there has them."""
    x, y = np.moveaxis((places - np.array(centre)) / np.array(focal), -1, 0)
    level, far = np.sqrt(x**2 + 1), np.sqrt(x**2 + y**2 + 1)
    right = np.stack([1 / level, np.zeros_like(x), -x / level], axis=-1)
    down = np.stack([-x * y / level, level, -y / level], axis=-1) / far[..., None]
    away = np.stack([x, y, np.ones_like(x)], axis=-1) / far[..., None]
    return np.stack([right, down, away], axis=-2)


def longest_edge(quad: Floats) -> float:
    """How long an edge of this die looks that is seen straight across."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    across, down = complex(bx - ax + cx - dx, by - ay + cy - dy) / 2, complex(dx - ax + cx - bx, dy - ay + cy - by) / 2
    square = (abs(across) ** 2 + abs(down) ** 2 + abs(across**2 + down**2)) / 2  # the ellipse that fits into the face
    return math.sqrt(max(square, 1.0))


def upright(ways: Array, shown: Array) -> Array:
    """Each die's upright in the camera's space: what is seen across, and the rest towards the camera."""
    rest = np.sqrt(np.clip(1 - (shown**2).sum(axis=-1, keepdims=True), 0.0, None))
    across = (shown[..., None] * ways[..., :2, :]).sum(axis=-2)
    return np.asarray(across - rest * ways[..., 2, :])


def commonest(directions: Array, spread: Array, start: Array) -> Array:
    """The direction those agree on that are not far from where it starts; one row each."""
    up = start[:, None]
    for _ in range(ROUNDS):
        off = np.linalg.norm(directions - up, axis=-1)
        weight = ((off < ODD * spread) / (spread * (off + SOFT)))[..., None]
        up = (directions * weight).sum(axis=-2, keepdims=True) / weight.sum(axis=-2, keepdims=True)
    return np.asarray((up / np.linalg.norm(up, axis=-1, keepdims=True))[..., 0, :])
