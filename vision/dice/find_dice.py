"""Finds what could be dice, and where their upper faces are."""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.network import network, planes
from vision.pyramid import Pyramid

Floats = NDArray[np.float32]
STRIDE, BLOCK, SQUEEZE = 4, 32, 0.04  # the finder's cells and blocks in its pixels; a share nobody notices
LONG_SIDE = 640  # of the picture the finder is shown first
CLOSER = (2.5, 6.25, 15.6)  # how much smaller the picture is shown for close-ups, all of which cost a fifth
LARGE = 12.0  # a face side in the pixels it is shown in so from which it is seen better
SMALL, WARM = 11.5, 0.5  # a face side in the finder's pixels that deserves a larger picture, if it is likely a die
PHOTO_SIDE = 900  # pixels of a photograph from the web, which shows anything from a heap to a single die
SMALL_PHOTO, WARM_PHOTO = 18.0, 0.3  # the same for photographs with few pixels, where a larger picture costs little
TINY, MOST_ENLARGED = 14.0, 3.0  # a face side in the pixels of such a photograph that deserves the largest picture
ON_IT = 0.8  # face sides from the middle of a die within which its pips lie, those of its sides too
LEAST_HEAT = 0.12  # chance of being a die from which it is looked at closely
WARMER = 0.2  # the same for a table on which a faint die will not be known by its face anyway
MOST = 48  # proposals a picture; nobody rolls more dice than that
CUT, REACH = 64, 2.6  # pixels of the cut the looker is shown, and how many face sides it spans
DIE = 17  # which of its numbers says whether it is a die
ALIKE, SAME_SPOT = 1.8, 0.55  # how much larger one of two proposals of a thing may be, and how many sides away
AROUND, BESIDE = 2.5, 1.2  # face sides around a thing that are shown again, and within which it may be in truth
LIKELY_WORD = 1.0
BYSTANDERS_WORD, BYSTANDERS_GAP = -1.5, 0.3  # log odds, and how much larger as a logarithm, of what may be a die, too
SAME_BOX = 0.5  # boxes of neighbours share a third at most, those of top and side of one die more than half
HEAP_SHARE, HEAP_WORD = 0.45, 1.0  # how much smaller a die of a heap is, and how much less likely a pip
FEW, GIANT = 3, 2.5  # among so many dice, none is so much larger than the usual one, however the camera is slanted
OFF = 0.14  # share of its side by which the first look may miss a face and still be good enough
CLOSEST = 1.2  # touching dice are seldom seen nearer, as the inverse of the distance in face sides
LEAST_WORD = -2.5  # log odds of both networks together below which naming is not worth it


@dataclass(frozen=True, eq=False)
class Proposal:
    """Something like a die: where the middle of its top face is, and how long its side."""

    centre: Floats
    side: float
    heat: float


@dataclass(frozen=True, eq=False)
class Candidate:
    """A die looked at closely."""

    quad: Floats  # corners of the top face, clockwise, in no particular rotation
    box: tuple[float, float, float, float]
    heat: float  # the finder's word that it is a die, as log odds
    die: float  # the looker's word that it is a die, as log odds
    leans: tuple[float, float]  # the looker's word that it does not lie flat, at both looks, as log odds
    up: Floats  # from the middle of its underside to that of its top, in pixels
    error: float  # how far off the corners may be, as a share of the side
    share: float  # of the picture's long side that a side of the top face takes

    @property
    def word(self) -> float:
        """Both networks' word that it is a die."""
        return self.heat + self.die

    @cached_property
    def centre(self) -> Floats:
        a, b, c, d = self.quad  # which takes a third of the time of a mean
        return np.asarray((a + b + c + d) / 4, np.float32)

    @cached_property
    def side(self) -> float:
        return face_side(self.quad)


