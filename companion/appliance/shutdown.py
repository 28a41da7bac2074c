"""Switches the Pi off safely, once the table has said yes."""

from companion.appliance.doctor import on_a_pi
from companion.appliance.machine import Machine
from companion.appliance.steps import Run, run_command
from hardware.trouble import Trouble
from hardware.wording import line

# Whoever sits at the Pi may switch it off; a service of a user who is not logged in needs sudo.
COMMANDS = (("systemctl", "poweroff"), ("sudo", "-n", "systemctl", "poweroff"))


def shut_down(machine: Machine | None = None, run: Run = run_command) -> None:
    if not on_a_pi(machine or Machine()):
        raise Trouble(line("Only a Raspberry Pi is switched off by a button."), line("End me with Ctrl+C."))
    if not any(run(command) for command in COMMANDS):
        raise Trouble(
            line("I may not switch this Pi off."),
            line("Do not just pull the plug. Run: {command}", command="sudo poweroff"),
        )
