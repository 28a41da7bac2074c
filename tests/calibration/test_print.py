"""What is printed is true to scale, complete, and the camera can read it."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from mats import mat_on
from numpy.typing import NDArray

from calibration.print.loose import BOARD_SQUARES, board_drawing, lens_board, markers_drawing
from calibration.print.mat import mat_drawing
from calibration.print.paper import PAPERS, sheets, write_pdf
from companion.cli import main
from companion.games import GAMES
from companion.languages import tongue
from companion.mats import all_mats
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.zones import EDGE_MM

PX_PER_MM = 4.0


def pages(path: Path) -> Iterator[NDArray[np.uint8]]:
    document = pypdfium2.PdfDocument(path)
    for page in document:
        yield np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_pil().convert("L"), dtype=np.uint8)
    document.close()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", [mat.name for mat in all_mats()])
def test_the_sheets_put_together_carry_the_markers_where_the_mat_has_them(
    game: str, paper: str, tmp_path: Path
) -> None:
    drawing = mat_drawing(mat_on(game), GAMES[game].title)
    write_pdf([drawing], paper, tmp_path / "mat.pdf")
    laid = sheets(drawing.width, drawing.height, paper)
    seen = {}
    for sheet, page in zip(laid, pages(tmp_path / "mat.pdf"), strict=True):
        x0, y0 = sheet.corner
        assert page.shape[::-1] == pytest.approx([side * PX_PER_MM for side in sheet.paper], abs=1)
        for marker in find_markers(Pyramid(page)):
            x, y = np.mean(marker.corners, axis=0) + 0.5
            seen[marker.id] = (
                x / PX_PER_MM - x0 + sheet.left - EDGE_MM,
                page.shape[0] / PX_PER_MM - y / PX_PER_MM - y0 + sheet.low - EDGE_MM,
            )
    for id, centre in enumerate(mat_on(game, 2).markers):
        assert seen[id] == pytest.approx(centre, abs=0.3)


def test_a_mat_takes_one_a3_or_two_a4_sheets() -> None:
    drawing = mat_drawing(mat_on("heckmeck"), "Heckmeck")
    assert [len(sheets(drawing.width, drawing.height, paper)) for paper in ("a3", "a4", "letter")] == [1, 2, 2]


def test_nothing_is_printed_where_home_printers_cannot_reach(tmp_path: Path) -> None:
    for paper in PAPERS:
        for drawing in (mat_drawing(mat_on("rooster-run"), "Rooster Run"), markers_drawing(), board_drawing(paper)):
            write_pdf([drawing], paper, tmp_path / "x.pdf")
            for page in pages(tmp_path / "x.pdf"):
                rim = round(1.0 * PX_PER_MM)
                inner = page[rim:-rim, rim:-rim]
                assert int((page < 250).sum()) == int((inner < 250).sum())


def test_the_ruler_is_100_mm_long(tmp_path: Path) -> None:
    write_pdf([markers_drawing()], "a4", tmp_path / "x.pdf")
    (page,) = pages(tmp_path / "x.pdf")
    foot = page[round(0.7 * page.shape[0]) :]
    longest = max(int(np.diff(np.flatnonzero(row > 160), prepend=-1).max()) for row in foot)
    assert longest / PX_PER_MM == pytest.approx(100, abs=0.7)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_corner_of_the_lens_board_is_found(paper: str, tmp_path: Path) -> None:
    write_pdf([board_drawing(paper)], paper, tmp_path / "board.pdf")
    (page,) = pages(tmp_path / "board.pdf")
    corners, ids, _, _ = cv2.aruco.CharucoDetector(lens_board()).detectBoard(page)
    across, down = BOARD_SQUARES
    assert len(np.asarray(ids).ravel()) == (across - 1) * (down - 1)
    spots = np.asarray(corners).reshape(down - 1, across - 1, 2)
    side = {"a3": 45, "a4": 30, "letter": 30}[paper] * PX_PER_MM
    assert np.diff(spots[..., 0], axis=1) == pytest.approx(side, abs=0.6)
    assert find_markers(Pyramid(page)) == ()


def test_the_verb_tells_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "mat.pdf"
    assert main(["print", "mat", "--game", "rooster-run", "--language", "de", "--out", str(out)]) == 0
    assert "Mat for Rooster Run, 3 sheets of a4" in capsys.readouterr().out
    assert out.read_bytes().startswith(b"%PDF")


def test_an_impossible_wish_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "mat", "--players", "9", "--out", str(tmp_path / "x.pdf")]) == 1
    assert "1 to 7 players" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["print", "markers", "--out", str(tmp_path / "file" / "x.pdf")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_printing_twice_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        write_pdf([mat_drawing(mat_on("heckmeck", 3), "Heckmeck")], "a3", tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("far left", "print at 100 %", "Markers for a bare table", "Each marker is")),
        ("de", ("hinten links", "mit 100 % drucken", "Marken für einen Tisch ohne Matte", "Jede Marke ist")),
    ],
)
def test_what_is_printed_is_in_the_language_of_the_table(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    write_pdf([markers_drawing(tongue(language))], "a4", tmp_path / "markers.pdf", tongue(language))

    text = pypdfium2.PdfDocument(tmp_path / "markers.pdf")[0].get_textpage().get_text_range()

    for word in words:
        assert word in text
