"""The slant of the table, as the pieces that lie on it tell: how a piece looks in each part of the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.table.register import descend

Array = NDArray[np.float64]
_FOCAL, _FOCAL_STRAY = 0.95, 0.2  # in picture lengths, as table cameras have it, and how far they stray (a logarithm)
_STRAY = 0.05  # how far an outline is usually off, as a logarithm
_NEAR = 0.15  # how far sizes of one kind stray across a picture, as a logarithm
_FLAT = 0.5  # how far the table is usually slanted, as the tangent of its angle


@dataclass(frozen=True, eq=False)
class Lying:
    """A piece known to lie on the table: ``axes`` show how a unit circle of the table would look there."""

    centre: Array
    axes: Array = field(repr=False)
    kind: int = 0  # pieces of one kind are of one size
    trust: float = 1.0  # how far it is believed, against others


class TablePlane:
    """What pieces of kind 0 look like wherever they lie, as fitted to some pieces of it and others."""

    def __init__(self, pieces: Sequence[Lying], picture: tuple[int, int]) -> None:
        """``picture`` is its width and height."""
        self.middle, self.long = (np.array(picture) - 1) / 2, float(max(picture))
        at = np.array([(one.centre - self.middle) / self.long for one in pieces])
        seen = np.array([one.axes @ one.axes.T for one in pieces]) / self.long**2
        kinds = np.array([one.kind for one in pieces])
        others = sorted(set(kinds) - {0})
        member = np.array([[kind == other for other in others] for kind in kinds], np.float64).reshape(len(pieces), -1)
        size = np.linalg.det(seen).clip(1e-12) ** 0.25
        trust = np.array([one.trust for one in pieces])
        trust /= np.array([trust[kinds == kind].max() for kind in kinds])  # cards fit better than tokens by themselves
        start, *sizes = (_usual(np.log(size[kinds == kind]), trust[kinds == kind]) for kind in (0, *others))
        sizes = [one - start for one in sizes]
        weight = trust

        def misfit(p: Array) -> Array:
            off = _differences(seen, self._look(p, at), member @ p[4:]) * weight[:, None] / _STRAY
            return np.concatenate([off.ravel(), p[:2] / _FLAT, p[3:4] / _FOCAL_STRAY])

        best: tuple[float, Array] | None = None
        for lean in (0.0, 0.7):  # a steep table is not found from a flat one
            weight = trust
            p = np.array([0.0, lean, start, 0.0, *sizes])
            for _ in range(2):  # then mistrust what does not fit
                p = descend(misfit, p, rounds=4)
                off = np.linalg.norm(_differences(seen, self._look(p, at), member @ p[4:]), axis=1)
                weight = trust / (1 + (off / (2 * _STRAY)) ** 2)
            cost = float((trust * np.minimum(off, 4 * _STRAY)).sum()) / _STRAY + float(np.sum((p[:2] / _FLAT) ** 2))
            if best is None or cost < best[0]:
                best = cost, p
            if _median(off, trust) < _STRAY:
                break
        assert best is not None
        self.p = best[1]

    def look(self, centre: Array) -> Array:
        """The shape there of a piece: its axes times themselves."""
        return np.asarray(self._look(self.p, ((centre - self.middle) / self.long)[None])[0] * self.long**2)

    def size(self, centre: Array) -> float:
        return float(np.linalg.det(self.look(centre)).clip(1e-12) ** 0.25)

    def off(self, centre: Array, axes: Array) -> tuple[float, float]:
        """How far a piece is from the size, and from the shape, that is expected there, as logarithms."""
        size, *shape = _differences((axes @ axes.T)[None], self.look(centre)[None], np.zeros(1))[0]
        return abs(float(size)), float(np.hypot(*shape))

    def flat(self) -> Array:
        """From the picture to the table, as a 3x3 matrix; a piece's radius is 1 there."""
        focal, normal, nearness = _camera(self.p)
        across = np.cross([0.0, 1.0, 0.0], normal)
        across /= np.linalg.norm(across)
        ways = np.stack([across, np.cross(normal, across)])
        table = np.vstack([ways * [1.0, 1.0, focal], nearness])
        return np.asarray(table @ np.array([[1, 0, -self.middle[0]], [0, 1, -self.middle[1]], [0, 0, self.long]]))

    def turn(self, place: Array) -> float:
        """How a piece lies turned on the table; ``place`` leads from its square to the picture."""
        there = self.flat() @ place
        across = there[:2, 0] * there[2, 2] - there[:2, 2] * there[2, 0]
        return float(np.arctan2(across[1], across[0]))

    @staticmethod
    def _look(p: Array, at: Array) -> Array:
        focal, normal, nearness = _camera(p)
        near = (at @ nearness[:2] + nearness[2]).clip(1e-4)
        ways = np.zeros((len(at), 2, 3))
        ways[:, 0, 0] = ways[:, 1, 1] = 1
        ways[:, :, 2] = -at / focal
        return np.asarray(
            near[:, None, None] ** 2 * (ways @ (np.eye(3) - np.outer(normal, normal)) @ ways.swapaxes(1, 2))
        )


def _camera(p: Array) -> tuple[float, Array, Array]:
    """Focal length, the table's normal as the camera sees it, and how nearness changes across the picture."""
    focal = _FOCAL * float(np.exp(np.clip(p[3], -1, 1)))
    normal = np.array([p[0], p[1], 1.0])
    nearness = normal / [focal, focal, 1.0] * np.exp(p[2])
    return focal, normal / np.linalg.norm(normal), nearness


def _differences(seen: Array, expected: Array, larger: Array) -> Array:
    """Size, stretch and skew of shapes against others, as logarithms."""
    root = np.linalg.inv(np.linalg.cholesky(expected + 1e-12 * np.eye(2)))
    way = root @ seen @ root.swapaxes(1, 2)
    area = np.sqrt(np.linalg.det(way).clip(1e-12))
    stretch, skew = (way[:, 0, 0] - way[:, 1, 1]) / area / 4, way[:, 0, 1] / area / 2
    return np.stack([np.log(area) / 2 - larger, np.clip(stretch, -1, 1), np.clip(skew, -1, 1)], 1)


def _median(values: Array, trust: Array) -> float:
    """The value in the middle, where each counts as far as it is believed."""
    order = values.argsort()
    counted = trust[order].cumsum()
    return float(values[order][np.searchsorted(counted, counted[-1] / 2)])


def _usual(values: Array, trust: Array) -> float:
    """The value that has most others near it, where each counts as far as it is believed."""
    near = np.exp(-(((values[:, None] - values) / _NEAR) ** 2))
    return float(values[(near @ trust).argmax()])
