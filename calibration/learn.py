"""Turns photographs of single faces into a dice set, and says how well the faces can be told apart."""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.wording import Line, line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.dice.find_dice import Candidate, Proposal, each_once, look_closely, possible_dice, same_die
from vision.dice.read_faces import describe_turned, patches_of
from vision.photo import open_photo
from vision.piece_set import Example, PieceSet, check_name
from vision.pyramid import Pyramid

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
SOFT = 1.3  # a sharp picture loses at least this much of its edges when it is softened a little
SAME = 0.85  # faces as alike as this, and as alike as their own views, may be one face under two names
SAME_PRINT = 0.93  # how far what is printed on them agrees if they are; three strokes and four look much alike
NUDGE, FRAME = 4, 8  # pixels by which prints may be off, and of a patch's rim, which tells more of light than of print
MAYBE = -1.0  # log odds: a photograph of one die surely shows one, so a hint of it will do
HINT, AS_LARGE = -5.0, 0.4  # a fainter one, if it is about as large as in most other photographs of the set
STEP, EVEN, AGREED = 0.4, 0.5, 3  # face sides from look to look over a whole picture, as likely as not; how many agree
SURE = 3.0  # log odds of a die that is taken whatever its size: it was photographed from elsewhere
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Report:
    """How well the faces of a set can be told apart."""

    faces: tuple[str, ...]
    photos: int
    weakest: tuple[str, str]
    apart: float  # how much more alike two views of one face are than the weakest pair, 0 to 2

    def sentences(self) -> tuple[str, ...]:
        one, other = self.weakest
        lines = [
            f"Learned {len(self.faces)} faces from {self.photos} photographs: {', '.join(self.faces)}.",
            self.verdict(),
        ]
        if self.apart <= 0.15:
            lines.append(f"Add sharp photographs of {one} and {other}, taken from above and in good light.")
        return tuple(lines)

    def verdict(self) -> Line:
        one, other = self.weakest
        how = "clearly" if self.apart > 0.35 else "well enough" if self.apart > 0.15 else "barely"
        return line(
            "The faces can be told apart {how}; the weakest pair is {one} and {other} ({apart:.2f} apart).",
            how=how,
            one=one,
            other=other,
            apart=self.apart,
        )


class Face(NamedTuple):
    """A flattened top face, the die it belongs to, and how much of its edges it loses when softened."""

    patch: Pixels
    die: Candidate
    edges_lost: float


def learn_dice(name: str, folder: Path, golden: bool = False) -> tuple[PieceSet, Report]:
    """A set from ``folder/<face>/*.jpg``, one die a photo."""
    check_name(name)
    photos = [(face, path) for face, paths in photos_by_face(folder).items() for path in paths]
    shown = faces_in([path for _, path in photos])
    examples = tuple(Example(face, patch) for (face, _), patch in zip(photos, shown, strict=True))
    made = PieceSet(name, "dice", examples, golden=golden, about=f"taught from {len(photos)} photographs")
    return made, examine(made, [str(path) for _, path in photos])


def photos_by_face(folder: Path) -> Mapping[str, Sequence[Path]]:
    if not folder.is_dir():
        raise Trouble(f"There is no folder {folder}.", "Make one with a folder of photographs for each face.")
    faces = {
        entry.name: sorted(p for p in entry.iterdir() if p.suffix.lower() in PICTURES)
        for entry in sorted(folder.iterdir())
        if entry.is_dir() and not entry.name.startswith(".")
    }
    if not faces:
        raise Trouble(
            f"{folder} has no face folders.", f"Put the photographs of each face in {folder}/<face>/, as in 1/a.jpg."
        )
    for face, photos in faces.items():
        if not photos:
            raise Trouble(f"There is no photograph of {face} in {folder / face}.", "Two a face are enough.")
    if len(faces) < 2:
        raise Trouble(f"{folder} shows one face only.", "Dice need at least two faces to be told apart.")
    return faces


def faces_in(photos: Sequence[Path]) -> list[Pixels]:
    """The flattened top face of the one die in each photograph.

    Where its look alone does not tell, its size does: it takes as large a share as in most other photographs, and a
    picture or a pip on it does not.
    """
    shown = [face_in(path) for path in photos]
    shares = [face.die.share for face in shown if face is not None]
    usual = statistics.median(shares) if len(shares) > len(photos) / 2 else None
    patches = []
    for path, face in zip(photos, shown, strict=True):
        told = face
        if usual is not None and (face is None or is_odd(face.die, usual)):
            told = rather(face_in(path, usual), face)
        if told is None:
            raise Trouble(f"I see no die in {path}.", "Show one die from above, on a plain ground, in good light.")
        if told.edges_lost < SOFT:
            raise Trouble(f"{path} is blurred.", "Hold the camera still, let it focus, and take the picture again.")
        patches.append(told.patch)
    return patches


def rather(usual: Face | None, odd: Face | None) -> Face | None:
    """The one of the usual size, if the odd one lies on it or around it."""
    if usual is None or odd is None:
        return usual or odd
    return usual if math.dist(usual.die.centre, odd.die.centre) < usual.die.side else odd


def is_odd(die: Candidate, usual: float) -> bool:
    """Whether it may be something on a die, or around it, and not the die."""
    return die.word < SURE and not as_large(die, usual)


def as_large(die: Candidate, usual: float) -> bool:
    return abs(math.log(die.share / usual)) < AS_LARGE


