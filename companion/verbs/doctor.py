"""Say what is installed, wired and missing, and how to cure it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from calibration.wording import line
from companion.appliance.diagnosis import diagnose, load_of
from companion.appliance.machine import Machine
from companion.languages import said
from companion.settings import Settings, SettingsTrouble

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
    print(f"\n{said(verdict, language)}")
    return 1 if ill else 0


def _language(file: Path | None) -> str:
    try:
        return load_of(file).table.language
    except SettingsTrouble:
        return Settings().table.language
