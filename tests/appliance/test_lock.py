"""What the appliance installs is locked, hash by hash, and holds all it needs; a release is asked who signed it."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.appliance.update import SIGNERS, ask, move

ROOT = Path(__file__).parents[2]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~;\\[ ]", name, maxsplit=1)[0]).lower()


def test_every_package_of_the_appliance_is_locked_with_its_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = (ROOT / ".ci" / "appliance.lock").read_text()
    entries = re.findall(r"^([a-z0-9][^ ]*)==(\S+)(.*?)(?=^[a-z0-9]|\Z)", lock, re.MULTILINE | re.DOTALL)
    assert entries and all("--hash=sha256:" in rest for _, _, rest in entries)
    wanted = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    assert {plain(one) for one in wanted} <= {plain(name) for name, _, _ in entries}
    assert "http" not in lock, "where packages come from is each owner's own business"


@pytest.mark.skipif(not (shutil.which("ssh-keygen") and shutil.which("git")), reason="needs git and ssh-keygen")
def test_a_release_signed_by_a_stranger_is_not_taken(tmp_path: Path) -> None:
    ours, theirs, far = tmp_path / "ours", tmp_path / "theirs", tmp_path / "far"
    for key in (ours, theirs):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (far / ".ci").mkdir(parents=True)
    (far / SIGNERS).write_text(f"us@example {ours.with_suffix('.pub').read_text()}")

    def git(*words: str) -> None:
        named = ("-c", "user.name=us", "-c", "user.email=us@example", "-c", "gpg.format=ssh")
        subprocess.run(["git", "-C", str(far), *named, *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    for tag, key in (("v1.0", ours), ("v2.0", theirs)):
        git("-c", f"user.signingkey={key}", "tag", "-s", tag, "-m", tag)
    here = tmp_path / "here"
    subprocess.run(["git", "clone", "-q", str(far), str(here)], check=True)

    for release, good in (("v1.0", True), ("v2.0", False)):
        steps = move(Path("/usr"), here, "0", release, False, ask)
        verify = next(command for command in steps.forward if "verify-tag" in command)
        assert (ask(verify)[0] == 0) is good
        assert steps.forward.index(verify) < next(n for n, one in enumerate(steps.forward) if "checkout" in one)
