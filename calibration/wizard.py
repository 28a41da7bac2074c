"""The steps of teaching a dice set, as a state and the answers that move it on."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.collect import WANTED, Draft, face_names, open_draft
from calibration.exam import ENOUGH_DICE, ROLLS, Answer, Marks
from calibration.eye import Eye
from calibration.ground import Ground
from calibration.picture import brightness, reaches_in, thumbnail
from calibration.prompt import Bar, Prompt
from calibration.report import write_report
from calibration.wording import ENGLISH, NOTHING, Language, Line, line, lines, told
from hardware.frame import Frame, Pixels
from hardware.trouble import Trouble
from vision.observation import Box, DieSeen, Point, TableObservation
from vision.piece_set import PieceSet, save_set
from vision.table.motion import Motion
from vision.table.zones import Mat

ORDINARY_DICE = {"1 2 3 4 5 6": line("Ordinary dice: 1 to 6")}
DARK = 40.0
QUIET_FRAMES = 3
PATIENCE_SECONDS = 2.5  # while a hand turns the die, what is seen is nobody's fault
STUCK_FRAMES = 90

Reads = Callable[[Frame], TableObservation]


class TeachWizard:
    """Name the faces, show each of them, take the exam; moved on by frames and a few answers.

    ``open_reader`` gives the reader that will play with the set: the exam is taken by the real one. ``known_dice`` are
    dice to choose from, their faces -> what they are called.
    """

    def __init__(
        self,
        name: str,
        eye: Eye,
        open_reader: Callable[[PieceSet], Reads],
        faces: tuple[str, ...] = (),
        golden: bool = False,
        language: Language = ENGLISH,
        mats: Sequence[Mat] = (),
        known_dice: Mapping[str, Line] | None = None,
    ) -> None:
        self.name, self.language = name, language
        self._known_dice = {**(known_dice or {}), **ORDINARY_DICE}
        self.made: PieceSet | None = None
        self.marks = Marks(())
        self.apart = NOTHING
        self.report: Path | None = None
        self.weakest = ("", "")
        self._eye, self._open_reader, self._golden = eye, open_reader, golden
        self._motion = Motion()
        self._ground = Ground(mats)
        self._rest: NDArray[np.float32] | None = None  # the table when it was last looked at
        self._quiet, self._asked_at = 0, 0.0
        self._see = self._fault = NOTHING
        self._boxes: tuple[Box, ...] = ()
        self._read: Reads | None = None
        self._roll: tuple[DieSeen, ...] = ()
        self._roll_frame: Frame | None = None
        self._waits_for_roll = True
        self._stirred = False
        self._rolls = 0
        left = open_draft(name, eye)
        if left is not None and (not faces or left.faces == faces):
            self.draft: Draft | None = left
            self._step = "show"
            self._see = line("I have kept what you showed last time.")
        else:
            self.draft, self._step = None, "names"
            if faces:
                self._begin(faces)
        self._face = self._next_face()

    # What moves it on

    def take(self, frame: Frame) -> None:
        self._see = self._fault = NOTHING
        glance = self._motion.look(frame)
        self._quiet = self._quiet + 1 if glance.quiet else 0
        self._stirred = self._stirred or not glance.quiet
        if self._asked_at == 0.0:
            self._asked_at = frame.taken_at
        if self._step not in ("show", "exam"):
            self._boxes = ()
        elif brightness(np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)) < DARK:
            self._boxes = ()
            self._fault = line("It is dark. Switch the lamp on.")
        elif self._quiet < QUIET_FRAMES:
            self._see = line("Something moves; I wait.")
            if self._waits_for_roll:  # what was found lies there no more, unless it is the roll in question
                self._boxes = ()
        elif self._hand_in_view(frame):
            self._fault = line("Take your hand away, then I look.")
        elif self._step == "show":
            self._show(frame)
        elif self._step == "exam":
            self._examine(frame)

    def _hand_in_view(self, frame: Frame) -> bool:
        now = thumbnail(frame.pixels)
        # What has not moved for so long is no hand but a mug: it belongs to the table from now on.
        if self._rest is not None and reaches_in(now, self._rest) and self._quiet < STUCK_FRAMES:
            return True
        self._rest = now
        return False

    def answer(self, choice: str) -> None:
        word, _, rest = choice.strip().partition(" ")
        if self._step == "names":
            self._name_faces(choice)
        elif word == "redo" and self.draft is not None and rest in self.draft.faces:
            self._redo(rest)
        elif self._step == "show" and word == "enough":
            self._enough()
        elif self._step == "exam":
            self._mark(choice)
        elif self._step == "report":
            self._decide(word)

    @property
    def prompt(self) -> Prompt:
        draft = self.draft
        bars = () if draft is None else tuple(Bar(face, draft.got(face), WANTED) for face in draft.faces)
        now = Prompt(self._step, NOTHING, self._see, self._fault, bars, (), self._boxes)
        match self._step:
            case "names":
                say = line("What shall I learn as {name}? Choose, or type the names of the faces.", name=self.name)
                return replace(now, say=say, choices=tuple(self._known_dice.items()), asks="1 2 3 4 5 6")
            case "show":
                return replace(now, say=self._wish(), choices=self._show_choices())
            case "exam":
                return self._exam_prompt(now)
            case "report":
                return replace(now, say=self._verdict(), choices=self._report_choices(), bars=())
        return replace(now, say=self._verdict(), done=True, bars=())

    # Naming and showing

    def _name_faces(self, text: str) -> None:
        try:
            self._begin(face_names(text))
        except Trouble as trouble:
            self._fault = told(trouble)

    def _begin(self, faces: tuple[str, ...]) -> None:
        self.draft = Draft(self.name, faces, self._golden)
        self.draft.begin()
        self._step, self._face = "show", faces[0]

    def _next_face(self) -> str:
        missing = self.draft.missing() if self.draft is not None else ()
        return missing[0] if missing else ""

    def _show(self, frame: Frame) -> None:
        assert self.draft is not None
        if not self._face:
            self._learn()
            return
        sights = self._eye.look(frame.pixels)
        self._boxes = tuple(sight.box for sight in sights)
        kept, fault = self.draft.offer(self._face, sights)
        if fault and frame.taken_at - self._asked_at > PATIENCE_SECONDS:
            self._fault = fault
        if kept:
            self._asked_at = frame.taken_at
        one = line("I see 1 die.")
        dice = one if len(sights) == 1 else line("I see {count} dice.", count=len(sights))
        known = NOTHING if fault else line("I have seen it lie so: turn it and move it a little.")
        self._see = lines(dice, line("Kept {count}.", count=kept) if kept else known)
        if self.draft.got(self._face) >= WANTED:
            self._face = self._next_face()
            self._asked_at = frame.taken_at
            if not self._face:
                self._learn()

    def _wish(self) -> Line:
        draft = self.draft
        if draft is None or not self._face:
            return line("I compare the faces.")
        got = draft.got(self._face)
        if got == 0:
            return line("Show the {face}: one die, or all of them, with the {face} up.", face=self._face)
        return line(
            "The {face} again: turn it a little and move it ({got} of {wanted}).",
            face=self._face,
            got=got,
            wanted=WANTED,
        )

    def _show_choices(self) -> tuple[tuple[str, Line], ...]:
        draft = self.draft
        if draft is None:
            return ()
        enough = (("enough", line("That is enough.")),) if all(draft.got(face) >= 2 for face in draft.faces) else ()
        return enough + _redo_choices(tuple(face for face in draft.faces if draft.got(face)))

    def _enough(self) -> None:
        if self.draft is not None and all(self.draft.got(face) >= 2 for face in self.draft.faces):
            self._learn()
        else:
            self._fault = line("I need at least two views of every face.")

    def _redo(self, face: str) -> None:
        assert self.draft is not None
        self.draft.redo(face)
        self._step, self._face, self._asked_at = "show", face, 0.0

    def _learn(self) -> None:
        assert self.draft is not None
        made = self.draft.piece_set()
        try:
            self.apart, self.weakest = self._eye.tell_apart(made)
        except Trouble as trouble:
            self._fault = told(trouble)
            one = trouble.say.split()[0]
            if one in self.draft.faces:
                self._redo(one)
            return
        self.made = made
        save_set(made)  # not yet examined, so not yet offered for play, but safe from here on
        self._read = self._open_reader(made)
        self._step, self._waits_for_roll, self._stirred = "exam", True, False
        self.marks, self._rolls = Marks(()), 0

    # The exam

    def _examine(self, frame: Frame) -> None:
        if self._read is None or not self._waits_for_roll:
            return
        self._ground.look(frame.pixels)
        dice = tuple(die for die in self._read(frame).dice if not die.cocked and self._ground.holds(_middle(die.box)))
        self._boxes = tuple(die.box for die in dice)
        if not dice:
            self._fault = line("I see no dice. Roll them under the camera.")
        elif not self._stirred:
            self._see = line("Waiting for you to roll.")
        else:
            self._roll, self._roll_frame = dice, frame
            self._waits_for_roll = False

    def _exam_prompt(self, now: Prompt) -> Prompt:
        done = Bar("dice", len(self.marks.answers), ENOUGH_DICE)
        if self._waits_for_roll:
            stop = (("stop", line("No exam: I trust the set as it is.")),)
            return replace(now, say=line("Roll all the dice, then take your hand away."), choices=stop, bars=(done,))
        read = ", ".join(f"{n}: {die.face or '?'}" for n, die in enumerate(self._roll, 1))
        choices = ("yes", line("Yes, all of it.")), ("again", line("Let me roll again."))
        say = line("I read, from the back row to the front: {read}. Is that right?", read=read)
        return replace(now, say=say, choices=choices, bars=(done,), asks="2=6 5=1")

    def _mark(self, choice: str) -> None:
        if choice == "stop":
            self._step = "report"
            return
        if self._waits_for_roll or self._roll_frame is None or self.draft is None:
            return
        if choice != "again":
            truths = self._truths(choice)
            if truths is None:
                self._fault = line("Say yes, or name what is wrong by its number, as in: 2=6 5=1")
                return
            crops = [_crop(self._roll_frame, die.box) for die in self._roll]
            new = [
                Answer(die.face, truth, die.sureness, crop)
                for die, truth, crop in zip(self._roll, truths, crops, strict=True)
            ]
            self.marks = Marks((*self.marks.answers, *new))
            self._rolls += 1
        self._waits_for_roll, self._stirred = True, False
        if self._rolls >= ROLLS and len(self.marks.answers) >= ENOUGH_DICE:
            self._step = "report"

    def _truths(self, choice: str) -> list[str] | None:
        assert self.draft is not None
        truths = [die.face or "?" for die in self._roll]
        if choice != "yes":
            pairs = re.findall(r"(\d+)\s*=\s*(\S+)", choice)
            if not pairs:
                return None
            for number, face in pairs:
                if not 1 <= int(number) <= len(truths) or face not in self.draft.faces:
                    return None
                truths[int(number) - 1] = face
        return None if "?" in truths else truths

    # The end

    def _verdict(self) -> Line:
        low, high = self.marks.interval
        if not self.marks.answers:
            return lines(self.apart, line("There was no exam."))
        share = line(
            "{right} of {total} dice read right (expect {low:.0%} to {high:.0%} from now on).",
            right=self.marks.right,
            total=len(self.marks.answers),
            low=low,
            high=high,
        )
        return lines(share, self.apart, *self.marks.advice(self.draft.faces if self.draft else ()))

    def _report_choices(self) -> tuple[tuple[str, Line], ...]:
        use = line("Play with it.") if self.marks.passed else line("Play with it all the same.")
        later = line("Keep it, but do not play with it yet.")
        return ("use", use), ("later", later), *_redo_choices(self.draft.faces if self.draft is not None else ())

    def _decide(self, word: str) -> None:
        if self.made is None or word not in ("use", "later"):
            return
        self.made = replace(self.made, examined=word == "use")
        save_set(self.made)
        self.report = write_report(self.made, self.marks, self.apart, self.weakest, self.language)
        if self.draft is not None:
            self.draft.finish()
        self._step = "done"


def _redo_choices(faces: tuple[str, ...]) -> tuple[tuple[str, Line], ...]:
    return tuple((f"redo {face}", line("Redo the {face}.", face=face)) for face in faces)


def _middle(box: Box) -> Point:
    x, y, w, h = box
    return x + w / 2, y + h / 2


def _crop(frame: Frame, box: Box) -> Pixels:
    x, y, w, h = (round(value) for value in box)
    return frame.pixels[max(0, y) : max(0, y) + max(1, h), max(0, x) : max(0, x) + max(1, w)].copy()