def sigmoid(x: Floats) -> Floats:
    return (1 / (1 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32)


def propose(picture: Pyramid, taught: bool = True) -> list[Proposal]:
    """At the scales of a table and of ever closer close-ups; larger where dice are absent or small.

    Where nothing is ``taught``, faint things on a table are passed over.
    """
    usual = LONG_SIDE / max(picture.width, picture.height)
    photo = is_photo(picture)
    small, warm = (SMALL_PHOTO, WARM_PHOTO) if photo else (SMALL, WARM)
    found = proposals_at(picture, usual)
    for closer in CLOSER:
        found += [p for p in proposals_at(picture, usual / closer) if p.side * usual > LARGE * closer]
    sides = [p.side * usual for p in found if p.heat > warm]
    if not sides or min(sides) < small:
        found += proposals_at(picture, usual * 2)
    if photo and any(p.side < TINY and p.heat > warm for p in small_dice(found, found)):
        found += small_dice(proposals_at(picture, MOST_ENLARGED), found)
    return apart(found if taught or photo else [p for p in found if p.heat > WARMER])


def is_photo(picture: Pyramid) -> bool:
    """Whether it is a small photograph, as they come from the web, and not a camera's picture of a table."""
    return max(picture.width, picture.height) <= PHOTO_SIDE


def propose_near(picture: Pyramid, thing: Candidate) -> list[Proposal]:
    """Around a thing, in a picture twice as large as the table was shown in: there the middles are seen better."""
    x, y = (round(float(v) - AROUND * thing.side) for v in thing.centre)
    left, top, reach = max(x, 0), max(y, 0), round(2 * AROUND * thing.side)
    part = Pyramid(np.ascontiguousarray(picture.levels[0][top : top + reach, left : left + reach]))
    if not part.levels[0].size:
        return []  # its middle is taken to lie outside the picture
    factor = 2 * LONG_SIDE / max(picture.width, picture.height)
    corner = np.array([left, top], np.float32)
    found = [replace(p, centre=p.centre + corner) for p in proposals_at(part, factor)]
    return apart([p for p in found if math.dist(p.centre, thing.centre) < BESIDE * thing.side])


def small_dice(some: list[Proposal], found: list[Proposal]) -> list[Proposal]:
    """The small ones that do not lie on a likely larger die: those would be its pips."""
    larger = [p for p in found if p.side >= ALIKE * TINY and p.heat > WARM]
    small = [p for p in some if p.side < ALIKE * TINY]
    return [p for p in small if all(math.dist(p.centre, other.centre) > ON_IT * other.side for other in larger)]


def proposals_at(picture: Pyramid, factor: float) -> list[Proposal]:
    factor = min(factor, MOST_ENLARGED)
    width, height = (whole_blocks(v * factor) for v in (picture.width, picture.height))
    source = picture.levels[picture.halved(factor)]
    method = cv2.INTER_AREA if width < (1 - SQUEEZE) * source.shape[1] else cv2.INTER_LINEAR  # the former takes longer
    shown = resized(source, width, height, method)
    right, down = -width % BLOCK, -height % BLOCK
    if right or down:
        shown = np.asarray(cv2.copyMakeBorder(shown, 0, down, 0, right, cv2.BORDER_REPLICATE), np.uint8)
    out = network("finder")(planes([shown]))[0]
    scale = np.array([picture.width / width, picture.height / height], np.float32)
    heat = out[0]
    peak = (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > math.log(LEAST_HEAT / (1 - LEAST_HEAT)))
    rows, columns = np.nonzero(peak)
    best = np.argsort(-heat[rows, columns])[: MOST * 2]
    warmth, size, across, down = out[:, rows[best], columns[best]]
    at = np.stack([columns[best] + across, rows[best] + down], axis=1)
    centres = (((at + 0.5) * STRIDE) * scale - 0.5).astype(np.float32)
    inside = ((centres >= -1) & (centres <= (picture.width, picture.height))).all(axis=1)
    sides = np.exp(np.clip(size, 0.5, 6.0)) * scale.mean()
    told = zip(centres[inside], sides[inside].tolist(), sigmoid(warmth[inside]).tolist(), strict=True)
    return [Proposal(centre, side, chance) for centre, side, chance in told]


def resized(pixels: Pixels, width: int, height: int, method: int) -> Pixels:
    if pixels.shape[:2] == (height, width):
        return pixels
    if pixels.shape[1] == width:  # rows of single numbers are blended more quickly than rows of pixels
        rows = pixels.reshape(len(pixels), -1)
        rows = np.asarray(cv2.resize(rows, (rows.shape[1], height), interpolation=method), np.uint8)
        return rows.reshape(height, width, -1)
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=method), np.uint8)