def face_in(path: Path, usual: float | None = None) -> Face | None:
    picture = Pyramid(open_photo(path).pixels)
    die = one_die(picture, str(path), usual)
    return Face(patches_of(picture, [die.quad])[0], die, edges_lost(picture, die)) if die is not None else None


def one_die(picture: Pyramid, where: str, usual: float | None = None) -> Candidate | None:
    """The die that fills most of the picture, or a fainter one of the usual share; two alike are one too many."""
    looks = possible_dice(picture, least=HINT)
    if usual is None:
        ranked = each_once((one for one in looks if one.word > MAYBE), _weight)
    else:
        ranked = each_once((one for one in looks if as_large(one, usual)), _weight) or swept(picture, usual)
    if not ranked:
        return None
    others = [c for c in ranked[1:] if c.heat > 1 and c.die > 3]
    if others and _weight(others[0]) > 0.6 * _weight(ranked[0]):
        raise Trouble(f"I see {len(others) + 1} dice in {where}.", "Show one die a photograph.")
    return ranked[0]


def swept(picture: Pyramid, usual: float) -> list[Candidate]:
    """A die of the usual share that only close looks from all over the picture see: wood on wood stands out little."""
    side = usual * max(picture.width, picture.height)
    spots = np.mgrid[side / 2 : picture.width : STEP * side, side / 2 : picture.height : STEP * side].reshape(2, -1).T
    looks = look_closely(picture, [Proposal(spot, side, EVEN) for spot in spots.astype(np.float32)], least=0.0)
    like = [one for one in looks if as_large(one, usual)]
    agreed = [one for one in like if sum(same_die(one, other) for other in like) >= AGREED]
    return each_once(agreed)[:1]


def _weight(seen: Candidate) -> float:
    """Size and likelihood together."""
    return seen.side**2 / (1 + math.exp(-seen.word))


def edges_lost(picture: Pyramid, die: Candidate) -> float:
    """How much of its fine edges a face loses when softened: much if it was sharp, hardly any if it was blurred."""
    size = int(np.clip(die.side * 1.3, 24, 160))
    grey = cv2.cvtColor(picture.cut(die.centre, die.side * 1.3, size), cv2.COLOR_BGR2GRAY).astype(np.float32)
    softer = np.asarray(cv2.GaussianBlur(grey, (0, 0), size / 50), np.float32)
    return float((_energy(grey) + 1e-3) / (_energy(softer) + 1e-3))


def _energy(grey: NDArray[np.float32]) -> float:
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return float(np.percentile(np.hypot(across, down), 99.5))


def likeness(turned: Floats) -> Floats:
    """How alike each two faces are at best, looked at in all four rotations as a doubtful face is."""
    further = [np.einsum("itl,jtl->ij", turned, np.roll(turned, -turns, axis=1)) / 4 for turns in range(4)]
    return np.asarray(np.max(further, axis=0), np.float32)


def same_print(some: Sequence[Pixels], others: Sequence[Pixels]) -> bool:
    """Whether two of these faces, laid over each other, show the same print."""
    return any(printed_alike(one, other) > SAME_PRINT for one in some for other in others)


def printed_alike(one: Pixels, other: Pixels) -> float:
    """How far two faces agree at best, turned, larger or smaller, and moved a little; 1 is wholly."""
    field = _soft_grey(one)[FRAME - NUDGE : NUDGE - FRAME, FRAME - NUDGE : NUDGE - FRAME]
    middle, best = (len(other) - 1) / 2, -1.0
    for turned in (np.ascontiguousarray(np.rot90(other, turns)) for turns in range(4)):
        for scale in (0.94, 1.0, 1.06):
            matrix = np.array([[scale, 0, middle * (1 - scale)], [0, scale, middle * (1 - scale)]])
            size = turned.shape[1], turned.shape[0]
            art = cv2.warpAffine(_soft_grey(turned), matrix, size, borderMode=cv2.BORDER_REPLICATE)
            like = cv2.matchTemplate(field, art[FRAME:-FRAME, FRAME:-FRAME], cv2.TM_CCOEFF_NORMED)
            best = max(best, float(like.max()))
    return best


def _soft_grey(patch: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (0, 0), 0.8), np.float32)


def examine(made: PieceSet, sources: Sequence[str]) -> Report:
    """Compare every example with every other; refuse two names for one face."""
    count = len(made.examples)
    vectors = describe_turned([example.patch for example in made.examples])[..., :-7]
    near = likeness(vectors)
    names = np.array([example.name for example in made.examples])
    same = names[:, None] == names[None]
    across = np.where(same, -2.0, near)
    one, other = divmod(int(across.argmax()), count)
    own = np.where(same & ~np.eye(count, dtype=bool), near, np.nan)
    views = [v for v in (*own[one], *own[other]) if not np.isnan(v)]
    alike_names = across[one, other] > SAME and (not views or across[one, other] > min(views) - 0.02)
    if alike_names and same_print(*([e.patch for e in made.examples if e.name == names[n]] for n in (one, other))):
        raise Trouble(
            line(
                "{one} and {other} look the same: {here} and {there}.",
                one=str(names[one]),
                other=str(names[other]),
                here=sources[one],
                there=sources[other],
            ),
            line("Show each face under its own name."),
        )
    within = near[same & ~np.eye(count, dtype=bool)]
    alike = float(within.mean()) if within.size else 0.95
    return Report(made.names, count, (str(names[one]), str(names[other])), alike - float(across[one, other]))
