"""Write matches, settings, sets, mountings and voices into one file."""

import argparse
from pathlib import Path

from companion.backup import backup

EXAMPLE = "companion backup our-table.zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the archive to write (.zip)")


def run(options: argparse.Namespace) -> int:
    size = backup(options.file)
    print(f"Everything is in {options.file} ({size / 2**20:.1f} MB).")
    print(f"Bring it back with: companion restore {options.file}")
    return 0
