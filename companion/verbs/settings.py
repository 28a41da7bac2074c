"""Print a commented table.toml with every setting at its default; with --check, say whether yours can be used."""

import argparse
from pathlib import Path

from companion.settings import commented, default_path, load
from companion.usable import refuse_unusable

EXAMPLE = "companion settings > table.toml"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", metavar="FILE", nargs="?", const="", help="read a file instead (yours, if unnamed)")


def run(options: argparse.Namespace) -> int:
    if options.check is None:
        print(commented(), end="")
        return 0
    path = Path(options.check) if options.check else default_path()
    refuse_unusable(load(path), str(path))
    print(f"{path} can be used.")
    return 0
