"""The wizards the guided pages can show, and what a finished one has to tell."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from calibration.eye import RealEye
from calibration.lay_out import LayOutWizard
from calibration.mounting import MountWizard, mounting_path
from calibration.pretend import PretendMount
from calibration.pretend_dice import PretendTeacher
from calibration.pretend_pieces import PretendLayer
from calibration.session import Wizard
from calibration.wizard import TeachWizard
from companion.boxes import known_dice
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import Preview, jpeg
from companion.languages import said, tongue
from companion.mats import all_mats, practice_mat
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.trouble import Trouble
from hardware.wording import line
from vision.piece_set import KINDS, check_name, sets_folder
from vision.reader import Reader

PATIENCE_SECONDS = 2.0

Ready = tuple[Wizard, Camera, Callable[[], str]]


class TableCamera:
    """The frames the table's own camera delivers anyway, for a camera can be opened only once."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._number = 0
        self._last: object = None

    def read(self) -> Frame:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (pixels := self._preview.newest) is None or pixels is self._last:
            if time.monotonic() > deadline:
                raise Trouble(line("There is no picture."), line("Check the camera cable."))
            time.sleep(0.02)
        self._last = pixels
        self._number += 1
        return Frame(pixels, self._number, time.monotonic(), "table", sees=self._preview.sees)

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def optics(self) -> Mapping[str, float]:
        return self._preview.optics()

    def close(self) -> None:
        """The table goes on using it."""


def ready(kind: str, name: str, pieces: str, camera: TableCamera | None, language: str) -> Ready:
    """A wizard, what it sees with, and how its outcome is kept; without a camera a pretend host shows how it goes."""
    if kind == "mount":
        wizard = MountWizard(lock=camera.optics if camera else dict)
        return wizard, camera or PretendMount(lambda: wizard.prompt, practice_mat()), lambda: _keep_mounting(wizard)
    if kind == "teach" and pieces in KINDS and pieces != "dice":
        layer = LayOutWizard(check_name(name), pieces)
        host = PretendLayer(pieces, named=lambda: len(layer.named))
        return layer, camera or host, lambda: str(sets_folder() / name)
    if kind == "teach":
        mats = all_mats()
        eye = RealEye(mats)
        own = tongue(language)
        teacher = TeachWizard(
            check_name(name), eye, lambda made: Reader((made,)).read, language=own, mats=mats, known_dice=known_dice()
        )
        return (
            teacher,
            camera or PretendTeacher(lambda: teacher.prompt, practice_mat()),
            lambda: str(sets_folder() / name),
        )
    raise BadOrder(f"I know no wizard {kind!r}; I know mount and teach.")


def report(wizard: Wizard, language: str) -> dict[str, Any] | None:
    """What the exam showed, once it is over."""
    if not isinstance(wizard, TeachWizard) or wizard.prompt.step not in ("report", "done") or not wizard.marks.answers:
        return None
    marks, faces = wizard.marks, wizard.draft.faces if wizard.draft else ()
    table: dict[str, dict[str, int]] = {}
    for (truth, read), count in marks.confusions().items():
        table.setdefault(truth, {})[read] = count
    worst = next((answer for answer in marks.answers if not answer.right), None)
    pair = wizard.weakest if worst is None else (worst.truth, worst.read or "?")
    shown = [next((i for i, one in enumerate(marks.answers) if one.truth == face), None) for face in pair]
    if worst is not None:
        shown[0] = marks.answers.index(worst)
    low, high = marks.interval
    return {
        "faces": [*faces, *(["?"] if any(answer.read is None for answer in marks.answers) else [])],
        "right": marks.right,
        "total": len(marks.answers),
        "low": low,
        "high": high,
        "table": table,
        "sureness": [(answer.sureness, answer.right) for answer in marks.answers],
        "weakest": {"pair": pair, "crops": [index for index in shown if index is not None]},
        "apart": said(wizard.apart, language),
        "advice": [said(advised, language) for advised in marks.advice(faces)],
    }


def _keep_mounting(wizard: MountWizard) -> str:
    if wizard.mounting is None:
        return ""
    wizard.mounting.save(mounting_path())
    return str(mounting_path())


def crop(wizard: Wizard, index: int) -> bytes | None:
    """The picture of one die of the exam."""
    answers = wizard.marks.answers if isinstance(wizard, TeachWizard) else ()
    return jpeg(answers[index].picture) if index < len(answers) else None
