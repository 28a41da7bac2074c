"""Bring back what companion backup has written; what is here now is kept in an archive of its own."""

import argparse
from contextlib import nullcontext
from pathlib import Path

from companion.backup import backup, finish_restore, stage, weekly_folder
from companion.journal import journal_path
from companion.journal_file import alone
from hardware.trouble import Trouble

EXAMPLE = "companion restore our-table.zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an archive of companion backup")


def run(options: argparse.Namespace) -> int:
    with alone(journal_path()) or nullcontext():
        before = weekly_folder() / "before-restore.zip"
        try:
            backup(before)
            print(f"What was here is in {before}.")
        except Trouble as trouble:  # a journal that is damaged is the very reason to restore one
            print(f"What is here could not be kept: {trouble}")
        stage(options.file)
        finish_restore()
    print("Everything is as it was in the backup.")
    return 0