def whole_blocks(length: float) -> int:
    """Pixels of a side as the finder is shown it: in whole blocks if that hardly squeezes it, else as it is."""
    blocks = max(BLOCK, round(length / BLOCK) * BLOCK)
    return blocks if abs(blocks / length - 1) < SQUEEZE else max(BLOCK, round(length))


def apart(found: list[Proposal]) -> list[Proposal]:
    """The warmest of those that lie on one another; of very different size they do not: a pip lies on its die."""
    found = sorted(found, key=lambda p: -p.heat)
    places, sides = np.array([complex(*p.centre) for p in found]), np.array([p.side for p in found])
    smaller, larger = np.minimum(sides[:, None], sides), np.maximum(sides[:, None], sides)
    same = (larger < ALIKE * smaller) & (np.abs(places[:, None] - places) <= SAME_SPOT * smaller)
    kept: list[int] = []
    for n in range(len(found)):
        if not same[n, kept].any():
            kept.append(n)
    return [found[n] for n in kept[:MOST]]


def look_closely(picture: Pyramid, proposals: list[Proposal], least: float = LEAST_WORD) -> list[Candidate]:
    """Corners, box, cockedness, at a second look straight at it; some are still no dice, or one die twice."""
    first = look(picture, proposals)
    likely = [(one, p) for one, p in zip(first, proposals, strict=True) if one.word > least]
    straight = {n: Proposal(one.centre, one.side, p.heat) for n, (one, p) in enumerate(likely)}
    askew = {n: p for n, p in straight.items() if not hit(p, likely[n][1])}
    again = dict(zip(askew, look(picture, list(askew.values())), strict=True))
    found = [agreed(one, again[n]) if n in again else one for n, (one, _) in enumerate(likely)]
    return found + neighbours(picture, [(one, p) for one, (_, p) in zip(found, likely, strict=True)])


def neighbours(picture: Pyramid, found: Sequence[tuple[Candidate, Proposal]]) -> list[Candidate]:
    """What else lies where a proposal missed its die: it may have stood for that and another that touches it."""
    astray = [one for one, p in found if one.word > LIKELY_WORD and not hit(Proposal(one.centre, one.side, p.heat), p)]
    near = apart([p for one in astray for p in propose_near(picture, one)])
    known = [Proposal(one.centre, one.side, p.heat) for one, p in found]
    new = [p for p in near if not any(one.side < ALIKE * p.side and close(p, one) for one in known)]
    return [one for one in look(picture, new) if one.word > LIKELY_WORD]


def close(one: Proposal, other: Proposal) -> bool:
    return math.dist(one.centre, other.centre) <= SAME_SPOT * min(one.side, other.side)


def hit(found: Proposal, guessed: Proposal) -> bool:
    """Whether the first look already was straight at it."""
    off = math.dist(found.centre, guessed.centre) / found.side
    return off < OFF and abs(math.log(found.side / guessed.side)) < OFF


def look(picture: Pyramid, proposals: list[Proposal]) -> list[Candidate]:
    if not proposals:
        return []
    out = network("looker")(planes([picture.cut(p.centre, p.side * REACH, CUT) for p in proposals]))
    return candidates(out, proposals, max(picture.width, picture.height))


def agreed(first: Candidate, second: Candidate) -> Candidate:
    """Where it is by the second look; what it is by both."""
    return replace(second, die=(first.die + second.die) / 2, leans=(first.leans[0], second.leans[1]))


def face_side(quad: Floats) -> float:
    """The side of the square with the top face's area."""
    return math.sqrt(max(float(cv2.contourArea(quad)), 1.0))


def likely_dice(picture: Pyramid) -> list[Candidate]:
    """Dice of any kind, each once, for those who cannot name their faces yet."""
    return only_dice(each_once([one for one in possible_dice(picture) if one.word > LIKELY_WORD]))


