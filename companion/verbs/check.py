"""Walk through every part of the table: blink, beep, press each button, look. Says pass, or what to fix."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from calibration.wording import line
from companion.announcements.speech import Voice
from companion.appliance.check import (
    Person,
    Verdict,
    check_buttons,
    check_camera,
    check_lamps,
    check_microphone,
    check_speaker,
)
from companion.languages import said
from companion.settings import Settings, load
from hardware.cameras.picamera import PiCamera
from hardware.drivers import open_buttons, open_camera, open_display, open_microphone, open_speaker
from hardware.trouble import Trouble

EXAMPLE = "companion check lamps buttons"
PARTS = ("lamps", "speaker", "microphone", "buttons", "camera")
OPTICS = ("exposure_us", "analogue_gain", "red_gain", "blue_gain", "lens_position")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (all)")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="a table.toml other than your own")
    parser.add_argument("--seconds", type=float, default=10.0, help="to wait for each button (10)")
    parser.add_argument("--lock", action="store_true", help="print the lines that keep the camera's optics as they are")


def run(options: argparse.Namespace) -> int:
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        raise Trouble(
            line("I cannot check {parts}.", parts=", ".join(unknown)),
            line("I can check {parts}.", parts=", ".join(PARTS)),
        )
    settings = load(options.settings)
    language = settings.table.language
    person = Person(lambda text: print(said(text, language)), lambda question: _ask(question, language))
    failed = 0
    for part in options.parts or PARTS:
        for verdict in _checked(part, settings, person, options):
            failed += not verdict.passed
            mark = line("pass") if verdict.passed else line("FAIL")
            print(f"{said(mark, language)}  {said(verdict.say, language)}")
            if verdict.fix:
                print(f"      {said(verdict.fix, language)}")
    return 1 if failed else 0


def _checked(part: str, settings: Settings, person: Person, options: argparse.Namespace) -> Iterator[Verdict]:
    try:
        match part:
            case "lamps":
                display = open_display(settings.display)
                yield check_lamps(display, person)
                display.close()
            case "speaker" if settings.speaker.driver == "silent":
                yield Verdict("speaker", True, line("There is no speaker: the page makes the sounds."))
            case "speaker":
                speaker = open_speaker(settings.speaker)
                yield check_speaker(speaker, Voice(settings.table.language, jokes=False), person)
                speaker.close()
            case "microphone" if settings.microphone.driver == "none":
                yield Verdict("microphone", True, line("The microphone is switched off: a button calls without it."))
            case "microphone":
                microphone = open_microphone(settings.microphone)
                yield check_microphone(microphone, person)
                microphone.close()
            case "buttons" if settings.buttons.driver == "scripted":
                yield Verdict("buttons", True, line("The buttons are on the page: nothing to press here."))
            case "buttons":
                buttons = open_buttons(settings.buttons)
                yield from check_buttons(buttons, settings.buttons, person, options.seconds)
                buttons.close()
            case "camera" if settings.camera.driver == "painted":
                yield Verdict("camera", True, line("The camera is painted: it always sees well."))
            case "camera" if settings.camera.driver == "none":
                yield Verdict("camera", True, line("There is no camera: dice are tapped on the page."))
            case "camera":
                camera = open_camera(settings.camera)
                yield check_camera(camera, settings.camera, person)
                if options.lock and isinstance(camera, PiCamera):
                    _print_optics(camera, settings.table.language)
                camera.close()
    except Trouble as trouble:
        yield Verdict(part, False, trouble.say, trouble.fix)


def _print_optics(camera: PiCamera, language: str) -> None:
    """What to put into table.toml so that colours stay what they were taught as."""
    values = asdict(camera.locked())
    print(said(line("Put under [camera] in table.toml:"), language))
    for name in OPTICS:
        print(f"{name} = {values[name]}")


def _ask(question: str, language: str) -> bool:
    """Yes is taken for granted where nobody can answer."""
    if not sys.stdin.isatty():
        print(said(question, language), said(line("(Nobody answers: taken for yes.)"), language))
        return True
    return input(f"{said(question, language)} {said(line('[Y/n]'), language)} ").strip().lower() not in (
        "n",
        "no",
        "nein",
    )
