"""Debian's packages for any processor, fetched as this machine's apt is configured, its state kept apart."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from emulated_pi.workshop import Workshop

CONFIGURATION = """\
APT::Architecture "{processor}";
APT::Architectures {{ "{processor}"; }};
APT::Install-Recommends "false";
APT::Sandbox::User "";
Dir::State "{folder}";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "{folder}/sources";
"""
SOURCES = Path("/etc/apt")


class Archive:
    """What this machine's apt can reach, as an empty machine of one release and processor would see it."""

    def __init__(self, workshop: Workshop, release: str, processor: str) -> None:
        self._workshop = workshop
        self._folder = folder = workshop.folder / f"apt-{release}-{processor}"
        for part in ("lists/partial", "cache/archives/partial", "sources", "nothing/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()
        (folder / "apt.conf").write_text(CONFIGURATION.format(folder=folder, processor=processor))
        for source in (SOURCES / "sources.list", *(SOURCES / "sources.list.d").glob("*")):
            into = folder if source.parent == SOURCES else folder / "sources"
            if source.is_file() and (text := _of_debian(source.read_text(), release)):
                (into / source.name).write_text(text)
        (folder / "sources.list").touch()
        self._environment = {**os.environ, "APT_CONFIG": str(folder / "apt.conf")}
        self._apt("update", "-q")

    def fetch(self, packages: Sequence[str]) -> list[Path]:
        """The files of these and of all they need."""
        archives = self._folder / "cache" / "archives"
        empty = self._folder / "nothing"
        named = self._apt("install", "-y", "-q", "--print-uris", "-o", f"Dir::Cache::archives={empty}", *packages)
        self._apt("install", "-y", "-q", "-d", *packages)
        return [archives / name for name in sorted(re.findall(r"^'[^']+' (\S+\.deb)", named, re.MULTILINE))]

    def alone(self, package: str, into: Path) -> Path:
        """The file of just this one."""
        into.mkdir(parents=True, exist_ok=True)
        self._workshop.run(["apt-get", "download", package], cwd=into, env=self._environment)
        return max(into.glob(f"{package}_*.deb"), key=lambda path: path.stat().st_mtime)

    def _apt(self, *command: str) -> str:
        return self._workshop.run(["apt-get", *command], env=self._environment)


def this_release() -> str:
    found = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    return found[1] if found else ""


def _of_debian(text: str, release: str) -> str:
    """Debian's own entries of a list of sources, for this release; others seldom have arm64."""
    entries = re.split(r"\n\s*\n", text) if "Types:" in text else text.splitlines()
    debian = [entry for entry in entries if re.search(rf"\b{this_release()}(-\w+)*\b.*\bmain\b", entry, re.DOTALL)]
    separator = "\n\n" if "Types:" in text else "\n"
    ours = [re.sub(rf"\b{this_release()}\b", release, entry) for entry in debian if "debian" in entry]
    return separator.join(ours) + "\n" if ours else ""
