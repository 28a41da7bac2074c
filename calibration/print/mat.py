"""Draws the play mat of a game, quiet enough to laminate."""

from collections.abc import Mapping
from typing import Any

from calibration.print import ink
from calibration.print.paper import Drawing
from calibration.wording import line
from vision.table.zones import EDGE_MM, TOKEN_MM, Mat, Zone

_CLEAR_MM = 6.0


def mat_drawing(sheet: Mat, title: str, labels: Mapping[str, str] | None = None) -> Drawing:
    """A mat as a drawing; ``labels`` says in another language what is printed on it."""
    remark = line("Lay it under the camera, the numbers to be read from your side.")

    def draw(canvas: Any) -> None:
        canvas.setFillColor(ink.IVORY)
        canvas.rect(0, 0, sheet.width, sheet.height, stroke=0, fill=1)
        canvas.translate(EDGE_MM, EDGE_MM)
        _markers(canvas, sheet)
        for zone in sheet.zones:
            english = zone.printed.label
            _zone(canvas, sheet.mark, zone, (labels or {}).get(english, english).format(name=zone.own))
        _rooster(canvas, sheet)

    return Drawing(sheet.width, sheet.height, draw, line("Mat for {game}", game=title), remark)


def _markers(canvas: Any, sheet: Mat) -> None:
    white = 40 + 2 * _CLEAR_MM
    for number, (x, y) in enumerate(sheet.markers):
        canvas.setFillColor("#ffffff")
        canvas.rect(x - white / 2, y - white / 2, white, white, stroke=0, fill=1)
        ink.marker(canvas, number, x, y)


def _rooster(canvas: Any, sheet: Mat) -> None:
    x, _ = sheet.markers[2]
    ink.rooster(canvas, x, 28, 28)


def _zone(canvas: Any, mark: str, zone: Zone, label: str) -> None:
    printed = zone.printed
    if printed.felt:
        ink.frame(canvas, zone.x, zone.y, zone.width, zone.height, ink.FELT, bend=4)
    else:
        ink.frame(canvas, zone.x, zone.y, zone.width, zone.height)
    if printed.bars:
        _bars(canvas, zone)
    for part in printed.rings:
        _ring(canvas, zone.x + part * zone.width, zone.y + zone.height / 2 + 2)
    x, y = zone.centre
    _ghost(canvas, x, y + (5 if printed.bars else 0), printed.text, printed.text_mm)
    for n in range(printed.marks):  # two a row, as on the pieces
        row = min(2, printed.marks - n // 2 * 2)
        ink.stroke(canvas, mark, x + (n % 2 - (row - 1) / 2) * 8.5, y - 8 - n // 2 * 6, 7, "#d3aaa9")
    if printed.felt:
        _label(canvas, zone.x + 4, zone.y + zone.height - 4.5, label)
    else:
        _label(canvas, zone.x + 2.5, zone.y + 2, label)


def _bars(canvas: Any, zone: Zone) -> None:
    canvas.setStrokeColor("#eadfcb")
    canvas.setLineWidth(0.6)
    for bar in range(1, int(zone.width // 4)):
        x = zone.x + bar * zone.width / (zone.width // 4)
        canvas.line(x, zone.y + 2, x, zone.y + zone.height - 2)


def _ring(canvas: Any, x: float, y: float) -> None:
    canvas.setStrokeColor(ink.LINE)
    canvas.setLineWidth(0.25)
    canvas.setDash(1, 1)
    canvas.circle(x, y, TOKEN_MM / 2 + 1, stroke=1, fill=0)
    canvas.setDash()


def _ghost(canvas: Any, x: float, y: float, text: str, size: float) -> None:
    """A number that is read when nothing lies on it, and does not shout when something does."""
    canvas.setFillColor("#d8c8ad")
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawCentredString(x, y - size * 0.36, text)


def _label(canvas: Any, x: float, y: float, text: str) -> None:
    canvas.setFillColor("#7a6a55")
    canvas.setFont("Helvetica", 2.7)
    canvas.drawString(x, y, text)
