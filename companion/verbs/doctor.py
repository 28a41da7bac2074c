"""Say what is installed, wired and missing, and how to cure it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from calibration.wording import line
from companion.appliance.doctor import Finding, examine
from companion.appliance.machine import Machine
from companion.appliance.wording import spoken
from companion.settings import Settings, SettingsTrouble, default_path, load
from companion.usable import refuse_unusable

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
    language = _language(options.settings)
    told = [finding.told(language) for finding in findings]
    width = max(len(one["part"]) for one in told) + 1
    for one in told:
        print(f"{MARKS[one['state']]} {one['part']:{width}} {one['say']}")
        if one["fix"]:
            print(f"  {'':{width}} {one['fix']}")
    verdict = line("{number} to cure.", number=len(ill)) if ill else line("All well.")
    print(f"\n{spoken(verdict, language)}")
    return 1 if ill else 0


def diagnose(file: Path | None, machine: Machine) -> tuple[Finding, ...]:
    """A table.toml that cannot be read is one more finding, and the rest is examined without it."""
    try:
        settings, first = _load(file), Finding("settings", "good", line("table.toml can be used."))
        refuse_unusable(settings, "table.toml")
    except SettingsTrouble as trouble:
        settings, first = Settings(), Finding("settings", "ill", trouble.say, trouble.fix)
    return (first, *examine(settings, machine))


def _load(file: Path | None) -> Settings:
    """The owner's own table.toml need not exist; one that was named must."""
    return load(None if file == default_path() else file)


def _language(file: Path | None) -> str:
    try:
        return _load(file).table.language
    except SettingsTrouble:
        return Settings().table.language
