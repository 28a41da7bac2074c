"""An eye that is told the painter's truth: for testing wizards, not eyes."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from calibration.eye import Floats, Sight
from calibration.learn import Report
from calibration.pretend_dice import PretendTeacher
from calibration.wording import Line
from hardware.frame import Frame, Pixels
from vision.dice.read_faces import patches_of
from vision.observation import TableObservation
from vision.piece_set import Patch, PieceSet
from vision.pyramid import Pyramid
from vision.render.paint import truth


class TruthfulEye:
    """Sees what truly lies there; a face's look is its own axis, so patches carry their face in a corner pixel."""

    def __init__(self, host: Callable[[], PretendTeacher]) -> None:
        self._host = host

    def look(self, pixels: Pixels) -> list[Sight]:
        host = self._host()
        dice = [die for die in truth(host.scene, host.size).dice if die.quad is not None]
        quads = [np.array(die.quad, np.float32) for die in dice]
        patches = patches_of(Pyramid(pixels), quads) if quads else []
        sights = []
        for die, quad, patch in zip(dice, quads, patches, strict=True):
            number = host.faces.index(str(die.face))
            patch[0, 0] = 20 * number
            sights.append(Sight(patch, self.describe(patch), die.box, quad, sharp=host.scene.blur_px == 0))
        return sights

    def describe(self, patch: Patch) -> Floats:
        looks = np.zeros((4, 16), np.float32)
        looks[:, int(patch[0, 0, 0]) // 20] = 1
        return looks

    def tell_apart(self, made: PieceSet) -> tuple[Line, tuple[str, str]]:
        return Report(made.names, 30, (made.names[0], made.names[1]), 0.5).verdict(), (made.names[0], made.names[1])

    def reader(self, made: PieceSet) -> Callable[[Frame], TableObservation]:
        return lambda frame: truth(self._host().scene, self._host().size)


def crops(folder: Path) -> Sequence[str]:
    """The names of the crops a draft has on disk."""
    return sorted(path.name for path in folder.glob("*-*.png"))
