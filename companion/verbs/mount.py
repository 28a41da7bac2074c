"""Measure where the camera hangs: settle the picture, measure the lens, find the table.

Print the board and the mat first (companion print board, companion print mat). With the painted
camera of a fresh table.toml a pretend host holds the board, so that you can see how it goes."""

import argparse
import sys
from pathlib import Path

from calibration.mounting import MountWizard, controls, mounting_path
from calibration.pretend import PretendMount
from calibration.session import Session
from calibration.terminal import converse
from companion.languages import tongue
from companion.mats import practice_mat
from companion.settings import load
from hardware.drivers import open_camera
from hardware.ports import Camera
from hardware.trouble import Trouble
from vision.table.mounting import Lens, Mounting

EXAMPLE = "companion mount --no-board"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-board", action="store_true", help="keep the lens as it is known, or guess it")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="another table.toml")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"where to keep it ({mounting_path()})")


def run(options: argparse.Namespace) -> int:
    table, settings = load(options.settings).table, load(options.settings).camera
    out: Path = options.out or mounting_path()
    lens = _known_lens(out) if options.no_board else None
    wizard = MountWizard(lock=lambda: controls(camera), board=not options.no_board, lens=lens)
    camera: Camera = (
        PretendMount(lambda: wizard.prompt, practice_mat()) if settings.driver == "painted" else open_camera(settings)
    )
    session = Session(wizard, camera)
    try:
        converse(session, sys.stdin, language=tongue(table.language))
    finally:
        session.close()
    if wizard.mounting is None:
        raise Trouble("The frames ended before the table was found; nothing was changed.", "Mount again with a camera.")
    wizard.mounting.save(out)
    print(f"\nKept in {out}")
    if out == mounting_path():
        print('To play with it, write mounting = "table" under [table] in table.toml.')
    return 0


def _known_lens(out: Path) -> Lens | None:
    """The lens measured before; a new hook on the ceiling does not change the glass."""
    if not out.exists():
        return None
    lens = Mounting.load(out).lens
    return lens if lens.error_px is not None else None
