"""What tables can take over from the night: taught piece sets and stored mountings of the night's machine."""

import hashlib
import tempfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration import exchange
from calibration.files import write_whole
from calibration.mounting import mounting_path
from companion.rules.reading import text
from hardware.trouble import Trouble
from vision.piece_set import check_name, sets_folder
from vision.table.mounting import Mounting

LARGEST = 32 * 2**20  # bytes
PATIENCE_SECONDS = 20.0
KINDS = ("set", "mounting")


def offered() -> list[dict[str, str]]:
    """What has been taught and mounted here; what is shipped every table has."""
    sets = sets_folder()
    taught = sorted(one.parent.name for one in sets.glob("*/set.toml")) if sets.is_dir() else []
    mounted = sorted(one.stem for one in mounting_path().parent.glob("*.toml"))
    return [{"kind": "set", "name": name} for name in taught] + [{"kind": "mounting", "name": name} for name in mounted]


def packed(kind: str, name: str) -> bytes:
    """One of them as a file to hand over."""
    if {"kind": kind, "name": name} not in offered():
        raise Trouble(f"There is no {kind} {name} here.", "Teach or mount it on the night's machine first.")
    if kind == "mounting":
        return mounting_path(name).read_bytes()
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "set.zip"
        exchange.pack(name, out)
        return out.read_bytes()


def order_for(kind: str, name: str, address: str) -> dict[str, str]:
    """What a table is told: where the file is, and what it must be byte for byte."""
    digest = hashlib.sha256(packed(kind, name)).hexdigest()
    return {"do": "take", "kind": kind, "name": name, "sha256": digest, "url": f"{address}goods/{kind}/{name}"}


def take(order: Mapping[str, Any]) -> None:
    """At a table: fetch it and keep it; what is not what the night signed for is thrown away."""
    kind, name, url = (text(order.get(key), key) for key in ("kind", "name", "url"))
    if kind not in KINDS or not url.startswith("http://"):
        raise ValueError("the night hands out sets and mountings over http")
    check_name(name)
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
            content = answer.read(LARGEST + 1)
    except OSError as error:
        raise Trouble(f"I could not fetch {name}: {error}.", "Is the night open to the network?") from error
    if len(content) > LARGEST or hashlib.sha256(content).hexdigest() != text(order.get("sha256"), "sha256"):
        raise Trouble(f"What came as {name} is not what the night signed for.", "Share it again.")
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / f"{name}.zip"
        file.write_bytes(content)
        if kind == "set":
            exchange.unpack(file, name)
            return
        Mounting.load(file)  # raises for what is none
        if mounting_path(name).exists():
            raise Trouble(f"There is a mounting {name} already.", "Rename one of them, then share it again.")
        write_whole(mounting_path(name), content)
