"""What is printed on the pieces in a box, and which of it we only assume."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.rules.pieces import Card, Face
from companion.rules.reading import each, items, number, record, text, texts

KEYS = ("die", "golden_die", "tiles", "cards", "assumed", "sets", "painted", "painted_tiles")


@dataclass(frozen=True)
class Box:
    die: tuple[Face, ...] = ()  # the faces of one ordinary die
    golden_die: tuple[Face, ...] = ()
    tiles: Mapping[int, int] = field(default_factory=dict)  # the number on each -> how many marks are printed there
    cards: tuple[Card, ...] = ()
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # lists of words that this game alone knows
    assumed: Mapping[str, str] = field(default_factory=dict)  # which of the above -> what we do not know about it
    sets: tuple[str, ...] = ()  # the piece sets it is read with, where the table names none
    painted: tuple[str, ...] = ()  # the dice a rehearsal paints: one of these an evening
    painted_tiles: str = "blue"  # and its tiles


def box_beside(module: str, own: Iterable[str] = ()) -> Box:
    """The box.toml that lies beside a game's module (its ``__file__``)."""
    return box_from(tomllib.loads(Path(module).with_name("box.toml").read_text("utf-8")), own)


def box_from(given: Mapping[str, Any], own: Iterable[str] = ()) -> Box:
    """From the parsed TOML of a box, with lists of the game's ``own``.

    Raises ValueError with a sentence for what cannot be printed like that.
    """
    record(given, "the box", (*KEYS, *own))
    tiles = each(given.get("tiles", {}), "tiles", number)
    if not all(tile.isdecimal() for tile in tiles):
        raise ValueError(f"tiles have numbers, not {', '.join(tiles)}")
    return Box(
        die=texts(given.get("die", ()), "die"),
        golden_die=texts(given.get("golden_die", ()), "golden_die"),
        tiles={int(tile): count for tile, count in tiles.items()},
        cards=items(given.get("cards", ()), "cards", read_card),
        own={name: texts(given.get(name, ()), name) for name in own},
        assumed=each(given.get("assumed", {}), "assumed", text),
        sets=texts(given.get("sets", ()), "sets"),
        painted=texts(given.get("painted", ()), "painted"),
        painted_tiles=text(given.get("painted_tiles", "blue"), "painted_tiles"),
    )


def read_card(given: object, what: str) -> Card:
    fields = record(given, what, ("id", "token", "value", "colour"))
    for key in ("id", "token", "value", "colour"):
        if key not in fields:
            raise ValueError(f"{what} needs a {key}")
    value = number(fields["value"], "the value of a card")
    return Card(text(fields["id"], "id"), text(fields["token"], "token"), value, text(fields["colour"], "colour"))


def check_die(die: tuple[Face, ...], faces: Mapping[Face, Any], what: str) -> None:
    """Six faces, all of this game."""
    if len(die) != 6 or any(face not in faces for face in die):
        raise ValueError(f"{what} has six faces out of {', '.join(faces)}")
