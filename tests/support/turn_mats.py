"""Prints a game's mat as `companion print mat` does, into a picture instead of onto paper."""

import io
from pathlib import Path

import pypdfium2
from reportlab.pdfgen.canvas import Canvas

from calibration.print.mat import mat_drawing
from calibration.print.paper import POINT_PER_MM
from companion.games import GAMES
from companion.mats import mat_of, practice_mat
from vision.table.zones import PAGE_MM

PX_PER_MM = 4.0


def print_mat(game: str, players: int, folder: Path, pages: bool) -> None:
    """The whole mat as mat.png, or each of its pages."""
    mat = mat_of(game) or practice_mat()
    drawing = mat_drawing(mat, GAMES[game].title)
    page = io.BytesIO()
    canvas = Canvas(page, pagesize=(mat.width * POINT_PER_MM, mat.height * POINT_PER_MM), invariant=1)
    canvas.scale(POINT_PER_MM, POINT_PER_MM)
    drawing.draw(canvas)
    canvas.showPage()
    canvas.save()
    picture = pypdfium2.PdfDocument(page.getvalue())[0].render(scale=PX_PER_MM / POINT_PER_MM).to_pil()
    if not pages:
        picture.save(folder / "mat.png")
        return
    wide = round(PAGE_MM[0] * PX_PER_MM)
    for number in range(mat.pages):
        picture.crop((number * wide, 0, (number + 1) * wide, picture.height)).save(folder / f"mat-{number}.png")
