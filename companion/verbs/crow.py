"""Teach me whose crow is whose (a toy: the microphone only guesses, a button always decides)."""

import argparse
import time

import numpy as np

from companion.announcements.hearing import Crowd, shouts
from companion.settings import load
from hardware.drivers import open_microphone
from hardware.ports import Microphone, Sound
from hardware.trouble import Trouble

EXAMPLE = "companion crow learn Ana"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["learn", "who", "forget", "list"], help="learn a voice, or guess one")
    parser.add_argument("name", nargs="?", help="the player")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to listen (20)")


def run(options: argparse.Namespace) -> int:
    crowd = Crowd()
    if options.what in ("learn", "forget") and not options.name:
        raise Trouble(f"Whose voice shall I {options.what}?", f"For example: companion crow {options.what} Ana.")
    if options.what == "list":
        print("\n".join(f"{name}: {len(voice)} shouts" for name, voice in crowd.voices.items()) or "I know nobody yet.")
    elif options.what == "forget":
        crowd.forget(options.name)
        print(f"I no longer know the voice of {options.name}.")
    else:
        settings = load().microphone
        if settings.driver == "none":
            raise Trouble("The microphone is switched off.", 'Set driver = "portaudio" under [microphone].')
        microphone = open_microphone(settings)
        print(f"Crow now, {options.seconds:g} seconds long, a breath apart.", flush=True)
        heard = shouts(listened(microphone, options.seconds))
        microphone.close()
        if options.what == "learn":
            crowd.learn(options.name, heard)
            print(f"I know the voice of {options.name} from {len(heard)} shouts.")
        else:
            print("\n".join(crowd.who(shout) or "somebody" for shout in heard) or "I heard nobody.")
    return 0


def listened(microphone: Microphone, seconds: float) -> Sound:
    parts, until = [microphone.listen()], time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.1)
        parts.append(microphone.listen())
    return np.concatenate(parts)
