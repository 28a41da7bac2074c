"""Say what is installed, wired and missing, and how to cure it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from companion.appliance.doctor import Finding, examine
from companion.appliance.machine import Machine
from companion.settings import Settings, SettingsTrouble, default_path, load

EXAMPLE = "companion doctor"
MARKS = {"good": "+", "note": "-", "ill": "!"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", type=Path, metavar="FILE", help="a table.toml other than your own")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")


def run(options: argparse.Namespace) -> int:
    findings = diagnose(options.settings, Machine())
    ill = [finding for finding in findings if finding.state == "ill"]
    if options.json:
        print(json.dumps({"healthy": not ill, "findings": [asdict(finding) for finding in findings]}))
        return 1 if ill else 0
    for finding in findings:
        print(f"{MARKS[finding.state]} {finding.part:9} {finding.say}")
        if finding.fix:
            print(f"  {'':9} {finding.fix}")
    print(f"\n{len(ill)} to cure." if ill else "\nAll well.")
    return 1 if ill else 0


def diagnose(file: Path | None, machine: Machine) -> tuple[Finding, ...]:
    """A table.toml that cannot be read is one more finding, and the rest is examined without it."""
    try:
        # The owner's own table.toml need not exist; one that was named must.
        settings, first = (
            load(None if file == default_path() else file),
            Finding("settings", "good", "table.toml can be read."),
        )
    except SettingsTrouble as trouble:
        settings, first = Settings(), Finding("settings", "ill", trouble.say, trouble.fix)
    return (first, *examine(settings, machine))
