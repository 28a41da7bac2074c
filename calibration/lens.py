"""Measures the lens from shots of the board, and says which shots are still missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print.loose import BOARD_SQUARES, lens_board
from calibration.wording import Line, line, lines
from hardware.trouble import Trouble
from vision.table.mounting import Array, Lens, Size

ENOUGH_CORNERS = 12  # of the 35: with fewer, a pose is guesswork
ENOUGH_SHOTS = 8
TILT_DEGREES = 15.0
GOOD_PX, POOR_PX = 0.5, 1.0
CELLS = {
    "the top left corner": (0, 0),
    "the top right corner": (3, 0),
    "the bottom right corner": (3, 3),
    "the bottom left corner": (0, 3),
}
LEANS = ("left", "right", "far", "near")


@dataclass(frozen=True, eq=False)
class BoardShot:
    """One sight of the board: its corners in the picture, and what this sight adds."""

    corners: Array  # pixels
    ids: NDArray[np.int32]
    cells: frozenset[tuple[int, int]]  # of a 4 x 4 grid over the picture that hold corners
    lean: str  # which edge of the board is tipped up: one of LEANS, or "" when it lies flat


@cache
def _detector() -> Any:
    return cv2.aruco.CharucoDetector(lens_board())


def see_board(gray: NDArray[np.uint8]) -> BoardShot | None:
    """The board in this picture, or none if too little of it is seen."""
    found, ids, _, _ = _detector().detectBoard(gray)
    if ids is None or len(ids) < ENOUGH_CORNERS:
        return None
    height, width = gray.shape
    corners = np.asarray(found, dtype=np.float64).reshape(-1, 2)
    numbers = np.asarray(ids, dtype=np.int32).ravel()
    grid = np.clip(corners * 4 / (width, height), 0, 3).astype(int)
    cells = frozenset((int(x), int(y)) for x, y in grid)
    return BoardShot(corners, numbers, cells, _lean(corners, numbers, (width, height)))


def missing(shots: Sequence[BoardShot]) -> tuple[Line, ...]:
    """What to show next, most needed first; empty when there is enough of everything."""
    covered = frozenset[tuple[int, int]]().union(*(shot.cells for shot in shots))
    leans = {shot.lean for shot in shots}
    wishes = [
        line("Move the board into {corner} of the picture.", corner=name)
        for name, cell in CELLS.items()
        if cell not in covered
    ]
    wishes += [
        line("Tip the board: lift its {edge} edge by a hand's width.", edge=lean) for lean in LEANS if lean not in leans
    ]
    if not wishes and len(shots) < ENOUGH_SHOTS:
        wishes.append(
            line("Show it {count} more times, each time tipped another way.", count=ENOUGH_SHOTS - len(shots))
        )
    return tuple(wishes)


def adds(shot: BoardShot, shots: Sequence[BoardShot]) -> bool:
    """Whether this sight is worth keeping: it grants a wish, or differs from all we have."""
    if set(missing(shots)) - set(missing([*shots, shot])):
        return True
    return not any(_alike(shot, old) for old in shots) and len(shots) < 2 * ENOUGH_SHOTS


def measure_lens(shots: Sequence[BoardShot], size: Size) -> Lens:
    """The lens behind the shots; refused if they cannot tell, or tell it badly."""
    if wishes := missing(shots):
        few = line("{count} shots of the board are not enough to measure the lens.", count=len(shots))
        raise Trouble(few, lines(*wishes))
    board = lens_board().getChessboardCorners()
    table = [np.asarray(board[shot.ids], dtype=np.float32).reshape(-1, 1, 3) for shot in shots]
    seen = [shot.corners.astype(np.float32).reshape(-1, 1, 2) for shot in shots]
    start = np.array([[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1.0]])
    # The third radial term only fits noise in table cameras, and bends the rim of the picture with it.
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    error, matrix, bend, _, _ = cv2.calibrateCamera(table, seen, size, start, np.zeros(5), flags=flags)
    if not np.isfinite(error) or error > POOR_PX:
        raise Trouble(
            line("The shots do not agree: the board's corners are off by {error:.1f} pixels.", error=error),
            line("Is the board flat and stiff, and was it held still? Take the shots again."),
        )
    a, b, c, d, e = (float(value) for value in np.asarray(bend).ravel()[:5])
    focal, centre = (float(matrix[0, 0]), float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens(size, focal, centre, (a, b, c, d, e), float(error))


def _lean(corners: Array, ids: NDArray[np.int32], size: Size) -> str:
    """Which edge of the board is nearest to the camera, as seen in the picture."""
    table = np.asarray(lens_board().getChessboardCorners(), dtype=np.float64)[ids]
    guess = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1.0]])
    ok, turn, _ = cv2.solvePnP(table, corners, guess, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return ""
    normal = np.asarray(cv2.Rodrigues(turn)[0])[:, 2]
    if normal[2] > 0:
        normal = -normal  # towards the camera
    across, down = (float(np.degrees(np.arcsin(np.clip(value, -1, 1)))) for value in normal[:2])
    if max(abs(across), abs(down)) < TILT_DEGREES:
        return ""
    if abs(across) > abs(down):
        return "left" if across > 0 else "right"
    return "far" if down > 0 else "near"


def _alike(one: BoardShot, other: BoardShot) -> bool:
    if one.lean != other.lean:
        return False
    same, mine, its = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(same) < ENOUGH_CORNERS:
        return False
    span = float(np.ptp(one.corners, axis=0).max())
    return bool(np.abs(one.corners[mine] - other.corners[its]).mean() < 0.1 * span)


def full_board() -> int:
    """How many inner corners the board has."""
    return (BOARD_SQUARES[0] - 1) * (BOARD_SQUARES[1] - 1)
