"""Gathers sharp, varied crops of each face and says which are still missing."""

import re
import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.eye import Eye, Floats, Sight, likeness
from calibration.files import write_whole
from calibration.wording import NOTHING, Line, line
from hardware.folders import data_folder
from hardware.trouble import Trouble
from vision.piece_set import Example, Patch, PieceSet, check_name

WANTED = 5  # views of each face
# Measured with the shipped namer on the rendered enrolment shots and tables: two crops of one face are .81 alike or
# more (median .96), crops of two faces .795 or less; on 23 painted designs 1.2 % and .3 % do not keep to it.
SAME = 0.85  # as alike as this, two crops show one face
OTHER = 0.80  # less alike than this, they show two


@dataclass(frozen=True, eq=False)
class View:
    """A kept crop; where and how the die lay is known only in the sitting that took it."""

    patch: Patch
    looks: Floats
    at: Floats | None = None
    turn: float = 0.0
    side: float = 0.0


@dataclass
class Draft:
    """A set being taught. Every crop is on disk the moment it is taken: power cuts and kill -9 lose nothing."""

    name: str
    faces: tuple[str, ...]
    golden: bool = False
    views: dict[str, list[View]] = field(default_factory=dict)
    strangers: list[View] = field(default_factory=list)  # unlike the face shown before, but like each other

    @property
    def folder(self) -> Path:
        return drafts_folder() / self.name

    def got(self, face: str) -> int:
        return len(self.views.get(face, ()))

    def missing(self) -> tuple[str, ...]:
        return tuple(face for face in self.faces if self.got(face) < WANTED)

    def offer(self, face: str, sights: Sequence[Sight]) -> tuple[int, Line]:
        """Keep what is new of these dice, all of which should show the face; tells how many, or what is wrong."""
        flat = [sight for sight in sights if not sight.cocked]
        if not sights:
            return 0, line("I see no die. Put one down with the {face} up.", face=face)
        if not flat:
            return 0, line("The die leans on something. Lay it flat.")
        sharp = [sight for sight in flat if sight.sharp]
        if not sharp:
            return 0, line("That is blurred. Hold the camera still and let it focus.")
        if fault := self._wrong(face, sharp):
            return 0, fault
        self.strangers.clear()
        kept = 0
        for sight in sharp:
            view = _view(sight)
            if self.got(face) < WANTED and not any(_alike(view, old) for old in self.views.get(face, ())):
                self._keep(face, view)
                kept += 1
        return kept, NOTHING

    def _wrong(self, face: str, sights: Sequence[Sight]) -> Line:
        first = sights[0]
        if any(likeness(first.looks, sight.looks) < OTHER for sight in sights[1:]):
            return line("I see different faces at once. Turn every die to the {face}, or show one die only.", face=face)
        own = max((likeness(first.looks, view.looks) for view in self.views.get(face, ())), default=None)
        rivals = [
            (likeness(first.looks, view.looks), name)
            for name, views in self.views.items()
            if name != face
            for view in views
        ]
        nearest, rival = max(rivals, default=(0.0, ""))
        if nearest > SAME and (own is None or nearest > own):
            return line("This looks like the {rival}. Turn the die to the {face}.", rival=rival, face=face)
        if own is not None and own < OTHER and not self._outvoted(face, _view(first)):
            return line("This does not look like the {face} I saw before. Show the {face}, or redo it.", face=face)
        return NOTHING

    def _outvoted(self, face: str, stranger: View) -> bool:
        """Perhaps the first view was the wrong one: when more views speak against it than for it, it goes."""
        self.strangers = [view for view in self.strangers if likeness(stranger.looks, view.looks) >= OTHER]
        if not any(_alike(stranger, view) for view in self.strangers):
            self.strangers.append(stranger)
        if len(self.strangers) <= self.got(face):
            return False
        self.redo(face)
        return True

    def _keep(self, face: str, view: View) -> None:
        taken = self.views.setdefault(face, [])
        coded = cv2.imencode(".png", view.patch)[1].tobytes()
        write_whole(self.folder / f"{self.faces.index(face)}-{len(taken):02d}.png", coded)
        taken.append(view)

    def redo(self, face: str) -> None:
        """Forget what was shown of a face."""
        if face in self.faces:
            self.views.pop(face, None)
            for path in self.folder.glob(f"{self.faces.index(face)}-*.png"):
                path.unlink()

    def begin(self) -> None:
        """Put the draft on disk; one of other faces under this name is given up."""
        shutil.rmtree(self.folder, ignore_errors=True)
        names = ", ".join(f'"{face}"' for face in self.faces)
        text = f"# A set being taught; go on with: companion teach {self.name}\nfaces = [{names}]\n"
        write_whole(self.folder / "draft.toml", f"{text}golden = {str(self.golden).lower()}\n".encode())

    def finish(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def piece_set(self) -> PieceSet:
        examples = tuple(Example(face, view.patch) for face in self.faces for view in self.views.get(face, ()))
        about = f"taught at the table from {len(examples)} views"
        return PieceSet(self.name, "dice", examples, golden=self.golden, about=about)


def drafts_folder() -> Path:
    return data_folder() / "drafts"


def open_draft(name: str, eye: Eye) -> Draft | None:
    """The draft left behind under this name, with all its crops; none if there is none."""
    folder = drafts_folder() / check_name(name)
    try:
        told = tomllib.loads((folder / "draft.toml").read_text(encoding="utf-8"))
        draft = Draft(name, tuple(map(str, told["faces"])), bool(told.get("golden", False)))
    except FileNotFoundError:
        return None
    except (OSError, KeyError, TypeError, ValueError):
        return None  # half a draft is worth less than a fresh start
    for path in sorted(folder.glob("*-*.png")):
        patch = cv2.imread(str(path), cv2.IMREAD_COLOR)
        number = path.stem.split("-")[0]
        if patch is None or not number.isdecimal() or int(number) >= len(draft.faces):
            continue
        whole = np.asarray(patch, dtype=np.uint8)
        draft.views.setdefault(draft.faces[int(number)], []).append(View(whole, eye.describe(whole)))
    return draft


def face_names(text: str) -> tuple[str, ...]:
    """The names in a line of words; refused if they cannot be told apart or written down."""
    names = tuple(text.replace(",", " ").split())
    if len(names) < 2:
        raise Trouble(
            line("A die has at least two faces."),
            line("Type their names with spaces between, as in: 1 2 3 4 5 star"),
        )
    for name in names:
        if not re.fullmatch(r"[\w+-]{1,24}", name):
            raise Trouble(
                line("{name!r} cannot be the name of a face.", name=name), line("Use letters and digits, at most 24.")
            )
        if names.count(name) > 1:
            raise Trouble(
                line("{name} is named twice.", name=name), line("Name each face once, even if the die has it twice.")
            )
    return names


def _view(sight: Sight) -> View:
    edge = sight.quad[1] - sight.quad[0]
    return View(
        sight.patch, sight.looks, sight.quad.mean(axis=0), float(np.degrees(np.arctan2(edge[1], edge[0]))), sight.side
    )


def _alike(new: View, old: View) -> bool:
    """Whether the die lay in the same place in the same way: such a crop teaches nothing."""
    if new.at is None or old.at is None:
        return False
    turned = abs((new.turn - old.turn + 45) % 90 - 45)
    moved = float(np.linalg.norm(new.at - old.at))
    return turned < 12 and moved < 0.8 * max(new.side, 1.0)
