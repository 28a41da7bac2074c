"""The steps of teaching tokens, cards or tiles: lay some out, name them in order, again until all are named."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from calibration.collect import drafts_folder
from calibration.files import write_whole
from calibration.learn_flat import learn_flat
from calibration.prompt import Prompt
from calibration.wording import NOTHING, Line, line, lines, told
from hardware.frame import Frame, Pixels
from hardware.trouble import Trouble
from vision.flat.find_flat import Found, find_flat
from vision.observation import Box
from vision.piece_set import BACK, PieceSet, check_name, save_set
from vision.table.motion import Motion

QUIET_FRAMES = 3
DECIDE = ("use", line("Play with it.")), ("later", line("Keep it, but do not play with it yet."))
CLEAN = 0.6  # outlines that fit a piece's shape worse are clutter

Finder = Callable[[Pixels], list[Found]]


class LayOutWizard:
    """Every photo is on disk as soon as it is named; a teaching left half-way is taken up again."""

    def __init__(self, name: str, kind: str, finder: Finder = find_flat) -> None:
        self.name, self.kind = check_name(name), kind
        self.made: PieceSet | None = None
        self.done = False
        self.folder = drafts_folder() / f"{name}-{kind}"
        self._finder = finder
        self._motion = Motion()
        self._quiet = 0
        self._frame: Frame | None = None
        self._pieces: list[Found] = []
        self._see = self._fault = self._told = NOTHING
        self._photos = self._left_behind()

    @property
    def named(self) -> list[str]:
        return [str(piece["name"]) for photo in self._photos for piece in photo["pieces"]]

    def take(self, frame: Frame) -> None:
        glance = self._motion.look(frame)
        self._quiet = self._quiet + 1 if glance.quiet else 0
        self._see = NOTHING
        if self._quiet < QUIET_FRAMES:
            self._see, self._fault = line("Something moves; I wait."), NOTHING
            self._pieces = []
        elif self._quiet == QUIET_FRAMES:
            self._frame = frame
            self._pieces = in_rows(alike([one for one in self._finder(frame.pixels) if self._fits(one)]))
        if self._pieces:
            self._see = line("I see {count} {kind}, numbered row by row.", count=len(self._pieces), kind=self.kind)

    def answer(self, choice: str) -> None:
        self._fault = NOTHING
        if self.made is not None:
            self._decide(choice)
        elif choice == "finish":
            self._finish()
        elif choice == "restart":
            shutil.rmtree(self.folder, ignore_errors=True)
            self._photos = []
        else:
            self._name(choice.replace(",", " ").split())

    @property
    def prompt(self) -> Prompt:
        if self.made is not None:
            return Prompt("done" if self.done else "report", self._told, choices=DECIDE, done=self.done)
        boxes = tuple(_box(piece) for piece in self._pieces)
        if self._pieces:
            count = len(self._pieces)
            say = line("Name the {count} {kind} in order, row by row from the back.", count=count, kind=self.kind)
        else:
            say = line("Lay up to eight {kind} face up in rows, not touching, on a plain ground.", kind=self.kind)
        choices: tuple[tuple[str, Line], ...] = ()
        if self._photos:
            say = lines(say, line("Named so far: {names}.", names=", ".join(self.named)))
            choices = ("finish", line("That was all of them.")), ("restart", line("Begin anew."))
            if self.kind == "tiles" and BACK not in self.named:
                say = lines(say, line("Turn one face down, too, and name it back: then I know it from an empty place."))
        asks = {"tiles": "21 22 23 24", "cards": "red-1=1 red-2=2", "tokens": "red-1 red-2 blank"}[self.kind]
        return Prompt("lay", say, self._see, self._fault, (), choices, boxes, asks=asks)

    def _fits(self, one: Found) -> bool:
        return one.disc == (self.kind == "tokens") and one.clean >= CLEAN

    def _name(self, words: Sequence[str]) -> None:
        """Take the names, ``name`` or ``name=points``, for what lies there now."""
        if self._frame is None or not self._pieces:
            self._fault = line("I see no {kind} to name. Lay some out and take your hand away.", kind=self.kind)
            return
        if len(words) != len(self._pieces):
            self._fault = line(
                "I see {count} {kind}, but heard {names} names.",
                count=len(self._pieces),
                kind=self.kind,
                names=len(words),
            )
            return
        pieces = []
        for word, found in zip(words, self._pieces, strict=True):
            name, _, points = word.partition("=")
            if self.kind == "tiles" and not (name.isdecimal() or name == BACK):
                self._fault = line(
                    "{name!r} is no number. Name tiles by their numbers, as 21, and their other side back.", name=name
                )
                return
            piece: dict[str, object] = {"name": name, "centre": [float(value) for value in found.centre]}
            pieces.append(piece | ({"points": int(points)} if points.isdecimal() else {}))
        file = f"photo-{len(self._photos):02d}.png"
        coded = cv2.imencode(".png", self._frame.pixels)[1]
        write_whole(self.folder / file, np.asarray(coded).tobytes())
        self._photos.append({"image": file, "pieces": pieces})
        write_whole(self.folder / "labels.json", json.dumps(self._photos).encode())
        self._pieces = []

    def _finish(self) -> None:
        try:
            made, report = learn_flat(self.name, self.kind, self.folder)
        except Trouble as trouble:
            self._fault = line("I cannot learn them so: {why}", why=told(trouble))
            return
        save_set(made)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.made, self._told = made, lines(*report.sentences())

    def _decide(self, choice: str) -> None:
        """There is no exam for flat pieces: their owner says whether they are played with."""
        if self.made is not None and not self.done and choice in dict(DECIDE):
            self.made = replace(self.made, examined=choice == "use")
            save_set(self.made)
            self.done = True

    def _left_behind(self) -> list[dict[str, Any]]:
        try:
            photos = json.loads((self.folder / "labels.json").read_text(encoding="utf-8"))
            return [photo for photo in photos if (self.folder / photo["image"]).is_file()]
        except (OSError, ValueError, KeyError, TypeError):
            return []


def alike(found: Sequence[Found]) -> list[Found]:
    """Pieces of one kind are of one size: the largest group of the same size, each piece once."""
    groups = [[one for one in found if abs(one.size / like.size - 1) < 0.15] for like in found]
    best = max(groups, key=lambda group: (len(_apart(group)), group[0].size), default=[])
    return _apart(best)


def _apart(found: Sequence[Found]) -> list[Found]:
    kept: list[Found] = []
    for one in found:  # the cleanest first
        if all(float(np.linalg.norm(one.centre - other.centre)) > one.size for other in kept):
            kept.append(one)
    return kept


def in_rows(found: Sequence[Found]) -> list[Found]:
    """From the back row to the front, each from left to right, as people read."""
    rows: list[list[Found]] = []
    for one in sorted(found, key=lambda one: float(one.centre[1])):
        if rows and float(one.centre[1]) - float(np.mean([other.centre[1] for other in rows[-1]])) < one.size:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: float(one.centre[0]))]


def _box(piece: Found) -> Box:
    reach = np.abs(piece.axes).sum(axis=1)
    x, y = piece.centre - reach
    return float(x), float(y), float(2 * reach[0]), float(2 * reach[1])
