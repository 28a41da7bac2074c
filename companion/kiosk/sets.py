"""The piece sets as the pages show them, with a thumbnail of every face."""

from functools import lru_cache
from typing import Any

import cv2

from hardware.trouble import Trouble
from vision.piece_set import SHIPPED, PieceSet, load_set, set_names, sets_folder

THUMBNAIL_PX = 96


def listed() -> list[dict[str, Any]]:
    """All sets that can be read; one that cannot says why."""
    _loaded.cache_clear()
    return [_about(name) for name in set_names()]


def thumbnail(name: str, face: str) -> bytes:
    """The first picture of a face, as PNG."""
    if name not in set_names():
        raise Trouble("There is no such set.", "See the page of piece sets.")
    patch = next((example.patch for example in _loaded(name).examples if example.name == face), None)
    if patch is None:
        raise Trouble("This set has no such face.", "See the page of piece sets.")
    height = round(THUMBNAIL_PX * patch.shape[0] / patch.shape[1])
    _, png = cv2.imencode(".png", cv2.resize(patch, (THUMBNAIL_PX, height), interpolation=cv2.INTER_AREA))
    return bytes(png)


def _about(name: str) -> dict[str, Any]:
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
        "about": found.about,
        "examined": found.examined,
    }


@lru_cache(maxsize=4)
def _loaded(name: str) -> PieceSet:
    return load_set(name)
