"""Undo what companion install did; matches, settings and piece sets stay."""

import argparse

from companion.appliance.install import Place, kiosk_steps, service_steps
from companion.appliance.steps import Run, Step, run_command
from companion.settings import load
from hardware.folders import data_folder

EXAMPLE = "companion uninstall --dry-run"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would be undone, and undo nothing")


def run(options: argparse.Namespace) -> int:
    place = Place.here(load().kiosk.port)
    undone = undo([*service_steps(place), *kiosk_steps(place)], options.dry_run)
    if not undone:
        print("Nothing was installed.")
    print(f"Your matches and settings stay in {data_folder()}.")
    return 0


def undo(steps: list[Step], dry_run: bool, run: Run = run_command) -> int:
    """Undo what is there, the last step first; how many that were."""
    installed = [step for step in steps if step.present()]
    for step in reversed(installed):
        print(f"{'would ' if dry_run else ''}{step.undoing()}")
        if not dry_run:
            step.undo(run)
    return len(installed)
