"""Finds how far each named token, card or tile extends in its photograph."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.wording import line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.flat.compare_flat import Array, flattened, placed
from vision.flat.find_flat import Found, find_flat

_CIRCLE = np.array([(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 64, endpoint=False)])
_FAINT = 0.3  # an outline that stands out so much less than another around the same centre is a shadow's
_AROUND = 30  # an edge may be hidden in as many percent of all directions
_CLEAR, _FAINTLY = 0.3, 0.1  # how clear an edge must be against the clearest
_SMALLEST, _SMALLER = 0.4, 0.92  # of the usual size: what is as much smaller may be a ring inside a token's rim
_STANDS_OUT = 1.6  # how much more a rim shows than the table around it
_STRAYS = 0.01  # how far a rim strays from a circle, as a part of its radius


@dataclass(frozen=True)
class Named:
    """A piece as its photograph's label tells of it."""

    name: str
    centre: Array
    points: int | None


def extents(pictures: list[Pixels], photos: list[tuple[str, list[Named]]], disc: bool) -> list[list[Found]]:
    """The extent of each piece of each photo; where a table's grain hides most outlines, the other photos tell it."""
    first = [_places(picture, pieces, disc, file) for picture, (file, pieces) in zip(pictures, photos, strict=True)]
    known = [upright_axes(one.axes) for places in first if places is not None for one in places]
    for places, (file, pieces) in zip(first, photos, strict=True):
        if places is None and (disc or not known):  # nothing but its outline proves that a token lies there
            raise missing(pieces[0], disc, file)
    usual = np.median(known, axis=0)
    return [
        places if places is not None else _places(picture, pieces, disc, file, usual) or []
        for places, picture, (file, pieces) in zip(first, pictures, photos, strict=True)
    ]


def _places(
    picture: Pixels, pieces: list[Named], disc: bool, file: str, like: Array | None = None
) -> list[Found] | None:
    """The extent of each piece around its given centre; pieces of one photo are of one size.

    None where too few outlines tell it, and nothing is known of how large pieces are in other photos.
    """
    found = [one for one in find_flat(picture) if one.disc == disc]
    near = [[one for one in found if _off_centre(one, piece.centre) < (0.07 if disc else 0.15)] for piece in pieces]
    soft = np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.0), np.float32)
    if disc:
        near = [_sharpest(soft, some) for some in near]
    usual = _shared_size(near) if like is None else float(np.sqrt(abs(np.linalg.det(like))))
    if usual is None:
        return None
    alike = [[one for one in some if abs(np.log(one.size / usual)) < 0.07] for some in near]
    shown = [upright_axes(one.axes) for some in alike for one in some]
    axes = np.median(shown, axis=0) if shown else like
    assert axes is not None  # a size is shared by somebody
    places = []
    for piece, some in zip(pieces, alike, strict=True):
        if some:
            places.append(min(some, key=lambda one: _off_centre(one, piece.centre)))
        elif _differs_from_table(picture, piece.centre, axes):  # its neighbours tell its size
            places.append(Found(disc, piece.centre, axes, 0.0))
        else:
            raise missing(piece, disc, file)
    return _out_to_rim(soft, places) if disc else places


def _shared_size(near: list[list[Found]]) -> float | None:
    """A piece shows several outlines, of its rim and of its print: the one most pieces show, and rather a large one."""
    sizes = [one.size for some in near for one in some]
    if not sizes:
        return None
    largest = max(sizes)

    def support(size: float) -> float:
        return (
            sum(any(abs(np.log(one.size / size)) < 0.07 for one in some) for some in near) / len(near) + size / largest
        )

    best = max(sizes, key=support)
    return best if support(best) - best / largest > 0.15 else None


def _sharpest(soft: NDArray[np.float32], outlines: list[Found]) -> list[Found]:
    """Those that stand out all around about as much as the clearest; the others are shadows of a token."""
    clear = [_step(soft, one) for one in outlines]
    return [one for one, step in zip(outlines, clear, strict=True) if step > _FAINT * max(clear)]


def _step(soft: NDArray[np.float32], outline: Found) -> float:
    """How far light or colour changes across most of an outline, as a logarithm."""
    return float(np.percentile(_changes(soft, outline, np.linspace(0.9, 1.1, 11)).max(0), 20))


def _changes(soft: NDArray[np.float32], outline: Found, across: Array) -> Array:
    """How light or colour changes from each radius to the next, all around."""
    at = (outline.centre + (_CIRCLE @ outline.axes.T) * across[:, None, None]).astype(np.float32)
    seen = np.log(cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) + 6)
    return np.asarray(np.abs(np.diff(seen, axis=0)).max(2))


