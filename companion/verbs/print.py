"""Print a mat, loose markers or the lens board as a PDF, true to scale; or the wiring of your table.toml.

A mat is one sheet of A3 or two of A4, tiled with crop marks.
"""

import argparse
from pathlib import Path

from calibration.print.loose import board_drawing, markers_drawing
from calibration.print.mat import mat_drawing
from calibration.print.paper import PAPERS, Drawing, write_pdf
from companion.appliance.wiring import wiring_drawing, write_svg
from companion.games import GAMES
from companion.languages import languages, tongue
from companion.mats import all_mats, labels, mat_of
from companion.settings import load
from hardware.trouble import Trouble

EXAMPLE = "companion print mat --game heckmeck --paper a4 --out mat.pdf"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["mat", "markers", "board", "wiring"], help="what to print")
    parser.add_argument("--game", choices=[mat.name for mat in all_mats()], help="whose mat")
    parser.add_argument("--players", type=int, help="how many places the mat has (as many as may play)")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the paper in your printer (a4)")
    parser.add_argument("--language", choices=languages(), help="of the labels (that of table.toml)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write (WHAT.pdf); the wiring also as .svg")


def run(options: argparse.Namespace) -> int:
    out: Path = options.out or Path(f"{options.what}.pdf")
    settings = load()
    spoken = tongue(options.language or settings.table.language)
    match options.what:
        case "mat":
            drawing = _mat(options.game or all_mats()[0].name, options.players, spoken.code)
        case "wiring":
            if out.suffix == ".svg":
                write_svg(out, settings.buttons, settings.display, spoken)
                return 0
            drawing = wiring_drawing(settings.buttons, settings.display, spoken)
        case "markers":
            drawing = markers_drawing(spoken)
        case _:
            drawing = board_drawing(options.paper)
    pages = write_pdf([drawing], options.paper, out, spoken)
    sheets = "one sheet" if pages == 1 else f"{pages} sheets"
    true = "" if options.what == "wiring" else " Print at 100 % and check the ruler at the foot."
    print(f"{out}: {drawing.title}, {sheets} of {options.paper}.{true}")
    return 0


def _mat(game: str, players: int | None, language: str) -> Drawing:
    mat, title = mat_of(game), GAMES[game].title
    assert mat is not None  # only games with one can be chosen
    if players is not None and not 1 <= players <= mat.seats:
        raise Trouble(f"The mat of {title} has places for 1 to {mat.seats} players.", "Leave --players out.")
    return mat_drawing(mat.for_players(players or mat.seats), title, labels(game, language))
