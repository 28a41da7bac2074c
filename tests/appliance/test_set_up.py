"""What .ci/set-up does on a machine whose archive lacks some of the packages."""

import os
import subprocess
from pathlib import Path

import pytest

SET_UP = Path(__file__).parents[2] / ".ci" / "set-up"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout of its own, and programs that only write down what they were asked."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "set-up").write_text(SET_UP.read_text())
    (tmp_path / ".ci" / "apt-packages.txt").write_text("espeak-ng # speaks\npython3-picamera2 # the camera\n")
    (tmp_path / ".ci" / "appliance.lock").write_text("")
    (tmp_path / "pyproject.toml").write_text("")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, body in {
        "dpkg-query": "exit 1",
        "apt-cache": '[ "$2" != python3-picamera2 ]',
        "apt-get": f'echo "$@" >>{tmp_path}/asked',
        "sudo": '[ "$1" = -n ] && shift; [ "$1" = true ] || exec "$@"',
        "id": "echo 0",
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name).chmod(0o755)
    venv = tmp_path / ".venv" / "bin"
    venv.mkdir(parents=True)
    (venv / "python").write_text("#!/bin/sh\nexit 0\n")
    (venv / "python").chmod(0o755)
    (venv.parent / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    return tmp_path


def set_up(machine: Path) -> str:
    environment = os.environ | {"PATH": f"{machine / 'bin'}:{os.environ['PATH']}"}
    script = ["bash", str(machine / ".ci" / "set-up"), "run"]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_what_the_archive_lacks_does_not_keep_the_rest_away(machine: Path) -> None:
    """Plain Debian has no picamera2; apt-get would then install nothing at all."""
    told = set_up(machine)
    assert "python3-picamera2 is not in this system's archive: going on without it (the camera)" in told
    asked = (machine / "asked").read_text().splitlines()
    assert asked[-1].endswith("espeak-ng")
    assert "picamera2" not in asked[-1]


def test_a_camera_library_installed_later_is_seen(machine: Path) -> None:
    set_up(machine)
    (machine / "bin" / "dpkg-query").write_text("#!/bin/sh\necho install ok installed\n")
    set_up(machine)
    assert "include-system-site-packages = true" in (machine / ".venv" / "pyvenv.cfg").read_text()


def test_on_plain_debian_the_matrix_is_reached_though_there_is_no_camera_library(machine: Path) -> None:
    """Debian has spidev as a package of its own Python, and picamera2 not at all."""
    (machine / "bin" / "dpkg-query").write_text(
        '#!/bin/sh\nfor name; do :; done\n[ "$name" = python3-spidev ] || exit 1\necho install ok installed\n'
    )
    set_up(machine)
    assert "include-system-site-packages = true" in (machine / ".venv" / "pyvenv.cfg").read_text()


def test_a_second_call_is_over_at_once(machine: Path) -> None:
    set_up(machine)
    (machine / "asked").unlink()
    assert set_up(machine) == ""
    assert not (machine / "asked").exists()
