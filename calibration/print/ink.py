"""Our colours and small pictures as strokes of a PDF canvas: rooster, marker, rounded frames."""

import re
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.markers import dictionary
from vision.table.zones import MARKER_MM

IVORY = "#fbf5ea"
FELT = "#e4ead8"
INK = "#2a211a"
LINE = "#b9a88f"

# The kiosk's rooster, standing: (what, fill), in a square of 200 with y down.
_ROOSTER = (
    ("M62 118 C20 112 10 70 30 46 C34 78 50 92 74 100 Z", "#2f6f8f"),
    ("M64 112 C34 98 34 56 54 38 C54 68 64 84 82 96 Z", "#3f8f6b"),
    ("M70 106 C52 90 58 56 76 44 C74 68 80 82 90 94 Z", "#d9963f"),
    (
        "M58 112 C60 150 84 170 108 168 C140 166 150 136 146 108 C143 86 146 76 142 62 C132 48 114 56 112 76 "
        "C108 98 84 104 58 112 Z",
        "#f0dfc0",
    ),
    (
        "M78 116 C82 146 108 152 124 138 C120 134 126 130 122 126 C126 122 120 116 112 114 C100 110 88 110 78 116 Z",
        "#dcb27c",
    ),
    ("M112 50 C104 38 112 26 121 33 C121 20 134 18 136 29 C145 22 154 32 146 44 L142 52 Z", "#e5484d"),
    ("M107 62 C107 50 117 40 129 40 C141 40 151 50 151 62 C151 74 141 84 129 84 C117 84 107 74 107 62 Z", "#f0dfc0"),
    ("M149 57 L172 64 L149 72 Z", "#e3a02c"),
    ("M149 69 L166 68 L149 77 Z", "#c9821a"),
    ("M146 74 C156 78 154 96 146 94 C139 92 139 80 146 74 Z", "#e5484d"),
)
_LEGS = "M92 160 L92 184 L80 190 M92 184 L104 190 M116 160 L116 184 L104 190 M116 184 L128 190"


def path(canvas: Any, strokes: str) -> Any:
    """A path from the letters M, C, L and Z of SVG."""
    drawn = canvas.beginPath()
    for letter, numbers in re.findall(r"([MCLZ])([^MCLZ]*)", strokes):
        at = [float(number) for number in numbers.split()]
        match letter:
            case "M":
                drawn.moveTo(*at)
            case "L":
                drawn.lineTo(*at)
            case "C":
                drawn.curveTo(*at)
            case "Z":
                drawn.close()
    return drawn


def rooster(canvas: Any, x: float, y: float, size: float) -> None:
    """The rooster standing on (x, y), this many millimetres high."""
    canvas.saveState()
    canvas.translate(x - size / 2, y + size * 0.95)
    canvas.scale(size / 200, -size / 200)
    canvas.setLineCap(1)
    canvas.setLineWidth(6)
    canvas.setStrokeColor("#e3a02c")
    canvas.drawPath(path(canvas, _LEGS))
    for strokes, fill in _ROOSTER:
        canvas.setFillColor(fill)
        canvas.drawPath(path(canvas, strokes), stroke=0, fill=1)
    canvas.setFillColor("#ffffff")
    canvas.circle(136, 58, 7.5, stroke=0, fill=1)
    canvas.setFillColor("#17130f")
    canvas.circle(138, 58, 4, stroke=0, fill=1)
    canvas.restoreState()


def stroke(canvas: Any, strokes: str, x: float, y: float, width: float, colour: str) -> None:
    """A small picture of one broad stroke in a square of 100, its middle at (x, y)."""
    canvas.saveState()
    canvas.translate(x - width / 2, y + width / 2)
    canvas.scale(width / 100, -width / 100)
    canvas.setLineCap(1)
    canvas.setLineWidth(14)
    canvas.setStrokeColor(colour)
    canvas.drawPath(path(canvas, strokes))
    canvas.restoreState()


def marker(canvas: Any, number: int, x: float, y: float) -> None:
    """An ArUco marker of 40 mm with its middle at (x, y), as black squares."""
    bits = np.asarray(cv2.aruco.generateImageMarker(dictionary(), number, 6), dtype=np.uint8)
    squares(canvas, bits, x - MARKER_MM / 2, y - MARKER_MM / 2, MARKER_MM / 6)


def squares(canvas: Any, bits: NDArray[np.uint8], x: float, y: float, side: float) -> None:
    """Draw the black ones of a raster whose lower left corner is (x, y) as one shape, so no hair lines show."""
    drawn = canvas.beginPath()
    for row, line in enumerate(bits[::-1]):
        for column, bit in enumerate(line):
            if bit == 0:
                drawn.rect(x + column * side, y + row * side, side, side)
    canvas.setFillColor("#000000")
    canvas.drawPath(drawn, stroke=0, fill=1)


def frame(canvas: Any, x: float, y: float, width: float, height: float, fill: str = "", bend: float = 2) -> None:
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.3)
    if fill:
        canvas.setFillColor(fill)
    canvas.roundRect(x, y, width, height, bend, stroke=1, fill=1 if fill else 0)
