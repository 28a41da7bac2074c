"""The wheel holds all that the program needs, and nothing that only its developers need."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "hardware", "calibration")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from what git tracks, so that a forgotten `git add` shows."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    folder = tmp_path_factory.mktemp("wheel")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, tracked.split("\0")):
        if name.startswith((*(f"{package}/" for package in PACKAGES), "pyproject.toml", "README.md", "LICENSE")):
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / "source" / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), "."]
    done = subprocess.run(build, cwd=folder / "source", capture_output=True, text=True, timeout=300)
    if done.returncode and "Could not find a version that satisfies the requirement setuptools" in done.stderr:
        pytest.skip("no package registry within reach")
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_every_file_beside_the_modules_is_in_it(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    source = wheel.parent / "source"
    wanted = {str(path.relative_to(source)) for package in PACKAGES for path in (source / package).rglob("*.*")}
    assert {name for name in wanted - packed if ".egg-info" not in name} == set()
    assert not any(name.startswith("tests/") for name in packed)


def test_it_runs_where_there_is_no_checkout(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own; what it depends on is borrowed from ours."""
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True, timeout=120)
    site = next((home / "lib").glob("python3*")) / "site-packages"
    zipfile.ZipFile(wheel).extractall(site)
    (site / "borrowed.pth").write_text(next(path for path in sys.path if path.endswith("site-packages")))
    script = "import companion, sys, companion.cli as cli; print(companion.__file__); sys.exit(cli.main(['games']))"
    done = subprocess.run(
        [home / "bin" / "python", "-c", script],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(home)), "the checkout's own modules were used"
    assert "heckmeck" in done.stdout
