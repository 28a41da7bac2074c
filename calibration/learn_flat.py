"""Turns photographs of tokens, cards or tiles, with a name at each one's centre, into a piece set."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.wording import Line, line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.compare_flat import Array, Comparer, View, flattened, placed
from vision.designs import PLAIN, Designs
from vision.find_flat import Found, find_flat
from vision.piece_set import Example, PieceSet, check_name

FLAT_KINDS = ("tokens", "cards", "tiles")
_LONG = 128  # pixels of the longer side of a flattened patch
_SOFT = 1.5  # how much sharper a photo must be than its own softened copy
_LIKE = 0.45  # how much a card or tile must have of what all of them have in common
_CIRCLE = np.array([(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 64, endpoint=False)])
_FAINT = 0.3  # an outline that stands out so much less than another around the same centre is a shadow's
_AROUND = 30  # an edge may be hidden in as many percent of all directions
_CLEAR, _FAINTLY = 0.3, 0.1  # how clear an edge must be against the clearest
_SMALLEST, _SMALLER = 0.4, 0.92  # of the usual size: what is as much smaller may be a ring inside a token's rim
_STANDS_OUT = 1.6  # how much more a rim shows than the table around it
_STRAYS = 0.01  # how far a rim strays from a circle, as a part of its radius
_SAME = 0.04  # names look the same if they leave less than this part of the brightness between them
_SAME_PEAK = {"tokens": 0.1, "cards": 0.13, "tiles": 0.1}  # and nowhere more than this; faint 26s and 28s do


@dataclass(frozen=True)
class Report:
    """How well the names of a set can be told apart."""

    names: int
    photos: int
    weakest: tuple[str, str] | None
    apart: float  # what the weakest pair leaves between it, as a part of the brightness

    def sentences(self) -> tuple[Line, ...]:
        learned = line("Learned {names} names from {photos} photographs.", names=self.names, photos=self.photos)
        if self.weakest is None:
            return (learned,)
        one, other = self.weakest
        apart = line(
            "All can be told apart; the weakest pair, {one} and {other}, {how} ({apart:.0%} of the light).",
            one=one,
            other=other,
            how="clearly" if self.apart > 2 * _SAME else "just",
            apart=self.apart,
        )
        return learned, apart


@dataclass(frozen=True)
class _Piece:
    name: str
    centre: Array
    points: int | None


def learn_flat(name: str, kind: str, folder: Path) -> tuple[PieceSet, Report]:
    """Find each named piece in its photo, flatten it, and make sure no two names look the same."""
    check_name(name)
    if kind not in FLAT_KINDS:
        kinds = ", ".join(FLAT_KINDS)
        raise Trouble(line("I cannot learn {kind!r} from labels.", kind=kind), line("I know {kinds}.", kinds=kinds))
    photos = _labels(folder)
    pictures = [_picture(folder, file) for file, _ in photos]
    found = _all_places(pictures, photos, disc=kind == "tokens")
    if kind == "tokens":
        found = _of_one_size(pictures, found)
    seen: list[tuple[_Piece, Pixels, Found, str]] = []
    for (file, pieces), picture, places in zip(photos, pictures, found, strict=True):
        _check_sharp(picture, places, file)
        seen += [(piece, picture, place, file) for piece, place in zip(pieces, places, strict=True)]
    if kind == "tiles":
        _check_numbers(seen)
    upright = [_upright(place.axes) for _, _, place, _ in seen]
    ratio = float(np.median([np.linalg.norm(a[:, 0]) / np.linalg.norm(a[:, 1]) for a in upright]))
    ratio = 1.0 if kind == "tokens" or abs(np.log(ratio)) < 0.04 else ratio
    size = round(_LONG * min(1.0, ratio)), round(_LONG * min(1.0, 1 / ratio))
    named = [(piece.name, picture) for piece, picture, _, _ in seen]
    laid = [placed(place.centre, axes) for (_, _, place, _), axes in zip(seen, upright, strict=True)]
    examples = _examples(named, laid, size)
    if kind != "tokens":
        examples = _aligned(named, laid, size, PieceSet(name, kind, examples))
        _check_likeness(seen, examples, PieceSet(name, kind, examples))
    points = {piece.name: piece.points for piece, *_ in seen if piece.points is not None}
    about = f"taught from {len(photos)} photographs"
    made = PieceSet(name, kind, examples, points=points, about=about)
    return made, _report(made, [file for *_, file in seen], len(photos))


def _labels(folder: Path) -> list[tuple[str, list[_Piece]]]:
    path = folder / "labels.json"
    cure = line("It should be a list of {form}.", form='{"image": ..., "pieces": [{"name": ..., "centre": [x, y]}]}')
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        photos = [(str(photo["image"]), [_piece(piece) for piece in photo["pieces"]]) for photo in listed]
    except FileNotFoundError:
        raise Trouble(line("There is no {path}.", path=path), cure) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Trouble(line("{path} cannot be used: {error!r}.", path=path, error=error), cure) from error
    if not any(pieces for _, pieces in photos):
        raise Trouble(line("{path} names no piece.", path=path), cure)
    return [(file, pieces) for file, pieces in photos if pieces]


def _piece(entry: Mapping[str, Any]) -> _Piece:
    x, y = (float(value) for value in entry["centre"])
    name, points = str(entry["name"]), entry.get("points")
    if not name or not np.isfinite([x, y]).all():
        raise ValueError(f"{dict(entry)} has no name or no place")
    return _Piece(name, np.array([x, y]), None if points is None else int(points))


def _picture(folder: Path, file: str) -> Pixels:
    path = folder / file
    if not path.is_file():
        raise Trouble(
            line("The photo {file} is missing.", file=file),
            line("labels.json names it; put it into {folder} or take it out.", folder=folder),
        )
    try:
        picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        picture = None
    if picture is None or min(picture.shape[:2]) < 64:
        raise Trouble(
            line("The photo {file} cannot be read.", file=file), line("Take it again and save it as JPEG or PNG.")
        )
    return np.asarray(picture, np.uint8)


def _all_places(pictures: list[Pixels], photos: list[tuple[str, list[_Piece]]], disc: bool) -> list[list[Found]]:
    """The extent of each piece of each photo; where a table's grain hides most outlines, the other photos tell it."""
    first = [_places(picture, pieces, disc, file) for picture, (file, pieces) in zip(pictures, photos, strict=True)]
    known = [_upright(one.axes) for places in first if places is not None for one in places]
    for places, (file, pieces) in zip(first, photos, strict=True):
        if places is None and (disc or not known):  # nothing but its outline proves that a token lies there
            raise _missing(pieces[0], disc, file)
    usual = np.median(known, axis=0)
    return [
        places if places is not None else _places(picture, pieces, disc, file, usual) or []
        for places, picture, (file, pieces) in zip(first, pictures, photos, strict=True)
    ]


