"""Names each upper face, the runner-up, and how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.network import network, planes
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid

Floats = NDArray[np.float32]
PATCH, MARGIN = 48, 1.15
PIPS = ("1", "2", "3", "4", "5", "6")


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


class Gallery:
    """The taught faces of one or more sets, each in four rotations."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        self.labels: list[tuple[str, bool, str, int]] = []
        turned: list[Pixels] = []
        for one in sets:
            for example in one.examples:
                for turns in range(4):
                    turned.append(np.ascontiguousarray(np.rot90(example.patch, -turns)))
                    self.labels.append((example.name, one.golden, one.name, turns))
        self.vectors = describe(turned)[:, :-7] if turned else np.zeros((0, 1), np.float32)
        self.faces = tuple(dict.fromkeys(name for name, _, _, _ in self.labels))
        self.face_of = np.array([self.faces.index(name) for name, _, _, _ in self.labels])

    def name(self, vector: Floats) -> Reading:
        near = self.vectors @ vector
        best = np.array([near[self.face_of == n].max() for n in range(len(self.faces))])
        order = np.argsort(-best)
        first = int(np.argmax(near))
        face, golden, set_name, turns = self.labels[first]
        second = float(best[order[1]]) if len(order) > 1 else -1.0
        return Reading(
            face=face,
            runner_up=self.faces[order[1]] if len(order) > 1 else None,
            near=float(near[first]),
            margin=float(near[first]) - second,
            turns=turns,
            golden=golden,
            set_name=set_name,
        )


def name_pips(scores: Floats) -> Reading:
    """Ordinary pips, read without teaching."""
    chance = np.exp(scores - scores.max())
    chance = chance / chance.sum()
    order = np.argsort(-chance[:6])
    first, second = int(order[0]), int(order[1])
    face = PIPS[first] if chance[6] < 0.5 else None
    return Reading(face, PIPS[second], float(chance[first]), float(chance[first] - chance[second]), set_name="pips")
