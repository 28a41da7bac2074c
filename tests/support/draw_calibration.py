"""Draws the pictures of docs/calibration.md: python tests/support/draw_calibration.py"""

import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from mats import mat_on

from calibration.exam import Answer, Marks
from calibration.lay_out import LayOutWizard
from calibration.learn import Report
from calibration.pretend import PretendMount, hold_board, over
from calibration.pretend_dice import PretendTeacher
from calibration.pretend_pieces import PretendLayer
from calibration.print.mat import mat_drawing
from calibration.print.paper import write_pdf
from calibration.prompt import Bar, Prompt
from calibration.report import page
from calibration.wording import NOTHING
from companion.games import GAMES
from hardware.frame import Pixels
from vision.piece_set import load_set
from vision.render.lens import lens
from vision.render.paint import paint, truth
from vision.render.scene import HEIGHT, WIDTH, Scene

OUT = Path(__file__).resolve().parents[2] / "docs" / "calibration"


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for game in ("heckmeck", "rooster-run"):
            pdf = Path(scratch) / f"{game}.pdf"
            write_pdf([mat_drawing(mat_on(game), GAMES[game].title)], "a3", pdf)
            pypdfium2.PdfDocument(pdf)[0].render(scale=1.0).to_pil().save(OUT / f"mat-{game}.png")
    keep("mount-board.jpg", board())
    keep("teach-show.jpg", shown())
    keep("teach-tiles.jpg", tiles())
    photograph(report(), OUT / "report.png")


def keep(name: str, picture: Pixels) -> None:
    small = cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(OUT / name), small, [cv2.IMWRITE_JPEG_QUALITY, 82])
    print(OUT / name)


def photograph(text: str, out: Path) -> None:
    """A picture of the page, by a headless browser."""
    with tempfile.TemporaryDirectory() as scratch:
        html, shot = Path(scratch) / "report.html", Path(scratch) / "report.png"
        html.write_text(text)
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,1710"]
        subprocess.run(["chromium", *options, f"--screenshot={shot}", html.as_uri()], check=True, capture_output=True)
        picture = cv2.imread(str(shot))
        assert picture is not None
        cv2.imwrite(str(out), cv2.resize(picture, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA))


def boxed(picture: Pixels, boxes: list[tuple[float, float, float, float]], numbers: bool = False) -> Pixels:
    drawn = picture.copy()
    for number, (x, y, w, h) in enumerate(boxes, 1):
        cv2.rectangle(drawn, (round(x), round(y)), (round(x + w), round(y + h)), (61, 138, 255), 3, cv2.LINE_AA)
        if numbers:
            cv2.putText(drawn, str(number), (round(x), round(y) - 8), cv2.FONT_HERSHEY_DUPLEX, 0.9, (61, 138, 255), 2)
    return drawn


def board() -> Pixels:
    sheet = mat_on("heckmeck", 4)
    host = PretendMount(lambda: Prompt("markers", NOTHING), sheet, Scene(camera=over(sheet), mat=sheet))
    return hold_board(host.read().pixels, lens(host.scene.camera, (WIDTH, HEIGHT)), "left edge")


def shown() -> Pixels:
    host = PretendTeacher(lambda: Prompt("show", NOTHING, bars=(Bar("worm", 0, 5),)), mat_on("heckmeck", 4), dice=8)
    for _ in range(8):
        host.read()
    return boxed(paint(host.laid), [die.box for die in truth(host.laid).dice])


def tiles() -> Pixels:
    wizard, host = LayOutWizard("docs", "tiles"), PretendLayer("tiles")
    for _ in range(10):
        frame = host.read()
        wizard.take(frame)
    return boxed(frame.pixels, list(wizard.prompt.boxes), numbers=True)


def report() -> str:
    """An exam with one mistake in thirty, to show how that looks."""
    made = load_set("heckmeck-dice")
    chance = np.random.default_rng(4)
    firsts = {example.name: example.patch for example in made.examples}
    answers = []
    for number in range(30):
        face = made.names[number % len(made.names)]
        read, sure = (face, 1 - 0.06 * chance.random()) if number != 17 else ("4", 0.61)
        answers.append(Answer(read, face, float(sure), firsts[face]))
    told = Report(made.names, 30, ("2", "3"), 0.45).verdict()
    made = replace(made, name="red-dice", about="taught at the table from 30 views")
    return page(made, Marks(tuple(answers)), told, ("2", "3"))


if __name__ == "__main__":
    main()
