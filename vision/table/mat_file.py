"""Reads a mat from its file: zones in millimetres, what may lie in each and what is printed there."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from vision.table.zones import MOST_PAGES, PAGE_MM, PIECES, Mat, Printed, Zone

KEYS = {"name", "names", "at", "pitch", "seats", "size", "may_hold", "printed"}
PRINTED = {"felt", "bars", "text", "text_mm", "marks", "rings", "label"}


def mat_from(text: str, name: str, marks: Mapping[int, int]) -> Mat:
    """The mat these lines of TOML describe; ``marks`` is how many small pictures each numbered piece shows.

    Raises ValueError with a sentence for a mat that cannot be.
    """
    given = tomllib.loads(text)
    pages, groups = given.get("pages"), given.get("zones")
    if not isinstance(pages, int) or not 1 <= pages <= MOST_PAGES:
        raise ValueError(f"pages says how many A4 pages lie side by side: 1 to {MOST_PAGES}")
    if not isinstance(groups, list) or not groups:
        raise ValueError("a mat has [[zones]]")
    mat = Mat(name, pages, tuple(zone for group in groups for zone in _zones(group, marks)), given.get("mark", ""))
    if len({zone.name for zone in mat.zones}) < len(mat.zones):
        raise ValueError("every zone needs a name of its own")
    for zone in mat.zones:
        if zone.width > pages * PAGE_MM[0] or zone.height > PAGE_MM[1]:
            raise ValueError(f"the zone {zone.name} is larger than the mat")
    return mat


def _zones(group: Mapping[str, Any], marks: Mapping[int, int]) -> Iterator[Zone]:
    """One zone, a row of them, or one for each seat."""
    if unknown := group.keys() - KEYS:
        raise ValueError(f"a zone has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(KEYS))}")
    if "name" not in group or "size" not in group or ("at" in group) == ("seats" in group):
        raise ValueError("a zone needs a name, a size, and a corner (at) or one for each seat (seats)")
    may_hold = tuple(group.get("may_hold", ()))
    if set(may_hold) - set(PIECES):
        raise ValueError(f"may_hold is some of {', '.join(PIECES)}, not {', '.join(may_hold)}")
    width, height = map(float, group["size"])
    seats = group.get("seats", ())
    names = [str(own) for own in group.get("names", range(1, len(seats) + 1))] or [""]
    for n, own in enumerate(names):
        x, y = map(float, seats[n] if seats else group["at"])
        x += n * float(group.get("pitch", 0.0))
        seat = n + 1 if seats else None
        name = str(group["name"]).format(name=own)
        yield Zone(name, x, y, width, height, may_hold, _printed(group.get("printed", {}), own, marks), seat)


def _printed(given: Mapping[str, Any], own: str, marks: Mapping[int, int]) -> Printed:
    if unknown := given.keys() - PRINTED:
        raise ValueError(f"nothing is printed as {', '.join(sorted(unknown))}; I know {', '.join(sorted(PRINTED))}")
    return Printed(
        felt=bool(given.get("felt", False)),
        bars=bool(given.get("bars", False)),
        text=str(given.get("text", "")).format(name=own),
        text_mm=float(given.get("text_mm", Printed.text_mm)),
        marks=marks.get(int(own), 0) if given.get("marks") and own.isdecimal() else 0,
        rings=tuple(map(float, given.get("rings", ()))),
        label=str(given.get("label", "")),
    )
