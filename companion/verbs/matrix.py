"""Write a PNG and a GIF of everything the LED matrix can show."""

import argparse
from pathlib import Path

from companion.announcements.lamps.animation import Animation, show_off
from companion.announcements.lamps.photograph import photograph, save_film, save_sheet
from hardware.ports import Picture
from hardware.trouble import Trouble

EXAMPLE = "companion matrix --out lamps --modules 4"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("matrix"), metavar="FOLDER", help="where to write them")
    parser.add_argument("--modules", type=int, default=4, choices=range(1, 17), metavar="N", help="8x8 modules: 4")


def run(options: argparse.Namespace) -> int:
    films = show_off(8 * options.modules)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for name, shots in films.items():
            save_film(shots, options.out / f"{name}.gif")
            photograph(still(shots)).save(options.out / f"{name}.png", optimize=True)
        save_sheet([(name, still(shots)) for name, shots in films.items()], options.out / "sheet.png")
    except OSError as error:
        raise Trouble(
            f"I cannot write to {options.out} ({error.strerror}).", "Choose another folder: --out."
        ) from error
    print(f"{len(films)} animations, PNG and GIF, and sheet.png are in {options.out}")
    return 0


def still(shots: Animation) -> Picture:
    """The frame that says most: the one with the most lamps lit."""
    return max((shot.picture for shot in shots), key=lambda picture: int(picture.sum()))
