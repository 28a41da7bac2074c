"""A release is built from what is committed and written down, or not at all."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADING = "# What players will notice\n\n## [7.1.0] - 2030-02-03\n\n- Everything.\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a version and nothing else."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", tmp_path / ".ci" / "release")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "cockadoodle"\nversion = "7.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(HEADING)
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "Ana")
    git(tmp_path, "config", "user.email", "ana@example.org")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "Begin")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def refused(folder: Path) -> str:
    done = subprocess.run([".ci/release"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1
    assert not (folder / "dist").exists()
    return done.stderr


def test_what_is_not_written_down_is_not_released(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text(HEADING.replace("7.1.0", "7.0.9"))
    assert 'no heading "## [7.1.0] - ' in refused(checkout)


def test_what_is_not_committed_is_not_released(checkout: Path) -> None:
    (checkout / "more.txt").write_text("more")
    assert "not committed" in refused(checkout)


def test_what_is_tagged_is_not_released_again(checkout: Path) -> None:
    git(checkout, "tag", "v7.1.0")
    assert "tagged already" in refused(checkout)