def _places(
    picture: Pixels, pieces: list[_Piece], disc: bool, file: str, like: Array | None = None
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
    shown = [_upright(one.axes) for some in alike for one in some]
    axes = np.median(shown, axis=0) if shown else like
    assert axes is not None  # a size is shared by somebody
    places = []
    for piece, some in zip(pieces, alike, strict=True):
        if some:
            places.append(min(some, key=lambda one: _off_centre(one, piece.centre)))
        elif _differs_from_table(picture, piece.centre, axes):  # its neighbours tell its size
            places.append(Found(disc, piece.centre, axes, 0.0))
        else:
            raise _missing(piece, disc, file)
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


def _of_one_size(pictures: list[Pixels], found: list[list[Found]]) -> list[list[Found]]:
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


def _missing(piece: _Piece, disc: bool, file: str) -> Trouble:
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


def _check_sharp(picture: Pixels, places: list[Found], file: str) -> None:
    """At a sharp edge the picture changes much faster than in a softened copy; at a blurred one it does not."""
    scale = 640 / max(picture.shape[:2])
    grey = cv2.cvtColor(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    slopes = []
    for sigma in (1.0, 3.0):
        soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), sigma)
        slopes.append(np.hypot(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)))
    near = np.zeros(grey.shape, np.uint8)
    for place in places:
        x, y = place.centre * scale
        cv2.circle(near, (round(x), round(y)), round(place.size * scale * 1.4), 1, -1)
    fine, coarse = (float(np.percentile(slope[near > 0], 99)) for slope in slopes)
    if fine < _SOFT * coarse:
        raise Trouble(
            line("The photo {file} is blurred.", file=file),
            line("Hold the camera still, give it light and take it again."),
        )


