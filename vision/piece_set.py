"""What one set of dice, tokens, cards or tiles looks like, as taught by calibration."""

import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware import gate
from hardware.folders import data_folder
from hardware.trouble import Trouble

FORMAT = 1
BACK = "back"  # what the other side of a token or tile is called
MOST_SIDE = 1024  # pixels of a crop
MOST_BYTES = 64 * 2**20  # of all pictures of a set in memory; one of 300 crops takes five
KINDS = ("dice", "tokens", "cards", "tiles")
SHIPPED = Path(__file__).parent / "piece_sets"
Patch = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Example:
    """One flattened picture of a piece's upper side, the art upright."""

    name: str  # the face, design or number
    patch: Patch = field(repr=False)


@dataclass(frozen=True, eq=False)
class PieceSet:
    """The examples are the set: whatever is computed from them can be computed again by a newer eye."""

    name: str
    kind: str
    examples: tuple[Example, ...] = field(repr=False)
    golden: bool = False
    points: Mapping[str, int] = field(default_factory=dict)  # of cards: what the design is worth
    about: str = ""  # where it comes from, for people
    examined: bool = False  # whether an exam was passed, or its owner said yes without one

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(example.name for example in self.examples))


def sets_folder() -> Path:
    return data_folder() / "sets"


def check_name(name: str) -> str:
    """A set's name is a folder's name, so it is kept plain."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,63}", name):
        raise Trouble(
            f"{name!r} cannot be the name of a piece set.",
            "Use small letters, digits, dots and dashes, at most 64, for example red-dice.",
        )
    return name


def set_names() -> tuple[str, ...]:
    """All sets that can be named: the owner's, then the shipped ones they do not replace."""
    folders = (sets_folder(), SHIPPED)
    found = (path.parent.name for folder in folders for path in sorted(folder.glob("*/set.toml")))
    return tuple(dict.fromkeys(name for name in found if not name.startswith(".")))


def load_set(name: str) -> PieceSet:
    check_name(name)
    for folder in (sets_folder() / name, SHIPPED / name):
        if (folder / "set.toml").is_file():
            return read_folder(folder)
    known = ", ".join(set_names()) or "none yet"
    raise Trouble(f"There is no piece set called {name}.", f"I know: {known}. Teach it with: companion teach {name}")


def read_folder(folder: Path) -> PieceSet:
    """Read a set from its folder; what is broken is named."""
    try:
        table = gate.plain(tomllib.loads((folder / "set.toml").read_text(encoding="utf-8")))
        version = int(table.get("format", 0))
        examples = _examples(folder, table["examples"])
        made = PieceSet(
            name=folder.name,
            kind=str(table["kind"]),
            examples=examples,
            golden=bool(table.get("golden", False)),
            points={str(k): int(v) for k, v in table.get("points", {}).items()},
            about=str(table.get("about", "")),
            examined=bool(table.get("examined", False)),
        )
    except (OSError, KeyError, TypeError, ValueError, AttributeError, RecursionError, gate.Unfit) as error:
        raise Trouble(
            f"The piece set {folder.name} cannot be read: {error}.", "Teach it again or remove it."
        ) from error
    if version > FORMAT:
        raise Trouble(f"The piece set {folder.name} was made by a newer version.", "Update with: companion update")
    if made.kind not in KINDS:
        raise Trouble(
            f"The piece set {folder.name} is of an unknown kind {made.kind!r}.", f"I know {', '.join(KINDS)}."
        )
    return made


def _examples(folder: Path, entries: Sequence[Mapping[str, Any]]) -> tuple[Example, ...]:
    """Each picture once, and no more of them than fit into the memory of a small computer."""
    if len({entry["file"] for entry in entries}) != len(entries):
        raise ValueError("it names a picture twice")
    examples: list[Example] = []
    size = 0
    for entry in entries:
        examples.append(_example(folder, entry))
        size += examples[-1].patch.nbytes
        if size > MOST_BYTES:
            raise ValueError(f"its pictures take more than {MOST_BYTES // 2**20} MB")
    return tuple(examples)


def _example(folder: Path, entry: Mapping[str, Any]) -> Example:
    path = folder / str(entry["file"])
    if path.resolve().parent != (folder / "crops").resolve():
        raise ValueError(f"{entry['file']} lies outside its folder")
    if not path.is_file():
        raise ValueError(f"{entry['file']} is missing or no picture")
    gate.picture(path.read_bytes(), path.name, MOST_SIDE)
    patch = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if patch is None:
        raise ValueError(f"{entry['file']} is missing or no picture")
    return Example(str(entry["name"]), np.asarray(patch, np.uint8))


def save_set(made: PieceSet) -> Path:
    """Write a set so that a power cut leaves the old one or the new one, never half of one."""
    check_name(made.name)
    home = sets_folder()
    home.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{made.name}-", dir=home))
    (fresh / "crops").mkdir()
    lines = [
        f"format = {FORMAT}",
        f"kind = {_toml(made.kind)}",
        f"golden = {str(made.golden).lower()}",
        f"about = {_toml(made.about)}",
        f"examined = {str(made.examined).lower()}",
        "",
        "[points]",
        *(f"{_toml(name)} = {worth}" for name, worth in made.points.items()),
    ]
    for number, example in enumerate(made.examples):
        file = f"crops/{number:03d}.png"
        coded = cv2.imencode(".png", example.patch)[1]
        _write(fresh / file, coded.tobytes())
        lines += ["", "[[examples]]", f"name = {_toml(example.name)}", f"file = {_toml(file)}"]
    _write(fresh / "set.toml", ("\n".join(lines) + "\n").encode())
    target = home / made.name
    old = Path(tempfile.mkdtemp(prefix=f".{made.name}-old-", dir=home))
    if target.exists():
        os.rename(target, old / made.name)
    os.rename(fresh, target)
    _sync(home)
    shutil.rmtree(old, ignore_errors=True)
    return target


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _toml(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
