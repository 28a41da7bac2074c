"""Walks through the parts of a table, one by one: blink, beep, press, look."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.wording import Line, line, lines
from companion.announcements.hearing import shouts
from companion.announcements.lamps.animation import Animation, drawn, rolled, scrolled
from companion.announcements.sounds import sound
from companion.announcements.speech import Voice
from hardware.frame import Frame, Pixels, Share
from hardware.ports import SAMPLE_RATE, Buttons, Camera, Display, Microphone, Speaker
from hardware.settings import ButtonsSettings, CameraSettings
from hardware.trouble import Trouble

DARK, BRIGHT = 40, 225  # mean brightness that dice can be read in
SHARP = 15.0  # variance of the Laplacian below which numbers blur
LOOK_SECONDS = 2.0
SHOUT_SECONDS = 4.0


@dataclass(frozen=True)
class Verdict:
    """Whether a part passed, and if not, what to fix."""

    part: str
    passed: bool
    say: str
    fix: str = ""


@dataclass(frozen=True)
class Person:
    """Whoever stands at the table: is told things and asked things."""

    tell: Callable[[str], None]
    ask: Callable[[str], bool]  # a question -> whether it is so
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def check_lamps(display: Display, person: Person) -> Verdict:
    """Every lamp, then a picture, then a word: a module mounted the wrong way round shows at once."""
    all_on = np.full((display.height, display.width), 255, np.uint8)
    display.show(all_on)
    person.sleep(1.0)
    shots: Animation = (*rolled(["1", "2", "3", "4", "5", "6"], display.width), *drawn(":rooster:", display.width))
    for shot in (*shots, *scrolled("Cockadoodle", display.width)):
        display.show(shot.picture)
        person.sleep(shot.seconds)
    display.show(np.zeros_like(all_on))
    if person.ask(line("Did you see all lamps lit, dice, a rooster, and a word passing to the left?")):
        return Verdict("lamps", True, line("The lamps show what they should."))
    return Verdict(
        "lamps",
        False,
        line("The lamps do not show what they should."),
        line("Each module turned: change orientation; modules swapped: change reverse; dark: check the wiring."),
    )


def check_speaker(speaker: Speaker, voice: Voice, person: Person) -> Verdict:
    """A crow and a sentence."""
    try:
        for wave, name in ((sound("crow"), "crow"), (voice.sentence("24."), "24.")):
            speaker.play(wave, name)
            person.sleep(len(wave) / SAMPLE_RATE + 0.3)
    except Trouble as trouble:
        return Verdict("speaker", False, trouble.say, trouble.fix)
    if person.ask(line("Did you hear a rooster, and then a number?")):
        return Verdict("speaker", True, line("Sound and voice are heard."))
    return Verdict(
        "speaker",
        False,
        line("Nothing was heard."),
        line("Turn it up, and choose the output: wpctl status, alsamixer."),
    )


def check_microphone(microphone: Microphone, person: Person) -> Verdict:
    """Somebody shouts, and it is heard."""
    person.tell(line("Crow like a rooster, now."))
    person.sleep(SHOUT_SECONDS)
    if shouts(microphone.listen()):
        return Verdict("microphone", True, line("The microphone hears you crow."))
    return Verdict(
        "microphone",
        False,
        line("The microphone has heard nobody crow."),
        line("Go nearer, or turn it up (alsamixer, F4); another one is chosen by device under [microphone]."),
    )


def check_buttons(buttons: Buttons, settings: ButtonsSettings, person: Person, patience: float) -> Iterator[Verdict]:
    """Each wired button in turn; another one than asked for is named, because wires get swapped."""
    for wanted, pin in settings.pins().items():
        person.tell(line("Press {button} (GPIO {pin}).", button=wanted, pin=pin))
        yield _pressed(buttons, wanted, pin, person, patience)


def _pressed(buttons: Buttons, wanted: str, pin: int, person: Person, patience: float) -> Verdict:
    until = person.clock() + patience
    while person.clock() < until:
        for press in buttons.presses():
            if press.button == wanted:
                return Verdict(wanted, True, line("{button} works.", button=wanted))
            return Verdict(
                wanted,
                False,
                line("That was {other}, not {button}.", other=press.button, button=wanted),
                line("Swap their wires, or their numbers under [buttons] in table.toml."),
            )
        person.sleep(0.02)
    cure = line(
        "Check its two wires (GPIO {pin} and ground), or set {setting} = 0 if there is none.",
        pin=pin,
        setting=wanted.replace(":", "_"),
    )
    late = line("{button} was not pressed within {seconds:.0f} seconds.", button=wanted, seconds=patience)
    return Verdict(wanted, False, late, cure)


def check_camera(camera: Camera, settings: CameraSettings, person: Person) -> Verdict:
    """Look for two seconds: fast enough, bright enough, sharp enough?"""
    begin, frames = person.clock(), 0
    last: Frame | None = None
    while person.clock() - begin < LOOK_SECONDS:
        frame = camera.read()
        if frame is None:
            break
        last, frames = frame, frames + 1
    if last is None:
        return Verdict(
            "camera", False, line("The camera gives no picture."), line("Run: {command}", command="companion doctor")
        )
    rate = frames / max(person.clock() - begin, 1e-6)
    seen = check_picture(last.pixels)
    if seen.passed and settings.driver != "playback" and rate < settings.fps * 0.7:
        fix = line("Lower width and height under [camera]; use a USB 3 socket; more light.")
        return Verdict("camera", False, line("The camera is slow ({rate:.0f} frames a second).", rate=rate), fix)
    if seen.passed and last.sees is not None:
        return replace(seen, say=lines(seen.say, field(last.sees)))
    return seen


def field(sees: Share) -> Line:
    """How much of what the sensor could see is in the picture."""
    _, _, wide, high = sees
    return line("It shows {wide:.0%} of the sensor's width and {high:.0%} of its height.", wide=wide, high=high)


def check_picture(pixels: Pixels) -> Verdict:
    """Bright enough and sharp enough to read dice in?"""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    bright, sharp = float(grey.mean()), float(cv2.Laplacian(grey, cv2.CV_64F).var())
    seen = line(
        "{width} x {height}, brightness {bright:.0f} of 255", width=grey.shape[1], height=grey.shape[0], bright=bright
    )
    if bright < DARK:
        dark = line("It is too dark ({seen}).", seen=seen)
        return Verdict("camera", False, dark, line("Switch on a lamp, or take the lens cap off."))
    if bright > BRIGHT:
        glare = line("It is too bright ({seen}).", seen=seen)
        return Verdict("camera", False, glare, line("Keep lamps out of the picture."))
    if sharp < SHARP:
        soft = line("The picture is not sharp ({seen}).", seen=seen)
        return Verdict("camera", False, soft, line("Turn the lens, or set lens_position."))
    return Verdict("camera", True, line("The camera sees: {seen}.", seen=seen))