def bystanders(seen: Sequence[Candidate], dice: Sequence[Candidate]) -> list[Candidate]:
    """What may be dice beside these: as large, and elsewhere."""
    usual = statistics.median(one.side for one in dice)
    alike = [one for one in seen if one.word > BYSTANDERS_WORD and abs(math.log(one.side / usual)) < BYSTANDERS_GAP]
    return [one for one in each_once(alike) if not any(same_die(one, die) for die in dice)]


def possible_dice(picture: Pyramid, least: float = LEAST_WORD) -> list[Candidate]:
    """All that is worth a close look; some are no dice, or one die twice."""
    return look_closely(picture, propose(picture), least)


def each_once(seen: Iterable[Candidate], rank: Callable[[Candidate], float] = lambda one: one.word) -> list[Candidate]:
    """The likeliest of those that are one die, or whichever ranks highest."""
    kept: list[Candidate] = []
    for one in sorted(seen, key=rank, reverse=True):
        if not any(same_die(one, other) for other in kept):
            kept.append(one)
    return kept


def chosen(out: Floats) -> Floats:
    """The corners the looker is surer of, -1 to 1 across each cut."""
    guess = np.where(out[:, 16:17] > 0, out[:, 8:16], out[:, 0:8])
    return guess.reshape(-1, 4, 2)


def candidates(out: Floats, proposals: Sequence[Proposal], across: int) -> list[Candidate]:
    """What the looker says of its cuts, in the picture's pixels."""
    half = np.array([p.side * REACH / 2 for p in proposals], np.float32)[:, None]
    middle = np.array([p.centre for p in proposals])
    quads = chosen(out) * half[:, None] + middle[:, None]
    low, high = out[:, 19:21] * half + middle, out[:, 21:23] * half + middle
    corner, span = np.minimum(low, high), np.abs(high - low)
    up, error = out[:, 24:26] * half, np.exp(np.minimum(out[:, 23], 3.0)) * half[:, 0]
    found = []
    for n, (proposal, (x, y), (width, height)) in enumerate(
        zip(proposals, corner.tolist(), span.tolist(), strict=True)
    ):
        side, leans = face_side(quads[n]), float(out[n, 18])
        heat = math.log(proposal.heat / (1 - min(proposal.heat, 0.9999)))
        found.append(
            Candidate(
                quad=quads[n],
                box=(x, y, width, height),
                heat=heat,
                die=float(out[n, DIE]),
                leans=(leans, leans),
                up=up[n],
                error=float(error[n]) / side,
                share=side / across,
            )
        )
    return found


def same_die(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates are one die: seen twice, or once by its top and once by a side."""
    near = math.dist(one.centre, other.centre) < 0.5 * min(one.side, other.side)
    return near or shared(one.box, other.box) > SAME_BOX


def shared(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """How much of two boxes is common to both."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    common = max(across, 0.0) * max(down, 0.0)
    return common / max(one[2] * one[3] + other[2] * other[3] - common, 1e-6)


def only_dice(seen: list[Candidate]) -> list[Candidate]:
    """Without heaps taken for one big die, pips taken for small ones, and giants among dice."""
    dice = [one for one in seen if not is_heap(one, seen) and not is_pip(one, seen)]
    giant = GIANT * statistics.median(one.side for one in dice) if len(dice) >= FEW else math.inf
    return [one for one in dice if one.side <= giant]


def is_heap(one: Candidate, others: list[Candidate]) -> bool:
    """Whether this is several touching dice: two that are smaller and no less likely lie in its box."""
    smaller = [
        other for other in others if other.side**2 < HEAP_SHARE * one.side**2 and other.word > one.word - HEAP_WORD
    ]
    if len(smaller) < 2:
        return False
    x, y, w, h = one.box
    places: list[list[float]] = [other.centre.tolist() for other in smaller]
    return sum(x < across < x + w and y < down < y + h for across, down in places) >= 2


def is_pip(one: Candidate, others: list[Candidate]) -> bool:
    """Whether this lies on the top face of a larger and likelier one."""
    return any(
        one.side**2 < HEAP_SHARE * other.side**2
        and one.word < other.word - HEAP_WORD
        and cv2.pointPolygonTest(other.quad, one.centre.tolist(), False) > 0
        for other in others
    )
