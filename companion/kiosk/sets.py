"""The piece sets as the pages show them, with a thumbnail of every face."""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2

from calibration import exchange
from companion.kiosk.forms import change
from companion.kiosk.orders import BadOrder
from companion.languages import said
from companion.recovery import usable_settings
from hardware.trouble import Trouble
from hardware.wording import line
from vision.piece_set import SHIPPED, PieceSet, load_set, save_set, set_names, sets_folder

THUMBNAIL_PX = 96


def listed(settings_file: Path, language: str) -> list[dict[str, Any]]:
    """All sets that can be read, and whether the table is set to play with them; one that cannot says why."""
    _loaded.cache_clear()
    playing = played(settings_file)
    return [_about(name, language) | {"played": name in playing} for name in set_names()]


def played(settings_file: Path) -> tuple[str, ...]:
    return usable_settings(settings_file)[0].table.sets


def thumbnail(name: str, face: str) -> bytes:
    """The first picture of a face, as PNG."""
    if name not in set_names():
        raise Trouble(line("There is no such set."), line("See the page of piece sets."))
    patch = next((example.patch for example in _loaded(name).examples if example.name == face), None)
    if patch is None:
        raise Trouble(line("This set has no such face."), line("See the page of piece sets."))
    height = round(THUMBNAIL_PX * patch.shape[0] / patch.shape[1])
    _, png = cv2.imencode(".png", cv2.resize(patch, (THUMBNAIL_PX, height), interpolation=cv2.INTER_AREA))
    return bytes(png)


def packed(name: str) -> bytes:
    """A set as one zip to take to another table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "set.zip"
        exchange.pack(name, file)
        return file.read_bytes()


def unpack(archive: bytes, as_name: str) -> None:
    """Take a set in from a zip; what is odd about it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "set.zip"
        file.write_bytes(archive)
        exchange.unpack(file, as_name)


def deed(name: str, what: str, values: Mapping[str, Any], settings_file: Path) -> None:
    """Rename a set, throw it away, say yes to it without an exam, play with it or no longer."""
    now = played(settings_file)
    match what, values:
        case "play", _:
            change(settings_file, "table", {"sets": [*dict.fromkeys((*now, name))]})
        case "rest", _:
            change(settings_file, "table", {"sets": [one for one in now if one != name]})
        case "rename", {"new": str(new)}:
            exchange.rename(name, new)
            if name in now:
                change(settings_file, "table", {"sets": [new if one == name else one for one in now]})
        case "remove", _:
            if name in now:
                change(settings_file, "table", {"sets": [one for one in now if one != name]})
            exchange.remove(name)
        case "approve", _:
            save_set(replace(load_set(name), examined=True))
        case _:
            raise BadOrder("A set can be renamed, removed, approved, played with and left out.")


def _about(name: str, language: str) -> dict[str, Any]:
    own = (sets_folder() / name).is_dir()
    try:
        found = _loaded(name)
    except Trouble as trouble:
        return {"name": name, "own": own, "trouble": str(trouble)}
    return {
        "name": name,
        "own": own,
        "shipped": (SHIPPED / name).is_dir(),
        "kind": found.kind,
        "golden": found.golden,
        "faces": list(found.names),
        "examples": len(found.examples),
        "about": said(found.about, language),
        "examined": found.examined,
    }


@lru_cache(maxsize=4)
def _loaded(name: str) -> PieceSet:
    return load_set(name)
