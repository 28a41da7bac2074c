"""The owner's day: moves in, has the service start by itself, plays a game, and has the power cut in the middle."""

import time
from collections.abc import Sequence
from dataclasses import replace

from companion.games import GAMES
from companion.rules.match import begin
from emulated_pi import owner
from emulated_pi.game import GAME, OPTIONS, PLAYERS, FarGame
from emulated_pi.machine import Machine, Parts
from emulated_pi.page import Phone
from emulated_pi.table import Ear, Wires, bytes_of, likeness, wav_sound
from emulated_pi.workshop import Failed, Workshop
from hardware.settings import DisplaySettings

ALIKE = 0.6
CUT_AFTER = 4  # deeds
SOUND_SECONDS = 90.0


def move_in(workshop: Workshop, parts: Parts, go_on: bool = False) -> Machine:
    """A new machine, or that of last time, with the program unpacked and the README's first command typed."""
    disk = workshop.folder / f"{parts.disk.stem}.qcow2"
    if not go_on or not disk.exists():
        disk.unlink(missing_ok=True)
        workshop.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", parts.disk, "-F", "raw", disk])
    machine = start(workshop, replace(parts, disk=disk))
    with workshop.step("The release archive unpacked, and `make run`") as done:
        packed, commit = owner.archive(workshop)
        owner.unpack(machine, packed)
        version = owner.first_command(machine)
        done.came_of_it = f"{version} of {commit[:10]}, set up from the lock"
    with workshop.step("`companion doctor`") as done:
        owner.set_up(machine)
        told = machine.run("cd ~/cockadoodle && .venv/bin/companion doctor || true")
        done.came_of_it = next((line.strip() for line in told.splitlines() if "Raspberry" in line), "no Pi?")
    return machine


def start(workshop: Workshop, parts: Parts) -> Machine:
    with workshop.step("Power on: systemd as PID 1") as done:
        machine = Machine(workshop, parts)
        machine.wait_until_up()
        first = machine.run("cat /proc/1/comm; uname -rm; tr -d '\\0' </proc/device-tree/model", user="root")
        wired = "ls /dev/gpiochip0 /dev/spidev0.0 /dev/video0 /dev/snd/pcmC0D0p"
        devices = machine.run(wired, user="root").split()
        done.came_of_it = f"{', '.join(first.split(chr(10)))}; {' '.join(devices)}"
    return machine


def service(workshop: Workshop, machine: Machine, parts: Parts) -> Machine:
    """Installed, killed, and started by itself after switching off and on."""
    with workshop.step("`companion install --service`") as done:
        owner.install(machine)
        took = owner.wait_until_active(machine)
        done.came_of_it = f"active after {took:.0f} s"
    with workshop.step("Killed (SIGKILL)") as done:
        before = owner.main_process(machine)
        machine.run(f"kill -9 {before}")
        time.sleep(4)
        took = owner.wait_until_active(machine)
        after = owner.main_process(machine)
        if after == before:
            raise Failed("it was not killed")
        done.came_of_it = f"started again by systemd, active after {took:.0f} s (process {before}, then {after})"
    with workshop.step("Switched off and on") as done:
        machine.off()
        machine = start(workshop, replace(parts, disk=workshop.folder / f"{parts.disk.stem}.qcow2"))
        took = owner.wait_until_active(machine)
        done.came_of_it = f"the service started with the machine, active {took:.0f} s after the first log-in"
    return machine


