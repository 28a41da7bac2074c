"""Draws the four markers to cut out, for a table without a mat, and the board that measures the lens."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print import ink
from calibration.print.paper import Drawing
from calibration.wording import ENGLISH, Language, line
from vision.table.zones import MARKER_MM

CARD_MM = 64.0
CORNERS = ("far left", "far right", "near right", "near left")
BOARD_SQUARES = (8, 6)
BOARD_SQUARE_MM = {"a4": 30.0, "letter": 30.0, "a3": 45.0}


def lens_board(square: float = 30.0) -> Any:
    """The chessboard with markers in its white squares; of another family, so no corner of the mat is mistaken."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(BOARD_SQUARES, square, square * 0.75, family)


def markers_drawing(language: Language = ENGLISH) -> Drawing:
    gap = 40.0
    side = 2 * CARD_MM + gap

    def draw(canvas: Any) -> None:
        for number, (column, row) in enumerate(((0, 1), (1, 1), (1, 0), (0, 0))):
            x, y = column * (CARD_MM + gap), 22 + row * (CARD_MM + gap)
            ink.frame(canvas, x, y, CARD_MM, CARD_MM, bend=3)
            ink.marker(canvas, number, x + CARD_MM / 2, y + CARD_MM / 2 + 2)
            canvas.setFillColor("#7a6a55")
            canvas.setFont("Helvetica", 3)
            canvas.drawCentredString(x + CARD_MM / 2, y + 3.4, f"{number} · {language.said(CORNERS[number])}")
        ink.rooster(canvas, side - 9, 1, 18)
        canvas.setFillColor(ink.INK)
        canvas.setFont("Helvetica", 3)
        for row, text in enumerate(
            (
                line("Cut the four cards out and lay them flat on the corners of the table the camera sees,"),
                line("each as its words say, the words towards you. They need not lie exactly square:"),
                line("companion mount measures how they lie. Tape keeps them there."),
            )
        ):
            canvas.drawString(0, 15 - 4.4 * row, language.said(text))

    remark = line("Each marker is {size:.0f} mm wide.", size=MARKER_MM)
    return Drawing(side, side + 22, draw, line("Markers for a bare table"), remark)


def board_drawing(paper: str) -> Drawing:
    square = BOARD_SQUARE_MM[paper]
    across, down = BOARD_SQUARES
    pixels = 32  # a multiple of what square and marker modules divide by, so the raster is exact
    image = np.asarray(lens_board().generateImage((across * pixels * 7, down * pixels * 7)), dtype=np.uint8)

    def draw(canvas: Any) -> None:
        canvas.setFillColor("#ffffff")
        canvas.rect(0, 0, across * square, down * square, stroke=0, fill=1)
        _board_squares(canvas, image, square)

    remark = line("Glue it to something flat and stiff; show it in many tilts and all corners.")
    return Drawing(across * square, down * square, draw, line("Board for the lens"), remark)


def _board_squares(canvas: Any, image: NDArray[np.uint8], square: float) -> None:
    """Black squares as they are, marker squares bit by bit: a marker takes the middle 3/4 of its square."""
    across, down = BOARD_SQUARES
    side = image.shape[1] // across
    for row in range(down):
        for column in range(across):
            part = image[row * side : (row + 1) * side, column * side : (column + 1) * side]
            x, y = column * square, (down - 1 - row) * square
            if part.max() == 0:
                ink.squares(canvas, np.zeros((1, 1), np.uint8), x, y, square)
                continue
            inner = part[side // 8 : side - side // 8, side // 8 : side - side // 8]
            module = inner.shape[0] / 7
            at = ((np.arange(7) + 0.5) * module).astype(int)
            ink.squares(canvas, inner[np.ix_(at, at)], x + square / 8, y + square / 8, square * 0.75 / 7)
