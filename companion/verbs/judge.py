"""Judge rule cases: one JSON case a line on standard input, one verdict a line on standard output, in order."""

import argparse
import sys

from companion.boxes import owners_games
from companion.judge import verdicts

EXAMPLE = """echo '{"game": "heckmeck", "setup": {}, "actions": [{"stop": true}]}' | companion judge"""


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace) -> int:
    for line in verdicts(sys.stdin.buffer, owners_games()):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