def _out_to_rim(soft: NDArray[np.float32], places: list[Found]) -> list[Found]:
    """The same, but where a ring inside the rim was found, or a shadow outside: the outermost edge all have around."""
    radii = np.linspace(0.8, 1.3, 51)
    changes = np.median([np.percentile(_changes(soft, one, radii), _AROUND, axis=1) for one in places], axis=0)
    between = (radii[1:-2] + radii[2:-1]) / 2
    low, here, high = changes[:-2], changes[1:-1], changes[2:]
    enough = np.where(np.abs(between - 1) < 0.03, _FAINTLY, _CLEAR) * changes.max()  # where one was found, less
    edges = between[(here >= low) & (here > high) & (here > enough)]
    extent = float(edges[-1]) if len(edges) else 1.0
    grown = [replace(one, axes=one.axes * extent) for one in places]
    return [_on_rim(soft, _on_rim(soft, one)) for one in grown]  # once more, from nearer by


def of_one_size(pictures: list[Pixels], found: list[list[Found]]) -> list[list[Found]]:
    """The same, but where tokens seem smaller than in most photos: out to a rim as large as there, if there is one.

    A token of its table's colour shows a ring printed inside its rim better than the rim.
    """
    sizes = [float(np.median([one.size for one in places])) for places in found]
    usual, mended = float(np.median(sizes)), []
    for picture, places, size in zip(pictures, found, sizes, strict=True):
        if _SMALLEST * usual < size < _SMALLER * usual:
            soft = np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.0), np.float32)
            grown = _out_to_rim(soft, [replace(one, axes=one.axes * usual / size) for one in places])
            places = grown if _stand_out(soft, grown) else places
        mended.append(places)
    return mended


def _stand_out(soft: NDArray[np.float32], outlines: list[Found]) -> bool:
    """Whether outlines show more than the table around them does by chance."""

    def step(scale: float) -> float:
        return float(np.median([_step(soft, replace(one, axes=one.axes * scale)) for one in outlines]))

    return step(1.0) > _STANDS_OUT * max(step(1.3), step(1.45))


def _on_rim(soft: NDArray[np.float32], outline: Found) -> Found:
    """The same, moved a little to where light changes most sharply."""
    across = np.linspace(0.95, 1.05, 21)
    changes = _changes(soft, outline, across)
    rim = (across[:-1] + across[1:])[changes.argmax(0)] / 2 - 1
    clear = changes.max(0)
    ways = np.column_stack([_CIRCLE, np.ones(len(_CIRCLE))])
    weights = clear
    for _ in range(5):
        x, y, larger = np.linalg.solve(ways.T @ (ways * weights[:, None]) + 1e-6 * np.eye(3), ways.T @ (rim * weights))
        weights = clear / (1 + ((rim - ways @ [x, y, larger]) / _STRAYS) ** 2)
    return replace(outline, centre=outline.centre + outline.axes @ [x, y], axes=outline.axes * (1 + larger))


def _off_centre(found: Found, centre: Array) -> float:
    return float(np.linalg.norm(np.linalg.solve(found.axes, found.centre - centre)))


def _differs_from_table(picture: Pixels, centre: Array, axes: Array) -> bool:
    """Whether there is print, or another colour than around it."""
    inside = flattened(picture, placed(centre, axes * 0.85), (24, 24)).reshape(-1, 3).astype(np.float64)
    wider = flattened(picture, placed(centre, axes * 1.5), (36, 36)).astype(np.float64)
    wider[4:-4, 4:-4] = np.nan
    around = np.nanmedian(wider.reshape(-1, 3), axis=0)
    middle = np.median(inside, axis=0)
    colour = np.abs(np.log((middle + 4) / (around + 4))).max()
    print_ = inside.std(axis=0).max() / max(1.0, float(middle.mean()))
    return bool(colour > 0.08 or print_ > 0.12)


def missing(piece: Named, disc: bool, file: str) -> Trouble:
    x, y = piece.centre
    return Trouble(
        line(
            "In {file} I find no {shape} at {x:.0f}, {y:.0f} for {name!r}.",
            file=file,
            shape="disc" if disc else "card or tile",
            x=x,
            y=y,
            name=piece.name,
        ),
        line("Check the centre in labels.json, or take the photo again from above, on a plain table in even light."),
    )


def upright_axes(axes: Array) -> Array:
    """The quarter turn that has the right edge most to the right."""
    turns = [axes @ np.array([[c, -s], [s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return np.asarray(max(turns, key=lambda turned: turned[0, 0] / np.linalg.norm(turned[:, 0])))
