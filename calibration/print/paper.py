"""Lays a drawing of any size over sheets of paper, true to scale, with crop marks and a check ruler."""

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files import write_whole
from calibration.wording import ENGLISH, Language, line
from hardware.trouble import Trouble

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN_MM = 5.0  # what home printers leave white
FOOT_MM = 9.0  # the ruler and its words
POINT_PER_MM = 72 / 25.4
INK = "#2a211a"


@dataclass(frozen=True)
class Drawing:
    """Something to print; ``draw`` is given a canvas in millimetres, origin at the lower left."""

    width: float
    height: float
    draw: Callable[[Any], None]
    title: str
    remark: str = ""


@dataclass(frozen=True)
class Sheet:
    """One sheet of paper and the part of the drawing on it."""

    paper: tuple[float, float]
    left: float  # of the part within the drawing
    low: float
    width: float
    height: float

    @property
    def corner(self) -> tuple[float, float]:
        """Where the part's lower left corner lies on the paper: centred, but clear of the ruler."""
        x = (self.paper[0] - self.width) / 2
        return x, max(FOOT_MM, (self.paper[1] - self.height) / 2)


def sheets(width: float, height: float, paper: str) -> tuple[Sheet, ...]:
    """The fewest equal parts that fit, in reading order; upright paper if both ways do."""
    upright = PAPERS[paper]
    best: tuple[Sheet, ...] = ()
    for across, down in (upright, upright[::-1]):
        columns = math.ceil(width / (across - 2 * MARGIN_MM + 1e-6))
        rows = math.ceil(height / (down - MARGIN_MM - FOOT_MM + 1e-6))
        part = width / columns, height / rows
        laid = tuple(
            Sheet((across, down), column * part[0], (rows - 1 - row) * part[1], *part)
            for row in range(rows)
            for column in range(columns)
        )
        if not best or len(laid) < len(best):
            best = laid
    return best


def write_pdf(drawings: Sequence[Drawing], paper: str, out: Path, language: Language = ENGLISH) -> int:
    """Write the PDF in one go, or not at all; tells the number of pages."""
    from reportlab.pdfgen.canvas import Canvas  # heavy, and only printing needs it

    kept = io.BytesIO()
    canvas = Canvas(kept, invariant=1)
    canvas.setTitle(language.said(drawings[0].title))
    canvas.setCreator("companion print")
    pages = 0
    for drawing in drawings:
        laid = sheets(drawing.width, drawing.height, paper)
        for number, sheet in enumerate(laid, 1):
            canvas.setPageSize([side * POINT_PER_MM for side in sheet.paper])
            canvas.scale(POINT_PER_MM, POINT_PER_MM)
            _draw_part(canvas, drawing, sheet)
            _crop_marks(canvas, sheet)
            _foot(canvas, drawing, sheet, (number, len(laid)), language)
            canvas.showPage()
            pages += 1
    canvas.save()
    _replace(out, kept.getvalue())
    return pages


def _draw_part(canvas: Any, drawing: Drawing, sheet: Sheet) -> None:
    x, y = sheet.corner
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(x, y, sheet.width, sheet.height)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(x - sheet.left, y - sheet.low)
    drawing.draw(canvas)
    canvas.restoreState()


def _crop_marks(canvas: Any, sheet: Sheet) -> None:
    canvas.saveState()
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.15)
    x, y = sheet.corner
    for side, outward in ((x, -1), (x + sheet.width, 1)):
        for end, beyond in ((y, -1), (y + sheet.height, 1)):
            canvas.line(side + outward, end, side + 4 * outward, end)
            canvas.line(side, end + beyond, side, end + 4 * beyond)
    canvas.restoreState()


def _foot(canvas: Any, drawing: Drawing, sheet: Sheet, page: tuple[int, int], language: Language) -> None:
    """A ruler that proves the scale, and which sheet this is."""
    number, of = page
    canvas.saveState()
    canvas.setStrokeColor(INK)
    canvas.setFillColor(INK)
    canvas.setLineWidth(0.2)
    left, low = sheet.corner[0] + 6, sheet.corner[1] - 5.0
    canvas.line(left, low, left + 100, low)
    for tick in range(11):
        canvas.line(left + 10 * tick, low, left + 10 * tick, low + (2.2 if tick % 5 == 0 else 1.3))
    canvas.setFont("Helvetica", 2.3)
    ruler = line("100 mm: print at 100 %, not fitted to the page, and check with a ruler")
    canvas.drawString(left, low - 2.6, language.said(ruler))
    name: str = drawing.title
    if of > 1:
        name = line("{title} · sheet {number} of {of}", title=drawing.title, number=number, of=of)
    right = sheet.corner[0] + sheet.width - 6
    canvas.setFont("Helvetica-Bold", 2.5)
    canvas.drawRightString(right, low + 0.2, language.said(name))
    canvas.setFont("Helvetica", 2.3)
    tape = line("Cut along the crop marks, lay the sheets edge to edge, tape from below.")
    canvas.drawRightString(right, low - 2.6, language.said(drawing.remark if of == 1 else tape))
    canvas.restoreState()


def _replace(out: Path, data: bytes) -> None:
    try:
        write_whole(out, data)
    except OSError as why:
        fix = "Name a file I may write with --out."
        raise Trouble(f"I cannot write {out} ({why.strerror or why}).", fix) from None