def _check_numbers(seen: list[tuple[_Piece, Pixels, Found, str]]) -> None:
    for piece, _, _, file in seen:
        if not piece.name.isdecimal():
            raise Trouble(
                line("The tile {name!r} in {file} is no number.", name=piece.name, file=file),
                line("Name tiles by their numbers, as 21."),
            )


def _check_likeness(
    seen: list[tuple[_Piece, Pixels, Found, str]], examples: tuple[Example, ...], made: PieceSet
) -> None:
    """Where no outline was found, what lies there must at least have the print all others share."""
    designs = Designs(made)
    for (piece, _, found, file), example in zip(seen, examples, strict=True):
        high, wide = example.patch.shape[:2]
        whole = placed(np.array([wide - 1, high - 1]) / 2, np.diag([wide, high]) / 2)
        if found.clean == 0.0 and Comparer(View(example.patch), designs).likeness(whole[None])[0] < _LIKE:
            raise _missing(piece, False, file)


def _upright(axes: Array) -> Array:
    """The quarter turn that has the right edge most to the right."""
    turns = [axes @ np.array([[c, -s], [s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return np.asarray(max(turns, key=lambda turned: turned[0, 0] / np.linalg.norm(turned[:, 0])))


def _examples(named: list[tuple[str, Pixels]], places: list[Array], size: tuple[int, int]) -> tuple[Example, ...]:
    examples = []
    for (name, picture), place in zip(named, places, strict=True):
        shrink = 2 * float(np.linalg.norm(place[:2, :2], 2)) / max(size)
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 * shrink), np.uint8) if shrink > 1.2 else picture
        examples.append(Example(name, flattened(soft, place, size)))
    return tuple(examples)


def _aligned(
    named: list[tuple[str, Pixels]], places: list[Array], size: tuple[int, int], first: PieceSet
) -> tuple[Example, ...]:
    """Cards and tiles of one box share much of their print: laid exactly over each other, only the names differ."""
    made, views = first, {id(picture): View(picture) for _, picture in named}
    for _ in range(3):
        designs = Designs(made)
        laid = [  # from where they were found each time, or all would drift together
            Comparer(views[id(picture)], designs).on_common(place[None])[0]
            for (_, picture), place in zip(named, places, strict=True)
        ]
        made = replace(made, examples=_examples(named, laid, size))
    before, after = (_spread(one.examples) for one in (first, made))
    return made.examples if after < 0.95 * before else first.examples


def _spread(examples: tuple[Example, ...]) -> float:
    """How much the patches differ from each other."""
    patches = np.stack([example.patch for example in examples]).astype(np.float32)
    levels = patches.mean((1, 2, 3), keepdims=True)
    return float((patches / np.maximum(1, levels)).std(0).mean())


def _report(made: PieceSet, files: list[str], photos: int) -> Report:
    """Read every example with the others of its set: the name that comes closest is the weakest pair."""
    designs = Designs(made)
    weakest, apart = None, float("inf")
    alike: set[tuple[str, str]] = set()
    for example, file in zip(made.examples, files, strict=True):
        high, wide = example.patch.shape[:2]
        whole = Found(designs.disc, np.array([wide - 1, high - 1]) / 2, np.diag([wide, high]) / 2, 1.0)
        comparer = Comparer(View(example.patch), designs)
        for fit in (comparer.discs if designs.disc else comparer.quads)([whole], most=4)[0]:
            other = designs.names[fit.design]
            if other in (example.name, PLAIN):
                continue
            if fit.left < apart:
                weakest, apart = (example.name, other), fit.left
            if fit.left < _SAME and comparer.peak(fit) < _SAME_PEAK[made.kind]:
                alike.add((example.name, other))
            if {(example.name, other), (other, example.name)} <= alike:  # each by the other, for chance may blur one
                raise Trouble(
                    line("In {file}, {name!r} looks the same as {other!r}.", file=file, name=example.name, other=other),
                    line("Check the names in labels.json; two pieces that look alike must share one name."),
                )
    return Report(len(made.names), photos, weakest, 0.0 if weakest is None else apart)
