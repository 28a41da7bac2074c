"""The verbs, and nothing but the verbs."""

import argparse
import importlib
import logging
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from companion.boxes import take_up_own_games
from hardware.trouble import Trouble

# Each verb is one module of companion/verbs, imported only when it is asked for:
# EXAMPLE (a command line), arguments(parser), run(options) -> exit code.
VERBS = {
    "run": "referee a table: the painted one, or the one under the camera",
    "night": "host a game night: many tables on one page, a leaderboard, rounds drawn and called out",
    "rehearse": "let robots play whole games on the painted table and compare with the truth",
    "replay": "judge a recording again, or read a match from the journal",
    "look": "read the dice, tokens, cards and tiles in photographs",
    "teach": "teach the eye a new set of dice, tokens, cards or tiles",
    "judge": "judge rule cases from standard input, one JSON object a line",
    "odds": "the exact chances of a turn, and the best choice",
    "games": "list the games, their variants and what is assumed about their boxes",
    "mount": "measure the lens, and where camera and mat are",
    "sets": "list, show, rename, remove, export and import piece sets",
    "print": "print a mat, markers, the lens board or the wiring as a PDF",
    "settings": "print a commented table.toml with every setting",
    "doctor": "say what is installed, wired and missing, and how to cure it",
    "check": "walk through lamps, speaker, buttons and camera, one by one",
    "matrix": "write pictures and films of everything the LED matrix can show",
    "crow": "teach me whose crow is whose, for tables with a microphone",
    "backup": "write matches, settings, sets, mountings and voices into one file",
    "restore": "bring such a file back, whole or not at all",
    "install": "make a Pi start me by itself, with or without the page on its screen",
    "uninstall": "undo what install did",
    "update": "move to a newer release, and back if the doctor finds it ill",
}


def _version() -> str:
    try:
        return version("cockadoodle")
    except PackageNotFoundError:
        return "(not installed)"


def _listing() -> str:
    width = max(map(len, VERBS)) + 2
    return "\n".join(f"  {verb:{width}}{what}" for verb, what in VERBS.items())


def main(words: Sequence[str] | None = None) -> int:
    """Run one verb; a Trouble becomes one sentence and a cure."""
    words = list(sys.argv[1:] if words is None else words)
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The referee at your table.\n\nverbs:\n" + _listing(),
        epilog="companion VERB --help tells more, with an example.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cockadoodle {_version()}")
    parser.add_argument("verb", choices=VERBS, metavar="VERB", help="what to do")
    if not words:
        parser.print_help()
        return 2
    verb = parser.parse_args(words[:1]).verb
    take_up_own_games()
    module = importlib.import_module(f"companion.verbs.{verb.replace('-', '_')}")
    own = argparse.ArgumentParser(
        prog=f"companion {verb}",
        description=(module.__doc__ or VERBS[verb]).strip(),
        epilog=f"example:\n  {module.EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    own.add_argument("--log", default="warning", choices=["debug", "info", "warning", "error"], help="how much to log")
    module.arguments(own)
    options = own.parse_args(words[1:])
    logging.basicConfig(level=options.log.upper(), format="%(levelname)s %(name)s %(message)s")
    try:
        return int(module.run(options))
    except Trouble as trouble:
        print(f"companion {verb}: {trouble.say}", file=sys.stderr)
        if trouble.fix:
            print(f"  {trouble.fix}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # the reader of a pipe went away: nothing is wrong on our side
        sys.stderr.close()
        return 0
