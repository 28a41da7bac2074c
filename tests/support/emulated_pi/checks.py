"""The program's own tests, run on the machine, and its readings held against those made out here."""

import json
import re
import subprocess
import sys

from emulated_pi.machine import Machine
from emulated_pi.owner import CHECKOUT, USER
from emulated_pi.workshop import Failed, Workshop

FOLDERS = {
    "The `pi` tests": "-m pi tests/contracts/test_drivers.py",
    "tests/hardware": "-m 'not slow and not pi' tests/hardware",
    "tests/contracts": "-m 'not slow and not pi' tests/contracts",
    "tests/rulebook": "-m 'not slow and not pi' tests/rulebook",
    "A sample of tests/vision": "-m 'not slow' tests/vision/test_golden.py tests/vision/test_markers.py "
    "tests/vision/test_zones.py tests/vision/test_look.py",
}
SURE_ALIKE = 0.02
READ = """
import json, sys
sys.path[:0] = ["tests/vision", "tests/support", "."]
from pathlib import Path
from test_processors import read
print(json.dumps(read(Path(sys.argv[1]))))
"""


def tests(workshop: Workshop, machine: Machine) -> None:
    with workshop.step("Set up for the tests (`.ci/set-up test`)") as done:
        machine.run(f"{USER} systemctl --user stop cockadoodle || true")
        machine.run("cd ~/cockadoodle && .ci/set-up test")
        done.came_of_it = machine.run("cd ~/cockadoodle && .venv/bin/pytest --version 2>&1").strip()
    readings(workshop, machine)
    for what, chosen in FOLDERS.items():
        try:
            with workshop.step(what) as done:
                told = machine.run(
                    f"cd ~/cockadoodle && .venv/bin/pytest -p no:cacheprovider -rs {chosen} 2>&1; true", patience=7200
                )
                done.came_of_it = summary(told)
                if " failed" in done.came_of_it or "error" in done.came_of_it or "passed" not in done.came_of_it:
                    raise Failed(done.came_of_it)
        except Failed:
            continue  # the other folders are run all the same


def summary(told: str) -> str:
    found = re.findall(r"^=*\s*(\d+ (?:passed|failed|skipped|error).*?)\s*=*$", told, re.MULTILINE)
    return found[-1] if found else "no summary"


def readings(workshop: Workshop, machine: Machine) -> None:
    """Painted tables read over there and out here: the same pieces, as surely."""
    with workshop.step("Readings on arm64 against x86") as done:
        folder = workshop.folder / "pictures"
        paint = (
            "import sys; sys.path[:0] = ['tests/vision', 'tests/support', '.']\n"
            "from pathlib import Path\nimport cv2\nfrom test_processors import scene\n"
            "from vision.render.paint import Painter\npainter = Painter()\n"
            "for seed in range(6): cv2.imwrite(f'{sys.argv[1]}/{seed}.png', painter.paint(scene(seed)))"
        )
        folder.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-c", paint, str(folder)], cwd=CHECKOUT, check=True)
        out_here = subprocess.run(
            [sys.executable, "-c", READ, str(folder)], cwd=CHECKOUT, check=True, capture_output=True
        )
        packed = subprocess.run(["tar", "-c", "-C", folder, "."], check=True, capture_output=True).stdout
        machine.run("mkdir -p ~/pictures && tar -x -C ~/pictures", given=packed)
        machine.put(READ.encode(), "~/read.py", "pi")
        over_there = machine.run("cd ~/cockadoodle && .venv/bin/python ~/read.py ~/pictures | tail -n 1")
        done.came_of_it = compared(json.loads(out_here.stdout), json.loads(over_there))


def compared(here: list[list[tuple[str, str, float]]], there: list[list[tuple[str, str, float]]]) -> str:
    count, most = 0, 0.0
    for mine, theirs in zip(here, there, strict=True):
        if [one[:2] for one in mine] != [one[:2] for one in theirs]:
            raise Failed(f"another reading on arm64: {theirs}, not {mine}")
        most = max([most, *(abs(one[2] - other[2]) for one, other in zip(mine, theirs, strict=True))])
        count += len(mine)
    if most > SURE_ALIKE:
        raise Failed(f"as surely to {most:.3f} only")
    return f"{count} pieces on {len(here)} tables, all alike; sureness differs by {most:.4f} at most"