def game(workshop: Workshop, machine: Machine, parts: Parts) -> Machine:
    """A whole short game; half-way the power goes."""
    with workshop.step("A game begun from a phone") as done:
        phone = Phone(machine)
        took = phone.wait_for_table(owner.START_SECONDS)
        phone.come_in()
        phone.post("/api/start", {"game": GAME, "players": list(PLAYERS), "options": OPTIONS})
        done.came_of_it = f"the page answered outside after {took:.0f} s; {', '.join(PLAYERS)} play {GAME}"
    far = FarGame(machine, phone)
    wires = Wires(machine)
    with workshop.step("Refereed from the camera") as done:
        far.go_on(until=lambda play: CUT_AFTER <= len(play.truth.actions) == len(far.bench.match().actions))
        held = far.bench.match()
        done.came_of_it = f"{len(held.actions)} deeds as they were done, {far.bench.presses} presses by gpio-sim"
        if list(held.actions) != list(far.play.truth.actions[: len(held.actions)]):
            raise Failed(f"the referee holds {held.actions}, done was {far.play.truth.actions}")
    with workshop.step("The matrix's wires") as done:
        done.came_of_it = _compared(wires, phone)
    with workshop.step("Power cut in the middle") as done:
        done.came_of_it = f"{len(phone.deeds())} deeds in the journal"
        machine.cut()
        for part in (wires, phone, far):
            part.close()
    machine = start(workshop, replace(parts, disk=workshop.folder / f"{parts.disk.stem}.qcow2"))
    with workshop.step("The game goes on after the power cut") as done:
        phone = Phone(machine)
        truth = far.play.truth
        far = FarGame(machine, phone, truth)
        far.show_table()
        phone.wait_for_table(owner.START_SECONDS)
        phone.come_in()
        kept = far.bench.match()
        if list(kept.actions) != list(truth.actions[: len(kept.actions)]) or len(kept.actions) < CUT_AFTER:
            raise Failed(f"after the power cut {len(kept.actions)} deeds are left")
        far.go_on()
        ended = far.bench.match()
        if not ended.over or far.play.wrong or far.play.stuck:
            raise Failed(f"the game went wrong: {ended.actions[-1:]} against {far.play.truth.actions[-1:]}")
        said = ", ".join(ended.game.winners(ended.state) or ())
        done.came_of_it = (
            f"{len(ended.actions)} deeds, {said} won, {far.play.questions} questions, {far.play.helped} helped, "
            f"{far.bench.presses} more presses"
        )
    with workshop.step("The page from outside agrees") as done:
        told = phone.table
        match = begin(GAMES[GAME], PLAYERS, OPTIONS)
        for action in far.play.truth.actions:
            match = match.act(action)
        if told["scores"] != dict(match.game.scores(match.state)):
            raise Failed(f"the page says {told['scores']}")
        done.came_of_it = f"scores {told['scores']}, winner {told['winners']}"
    with workshop.step("The crow on the sound card") as done:
        done.came_of_it = _crow(machine, phone)
    return machine


def _compared(wires: Wires, phone: Phone) -> str:
    """Every picture of the page's lamps, looked for among the bytes the kernel sent."""
    time.sleep(3)
    sent, settings = wires.sent, DisplaySettings()
    shown: Sequence[list[str]] = phone.lamps
    found = sum(bytes_of(rows, settings) in sent for rows in shown)
    if not shown or found < len(shown) * 0.9:
        raise Failed(f"of {len(shown)} pictures of the page {found} went over the wires ({len(sent)} bytes)")
    return f"{len(sent)} bytes; {found} of the page's {len(shown)} pictures went over the wires"


def _crow(machine: Machine, phone: Phone) -> str:
    """Recorded from the far end of the sound card, and held against what the page plays."""
    played = wav_sound(phone.get("/sounds/crow.wav"))
    ear = Ear(machine)
    time.sleep(5)
    # Only this machine itself may try its sound.
    post = (
        "import urllib.request as u; u.urlopen(u.Request('http://127.0.0.1:8080/api/try/sound', b'{}', "
        "{'Content-Type': 'application/json', 'Origin': 'http://127.0.0.1:8080'}))"
    )
    machine.run(f'python3 -c "{post}"')
    best, began = 0.0, time.monotonic()
    while best < ALIKE and time.monotonic() - began < SOUND_SECONDS:
        time.sleep(5)
        best = likeness(ear.heard, played)
    ear.close()
    if best < ALIKE:
        raise Failed(f"the crow was not heard ({len(ear.heard)} samples, likeness {best:.2f})")
    return f"heard at the far end, likeness {best:.2f} of 1"
