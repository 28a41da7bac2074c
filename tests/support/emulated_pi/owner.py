"""What an owner does with a new machine: unpack the program, install it, look whether it starts by itself."""

import subprocess
import time
from pathlib import Path

from emulated_pi.machine import Machine
from emulated_pi.workshop import Failed, Workshop

CHECKOUT = Path(__file__).parents[3]
SETTINGS = """\
[table]
game = "ten-thousand"
players = ["Ana", "Ben"]
[camera]
driver = "webcam"
fps = 4
[buttons]
driver = "gpio"
[display]
driver = "max7219"
[speaker]
driver = "alsa"
talk = "results"
[kiosk]
serve_network = true
"""
# An emulated processor is ten and more times as slow as a Pi's: what is set for a Pi would end a start that goes well.
SLOW = "[Service]\nTimeoutStartSec=1200\nWatchdogSec=1200\n"
USER = "XDG_RUNTIME_DIR=/run/user/$(id -u)"
START_SECONDS = 900.0


def archive(workshop: Workshop) -> tuple[bytes, str]:
    """The program as a release archive has it, of what lies here now; and which state that is."""
    changed = workshop.run(["git", "-C", CHECKOUT, "stash", "create"]).strip()
    commit = changed or workshop.run(["git", "-C", CHECKOUT, "rev-parse", "HEAD"]).strip()
    packed = subprocess.run(
        ["git", "-C", CHECKOUT, "archive", "--prefix=cockadoodle/", commit], capture_output=True, check=True
    )
    return packed.stdout, commit


def unpack(machine: Machine, packed: bytes) -> None:
    machine.run("tar -x -C ~", given=packed)


def first_command(machine: Machine) -> str:
    """The README's first: it sets itself up and starts on a painted table, which Ctrl+C ends."""
    machine.run("cd ~/cockadoodle && make run ARGS=--help && .venv/bin/companion --version")
    return machine.run("cd ~/cockadoodle && .venv/bin/companion --version").strip()


def set_up(machine: Machine) -> None:
    """The settings for what is wired, and patience."""
    machine.run("mkdir -p ~/.config/cockadoodle ~/.config/systemd/user/cockadoodle.service.d")
    machine.put(SLOW.encode(), "~/.config/systemd/user/cockadoodle.service.d/slow.conf", "pi")
    machine.put(SETTINGS.encode(), "~/.config/cockadoodle/table.toml", "pi")


def install(machine: Machine) -> str:
    machine.run(f"cd ~/cockadoodle && {USER} .venv/bin/companion install --service")
    return state(machine)


def state(machine: Machine) -> str:
    return machine.run(f"{USER} systemctl --user is-active cockadoodle || true").strip()


def wait_until_active(machine: Machine, seconds: float = START_SECONDS) -> float:
    began = time.monotonic()
    while (now := state(machine)) != "active":
        if time.monotonic() - began > seconds:
            raise Failed(f"the service is {now}, not active")
        time.sleep(2)
    return time.monotonic() - began


def main_process(machine: Machine) -> str:
    return machine.run(f"{USER} systemctl --user show -p MainPID --value cockadoodle").strip()
