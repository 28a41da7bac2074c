"""Deals chicken cards for a table that plays without the real ones."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.rooster_run.farmyard import CARDS_UP
from companion.rules.box import Box


def deal(box: Box, options: Mapping[str, Any], deeds: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Eight cards that have not been up, as an action in the judge's form; none where too few are left."""
    up = {card["id"] for deed in deeds for card in deed.get("deal", ())}
    out = box.cards[-1].colour if options.get("one_colour_out") else None
    left = [card for card in box.cards if card.id not in up and card.colour != out]
    if len(left) < CARDS_UP:
        return None
    drawn = secrets.SystemRandom().sample(left, CARDS_UP)
    return {"deal": [{"id": one.id, "worm": one.worm, "value": one.value, "colour": one.colour} for one in drawn]}
