"""make pi: an emulated Raspberry Pi is built, set up and played on as an owner would; ends with a table of it."""

import argparse
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from emulated_pi import checks, play
from emulated_pi.build import ready
from emulated_pi.debian import this_release
from emulated_pi.workshop import Failed, Workshop

WENT_WRONG = (Failed, OSError, subprocess.SubprocessError)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("out/pi"), help="where everything is made and kept")
    parser.add_argument("--release", default=this_release() or "bookworm", help="bookworm or trixie")
    parser.add_argument("--parts", nargs="*", default=["service", "game", "tests"], help="what to do there")
    parser.add_argument("--go-on", action="store_true", help="with the machine of last time, instead of a new one")
    options = parser.parse_args()
    workshop = Workshop(options.folder.resolve())
    workshop.log.unlink(missing_ok=True)
    try:
        parts = ready(workshop, options.release)
        machine = play.move_in(workshop, parts, options.go_on)
        if "service" in options.parts:
            machine = play.service(workshop, machine, parts)
        if "game" in options.parts:
            machine = play.game(workshop, machine, parts)
        if "tests" in options.parts:
            checks.tests(workshop, machine)
    except WENT_WRONG as failed:
        print(f"pi: {failed}", file=sys.stderr)
    finally:
        for end in workshop.at_the_end:
            with suppress(*WENT_WRONG):
                end()
    table = workshop.table()
    (workshop.folder / "table.md").write_text(table + "\n")
    print(table)
    return 0 if workshop.right else 1


if __name__ == "__main__":
    sys.exit(main())
