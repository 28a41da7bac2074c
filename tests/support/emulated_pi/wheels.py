"""The Python packages of an arm64 machine, fetched as this machine's pip is configured.

By itself (make pi-wheels) it asks whether there is a wheel of each for every Python of a Pi.
"""

import re
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

from emulated_pi.workshop import Failed, Workshop

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
PLATFORMS = ("manylinux_2_34_aarch64", "manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
TOOLS = ("setuptools>=69", "wheel", "pip")


def fetch(workshop: Workshop, checkout: Path, python: str, into: Path) -> int:
    """What the appliance locks and what its tests need, for this Python; how many wheels that are."""
    into.mkdir(parents=True, exist_ok=True)
    extras = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    # The very versions that are locked; their hashes are checked over there, where they are installed.
    locked = re.findall(r"^([a-z0-9_.-]+==[^\\\n]+)", (checkout / ".ci" / "appliance.lock").read_text(), re.MULTILINE)
    pins = meant(locked, python)
    constraints = into.parent / "pins.txt"
    constraints.write_text("\n".join(pins) + "\n")
    platform = [word for name in PLATFORMS for word in ("--platform", name)]
    workshop.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", *platform),
            *("--python-version", python, "--implementation", "cp", "--dest", into, "--constraint", constraints),
            *pins,
            *meant((*extras["pi"], *extras["dev"], *TOOLS), python),
        ]
    )
    return len(list(into.glob("*.whl")))


def meant(requirements: Iterable[str], python: str) -> list[str]:
    """Those that are for such a machine, without their conditions."""
    there = {
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "python_version": python,
        "python_full_version": f"{python}.2",
    }
    kept = []
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate(there):
            requirement.marker = None
            kept.append(str(requirement))
    return kept


def main() -> int:
    checkout = Path(__file__).parents[3]
    good = True
    for release, python in PYTHONS.items():
        with tempfile.TemporaryDirectory() as place:
            try:
                count = fetch(Workshop(Path(place)), checkout, python, Path(place) / "wheels")
                print(f"{release}, Python {python}: all {count} packages have a wheel for 64-bit ARM", flush=True)
            except Failed as failed:
                good = False
                print(f"{release}, Python {python}: {failed}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
