"""Make this computer start me by itself (--service) and show the page on its own screen (--kiosk)."""

import argparse

from companion.appliance.install import Place, advice, kiosk_steps, service_steps
from companion.appliance.machine import Machine
from companion.appliance.steps import Run, Step, run_command
from companion.settings import load
from hardware.trouble import Trouble

EXAMPLE = "companion install --service --kiosk --dry-run"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--service", action="store_true", help="start with the computer, watched and restarted")
    parser.add_argument("--kiosk", action="store_true", help="show the page on the computer's own screen")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")


def run(options: argparse.Namespace) -> int:
    if not options.service and not options.kiosk:
        raise Trouble("There is nothing to install.", "Say --service, --kiosk or both; --dry-run only tells.")
    if Machine().is_root() and not options.dry_run:
        raise Trouble("I am installed for the user who plays, not for root: sound and screen are theirs.", _CURE)
    place = Place.here(load().kiosk.port)
    steps = [*(service_steps(place) if options.service else []), *(kiosk_steps(place) if options.kiosk else [])]
    failed = carry_out(steps, options.dry_run)
    for line in advice(options.service, options.kiosk, Machine().environment("XDG_CURRENT_DESKTOP")):
        print(f"note: {line}")
    if failed:
        raise Trouble(f"{len(failed)} of {len(steps)} steps failed: {'; '.join(map(str, failed))}.", _CURE)
    return 0


def carry_out(steps: list[Step], dry_run: bool, run: Run = run_command) -> list[Step]:
    """Say each step, then do it; returns those that failed."""
    failed: list[Step] = []
    for step in steps:
        if step.done():
            print(f"already so: {step}")
            continue
        print(f"{'would ' if dry_run else ''}{step}")
        try:
            if not dry_run and not step.do(run):
                failed.append(step)
        except OSError as error:
            print(f"  {error.strerror}: {error.filename}")
            failed.append(step)
    return failed


_CURE = "Run it as the user who plays, not as root, in a session with systemd (log in at the Pi or by ssh)."
