"""Names each upper face, the runner-up, and how sure it is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.colour import lab
from vision.network import network, planes
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid

Floats = NDArray[np.float32]
PATCH, MARGIN = 48, 1.15
DOUBT_TAUGHT, DOUBT_PIPS = 0.22, 0.9  # margins below which a face is looked at in all four rotations
FAR_TAUGHT, FAR_PIPS = 0.29, 0.05  # likeness and chance below which no rotation makes it a known face
PIPS_SET = "pips"  # the shipped set of ordinary dice, which needs no examples
PIPS = ("1", "2", "3", "4", "5", "6")
EDGE = 8  # pixels of a patch at each side that show rounded edges more than what is on the face
EVERY = 3  # pixels apart, a face's colour is seen well enough


@dataclass(frozen=True)
class Surface:
    """What can be said of a face without knowing it."""

    contrast: float  # how far its colours spread, as a logarithm: 0 where nothing is on it
    colour: tuple[float, float, float]  # of most of it, as lightness, a and b, in which unlike colours are far apart


@dataclass(frozen=True)
class Reading:
    """What one face was taken for."""

    face: str | None
    runner_up: str | None
    near: float  # likeness to the best example, -1 to 1 (of pips: the chance)
    margin: float  # how much nearer than the best example of another face
    turns: int = 0  # quarter turns from the quad's first corner to the art's top-left
    golden: bool = False
    set_name: str = ""
    rest: tuple[tuple[str, float], ...] = ()  # every other face that is known, and how alike (of pips: its chance)
    twin: "Reading | None" = None  # the same face of golden dice if this is an ordinary one, and the other way round


@cache
def patch_corners(turns: int = 0) -> Floats:
    """Where a face's corners lie in its patch, the art turned clockwise by quarter turns."""
    low = (PATCH - 1) / 2 - PATCH / MARGIN / 2
    high = PATCH - 1 - low
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    return np.roll(square, -turns, axis=0)


def patches_of(picture: Pyramid, quads: Sequence[Floats]) -> list[Pixels]:
    return [picture.flatten(quad, patch_corners(), PATCH) for quad in quads]


def describe(patches: list[Pixels]) -> Floats:
    """What each patch looks like: a unit vector, then seven scores for pips 1-6 and none."""
    return network("namer")(planes(patches))


def surface(patch: Pixels) -> Surface:
    """How much is on a face, and of which colour it is."""
    spread = cv2.meanStdDev(patch[EDGE:-EDGE, EDGE:-EDGE])[1]
    some = patch[::EVERY, ::EVERY].reshape(-1, 3).T
    half = some.shape[1] // 2
    blue, green, red = (np.partition(some, half)[:, half] / 255).tolist()
    return Surface(math.log1p(float(spread.mean())), lab(blue, green, red))


def turned(patch: Pixels) -> list[Pixels]:
    """A patch in its four rotations, each a quarter turn further clockwise."""
    return [np.ascontiguousarray(np.rot90(patch, -turns)) for turns in range(4)]


def describe_turned(patches: list[Pixels]) -> Floats:
    """What each patch looks like in each of its four rotations."""
    flat = describe([view for patch in patches for view in turned(patch)])
    return flat.reshape(len(patches), 4, -1)


def turn_further(patches: list[Pixels], first: Floats) -> Floats:
    """The same where the first look of each is known."""
    flat = describe([view for patch in patches for view in turned(patch)[1:]])
    return np.concatenate([first[:, None], flat.reshape(len(patches), 3, -1)], axis=1)


class Gallery:
    """The taught faces of one or more sets, each in four rotations."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        taught = [(example, one) for one in sets for example in one.examples]
        self.faces = tuple(dict.fromkeys(example.name for example, _ in taught))
        taught.sort(key=lambda pair: self.faces.index(pair[0].name))  # examples of one face beside each other
        self.labels = [(example.name, one.golden, one.name) for example, one in taught]
        names = [name for name, _, _ in self.labels]
        self.starts = [names.index(face) for face in self.faces]
        vectors = describe_turned([example.patch for example, _ in taught])[..., :-7] if taught else np.zeros((0, 4, 1))
        self.turned = [np.roll(vectors, -turns, axis=1) for turns in range(4)]
        self.twins = {
            (face, golden): [n for n, label in enumerate(self.labels) if label[:2] == (face, not golden)]
            for face, golden, _ in self.labels
        }
        self.gold = {
            face: colour_of(golden) - colour_of(ordinary)
            for face in self.faces
            if (golden := [e.patch for e, one in taught if e.name == face and one.golden])
            and (ordinary := [e.patch for e, one in taught if e.name == face and not one.golden])
        }

    def name(self, views: Floats) -> Reading:
        """``views``: what the face looks like, and perhaps what it looks like turned, one row a quarter turn."""
        near = sum(turned @ view for turned, view in zip(self.turned, views, strict=False)) / len(views)
        most = near.max(axis=1)
        best = np.maximum.reduceat(most, self.starts)
        second = int(np.argsort(-best)[1]) if len(best) > 1 else None

        def reading(example: int) -> Reading:
            face, golden, set_name = self.labels[example]
            likeness = float(most[example])
            rest = tuple((name, like) for name, like in zip(self.faces, best.tolist(), strict=True) if name != face)
            return Reading(
                face=face,
                runner_up=None if second is None else self.faces[second],
                near=likeness,
                margin=likeness - (-1.0 if second is None else float(best[second])),
                turns=int(near[example].argmax()),
                golden=golden,
                set_name=set_name,
                rest=rest,
            )

        first = int(most.argmax())
        twins = self.twins[self.labels[first][:2]]
        twin = reading(max(twins, key=lambda n: float(most[n]))) if twins else None
        return replace(reading(first), twin=twin)


def colour_of(patches: Sequence[Pixels]) -> NDArray[np.float64]:
    """Of most of these faces."""
    return np.asarray(np.mean([surface(patch).colour for patch in patches], axis=0))


def in_doubt(reading: Reading) -> bool:
    """Whether turning the face around is worth another look."""
    pips = reading.set_name == PIPS_SET
    far = reading.face is None and reading.near < (FAR_PIPS if pips else FAR_TAUGHT)
    return not far and reading.margin < (DOUBT_PIPS if pips else DOUBT_TAUGHT)


def name_pips(views: Floats, usual: float = 0.0) -> Reading:
    """Ordinary pips, read without teaching: the scores of one or more turns of the face.

    ``usual``: how much likelier than on other tables a die has pips here, as log odds. It may decide whether these are
    pips, but makes nobody surer which.
    """
    scores = (views[0] if len(views) == 1 else views.mean(axis=0)).tolist()
    most = max(scores)
    parts = [math.exp(score - most) for score in scores]
    whole = sum(parts)
    *pips, none = (part / whole for part in parts)
    first, second, *others = sorted(range(len(pips)), key=lambda n: -pips[n])
    face = PIPS[first] if none < (1 - none) * math.exp(usual) else None
    rest = tuple((PIPS[n], pips[n]) for n in (second, *others))
    return Reading(face, PIPS[second], pips[first], pips[first] - pips[second], set_name=PIPS_SET, rest=rest)
