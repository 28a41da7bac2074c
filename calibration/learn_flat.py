"""Turns photographs of tokens, cards or tiles, with a name at each one's centre, into a piece set."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.find_named import Named, extents, missing, of_one_size, upright_axes
from calibration.wording import Line, line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.flat.compare_flat import Array, Comparer, View, flattened, placed
from vision.flat.designs import PLAIN, Designs
from vision.flat.find_flat import Found
from vision.piece_set import BACK, Example, PieceSet, check_name

FLAT_KINDS = ("tokens", "cards", "tiles")
_LONG = 128  # pixels of the longer side of a flattened patch
_SOFT = 1.5  # how much sharper a photo must be than its own softened copy
_LIKE = 0.45  # how much a card or tile must have of what all of them have in common
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


def learn_flat(name: str, kind: str, folder: Path) -> tuple[PieceSet, Report]:
    """Find each named piece in its photo, flatten it, and make sure no two names look the same."""
    check_name(name)
    if kind not in FLAT_KINDS:
        kinds = ", ".join(FLAT_KINDS)
        raise Trouble(line("I cannot learn {kind!r} from labels.", kind=kind), line("I know {kinds}.", kinds=kinds))
    photos = _labels(folder)
    pictures = [_picture(folder, file) for file, _ in photos]
    found = extents(pictures, photos, disc=kind == "tokens")
    if kind == "tokens":
        found = of_one_size(pictures, found)
    seen: list[tuple[Named, Pixels, Found, str]] = []
    for (file, pieces), picture, places in zip(photos, pictures, found, strict=True):
        _check_sharp(picture, places, file)
        seen += [(piece, picture, place, file) for piece, place in zip(pieces, places, strict=True)]
    backs = [one for one in seen if kind == "tiles" and one[0].name == BACK]
    if kind == "tiles":
        seen = [one for one in seen if one[0].name != BACK]
        _check_numbers(seen)
    upright = [upright_axes(place.axes) for _, _, place, _ in seen]
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
    for piece, picture, place, _ in backs:  # shares no print with the others, and comes close to none of them
        examples += _examples([(piece.name, picture)], [placed(place.centre, upright_axes(place.axes))], size)
    about = f"taught from {len(photos)} photographs"
    made = PieceSet(name, kind, examples, points=points, about=about)
    return made, _report(made, [file for *_, file in (*seen, *backs)], len(photos))


def _labels(folder: Path) -> list[tuple[str, list[Named]]]:
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


def _piece(entry: Mapping[str, Any]) -> Named:
    x, y = (float(value) for value in entry["centre"])
    name, points = str(entry["name"]), entry.get("points")
    if not name or not np.isfinite([x, y]).all():
        raise ValueError(f"{dict(entry)} has no name or no place")
    return Named(name, np.array([x, y]), None if points is None else int(points))


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


def _check_numbers(seen: list[tuple[Named, Pixels, Found, str]]) -> None:
    if not seen:
        raise Trouble(
            line("Only backs are named."), line("Name tiles by their numbers, as 21, and their other side back.")
        )
    for piece, _, _, file in seen:
        if not piece.name.isdecimal():
            raise Trouble(
                line("The tile {name!r} in {file} is no number.", name=piece.name, file=file),
                line("Name tiles by their numbers, as 21, and their other side back."),
            )


def _check_likeness(
    seen: list[tuple[Named, Pixels, Found, str]], examples: tuple[Example, ...], made: PieceSet
) -> None:
    """Where no outline was found, what lies there must at least have the print all others share."""
    designs = Designs(made)
    for (piece, _, found, file), example in zip(seen, examples, strict=True):
        high, wide = example.patch.shape[:2]
        whole = placed(np.array([wide - 1, high - 1]) / 2, np.diag([wide, high]) / 2)
        if found.clean == 0.0 and Comparer(View(example.patch), designs).likeness(whole[None])[0] < _LIKE:
            raise missing(piece, False, file)


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
        if example.name == BACK and made.kind == "tiles":
            continue
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
