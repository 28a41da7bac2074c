"""Move to a newer release, and back to this one if the doctor finds a new illness after it."""

import argparse
import sys
from pathlib import Path

import companion
from companion.appliance.doctor import on_a_pi
from companion.appliance.machine import Machine
from companion.appliance.update import ask, checkout_of, companion_of, move, update

EXAMPLE = "companion update --dry-run"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", default="", metavar="VERSION", help="a certain release or tag (the newest)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")


def run(options: argparse.Namespace) -> int:
    machine = Machine()
    current = machine.package("cockadoodle") or ""
    steps = move(Path(sys.prefix), checkout_of(Path(companion.__file__)), current, options.to, on_a_pi(machine), ask)
    if options.dry_run:
        for command in steps.forward:
            print(f"would run {' '.join(command)}")
        print("would run companion doctor, and if it found something new:")
        for command in steps.back:
            print(f"would run {' '.join(command)}")
        return 0
    stayed = update(steps, companion_of())
    print("Updated. Restart: systemctl --user restart cockadoodle" if stayed else f"Still at {current}.")
    return 0 if stayed else 1
