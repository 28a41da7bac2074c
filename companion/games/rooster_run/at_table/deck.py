"""Deals chickens and sweethearts for a table that plays without the real cards."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.rooster_run.farmyard import CARDS_UP
from companion.rules.box import Box


def secret(
    box: Box, options: Mapping[str, Any], deeds: Iterable[Mapping[str, Any]], player: str
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A sweetheart nobody has: the deed in the judge's form, and the card for this player's eyes alone.

    None where there is nothing to draw for this player.
    """
    drawn = [deed for deed in deeds if "draw_sweetheart" in deed or "sweetheart" in deed]
    taken = {deed.get(key) for deed in drawn for key in ("draw_sweetheart", "sweetheart")}
    out, cards = _out(box, options), {card.id: card for card in box.cards}
    left = [cards[card] for card in box.own["sweethearts"] if card not in taken and cards[card].colour != out]
    if options.get("no_sweetheart") or not left or any(deed.get("player") == player for deed in drawn):
        return None
    mine = secrets.choice(left)
    return {"draw_sweetheart": mine.id, "player": player}, {"id": mine.id, "value": mine.value, "colour": mine.colour}


def _out(box: Box, options: Mapping[str, Any]) -> str | None:
    """The colour that stays in the box."""
    return box.cards[-1].colour if options.get("one_colour_out") else None


def deal(box: Box, options: Mapping[str, Any], deeds: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Eight cards that have not been up, as an action in the judge's form; none where too few are left."""
    up = {card["id"] for deed in deeds for card in deed.get("deal", ())}
    out = _out(box, options)
    left = [card for card in box.cards if card.id not in up and card.colour != out]
    if len(left) < CARDS_UP:
        return None
    drawn = secrets.SystemRandom().sample(left, CARDS_UP)
    return {"deal": [{"id": one.id, "worm": one.token, "value": one.value, "colour": one.colour} for one in drawn]}
