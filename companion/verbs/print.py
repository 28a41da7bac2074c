"""Print a mat, loose markers or the lens board as a PDF, true to scale; or the wiring of your table.toml.

A mat is one sheet of A3 or two of A4, tiled with crop marks.
"""

import argparse
from pathlib import Path

from calibration.print.loose import board_drawing, markers_drawing
from calibration.print.mat import TITLES, WORDS, mat_drawing
from calibration.print.paper import PAPERS, write_pdf
from companion.appliance.wiring import wiring_drawing, write_svg
from companion.settings import load
from hardware.trouble import Trouble
from vision.table.zones import MOST_PLAYERS

EXAMPLE = "companion print mat --game heckmeck --paper a4 --out mat.pdf"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["mat", "markers", "board", "wiring"], help="what to print")
    parser.add_argument("--game", choices=list(TITLES), default="heckmeck", help="whose mat (heckmeck)")
    parser.add_argument("--players", type=int, help="how many places the mat has (as many as may play)")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the paper in your printer (a4)")
    parser.add_argument("--language", choices=list(WORDS), help="of the labels (that of table.toml)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write (WHAT.pdf); the wiring also as .svg")


def run(options: argparse.Namespace) -> int:
    out: Path = options.out or Path(f"{options.what}.pdf")
    settings = load()
    language = options.language or settings.table.language
    match options.what:
        case "mat":
            most = MOST_PLAYERS[options.game]
            if options.players is not None and not 1 <= options.players <= most:
                raise Trouble(
                    f"The mat of {TITLES[options.game]} has places for 1 to {most} players.", "Leave --players out."
                )
            drawing = mat_drawing(options.game, options.players, language)
        case "wiring":
            if out.suffix == ".svg":
                write_svg(out, settings.buttons, settings.display, language)
                return 0
            drawing = wiring_drawing(settings.buttons, settings.display, language)
        case "markers":
            drawing = markers_drawing(language)
        case _:
            drawing = board_drawing(options.paper)
    pages = write_pdf([drawing], options.paper, out, language)
    sheets = "one sheet" if pages == 1 else f"{pages} sheets"
    true = "" if options.what == "wiring" else " Print at 100 % and check the ruler at the foot."
    print(f"{out}: {drawing.title}, {sheets} of {options.paper}.{true}")
    return 0
