"""What is printed on the pieces in a box, and which of it we only assume."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.rules.pieces import Card, Face
from companion.rules.reading import each, items, number, record, text, texts

KEYS = ("die", "golden_die", "worms", "cards", "sweethearts", "assumed", "sets", "painted", "painted_tiles")


@dataclass(frozen=True)
class Box:
    die: tuple[Face, ...] = ()  # the faces of one ordinary die
    golden_die: tuple[Face, ...] = ()
    worms: Mapping[int, int] = field(default_factory=dict)  # printed on each tile
    cards: tuple[Card, ...] = ()
    sweethearts: tuple[str, ...] = ()  # the cards that have one
    assumed: Mapping[str, str] = field(default_factory=dict)  # which of the above -> what we do not know about it
    sets: tuple[str, ...] = ()  # the piece sets it is read with, where the table names none
    painted: tuple[str, ...] = ()  # the dice a rehearsal paints: one of these an evening
    painted_tiles: str = "blue"  # and its tiles


def box_beside(module: str) -> Box:
    """The box.toml that lies beside a game's module (its ``__file__``)."""
    return box_from(tomllib.loads(Path(module).with_name("box.toml").read_text("utf-8")))


def box_from(given: Mapping[str, Any]) -> Box:
    """From the parsed TOML of a box; raises ValueError with a sentence for what cannot be printed like that."""
    record(given, "the box", KEYS)
    worms = each(given.get("worms", {}), "worms", number)
    if not all(tile.isdecimal() for tile in worms):
        raise ValueError(f"worms are printed on numbered tiles, not on {', '.join(worms)}")
    return Box(
        die=texts(given.get("die", ()), "die"),
        golden_die=texts(given.get("golden_die", ()), "golden_die"),
        worms={int(tile): count for tile, count in worms.items()},
        cards=items(given.get("cards", ()), "cards", read_card),
        sweethearts=texts(given.get("sweethearts", ()), "sweethearts"),
        assumed=each(given.get("assumed", {}), "assumed", text),
        sets=texts(given.get("sets", ()), "sets"),
        painted=texts(given.get("painted", ()), "painted"),
        painted_tiles=text(given.get("painted_tiles", "blue"), "painted_tiles"),
    )


def read_card(given: object, what: str) -> Card:
    fields = record(given, what, ("id", "worm", "value", "colour"))
    for key in ("id", "worm", "value", "colour"):
        if key not in fields:
            raise ValueError(f"{what} needs a {key}")
    value = number(fields["value"], "the value of a card")
    return Card(text(fields["id"], "id"), text(fields["worm"], "worm"), value, text(fields["colour"], "colour"))


def check_die(die: tuple[Face, ...], faces: Mapping[Face, Any], what: str) -> None:
    """Six faces, all of this game."""
    if len(die) != 6 or any(face not in faces for face in die):
        raise ValueError(f"{what} has six faces out of {', '.join(faces)}")
