"""Deals chicken cards for a table that plays Rooster Run without the real ones."""

import secrets
from typing import Any

from companion.games import GAMES
from companion.journal import Journal
from hardware.trouble import Trouble
from hardware.wording import line

CARDS_UP = 8


def deal(journal: Journal) -> dict[str, Any]:
    """Eight cards that have not been up in the running match, as an action in the judge's form."""
    record = journal.unfinished()
    if record is None or record.game != "rooster-run":
        raise Trouble(line("Nobody is playing Rooster Run."), line("Start it on the home page."))
    up = {card["id"] for deed in record.deeds for card in deed.deed.get("deal", ())}
    cards = GAMES["rooster-run"].box.cards
    out = cards[-1].colour if record.options.get("one_colour_out") else None
    left = [card for card in cards if card.id not in up and card.colour != out]
    if len(left) < CARDS_UP:
        raise Trouble(line("There are not enough chickens left."), line("End the match and count."))
    drawn = secrets.SystemRandom().sample(left, CARDS_UP)
    return {"deal": [{"id": one.id, "worm": one.worm, "value": one.value, "colour": one.colour} for one in drawn]}
