"""Deals cards for a table that plays without the real ones; what is in the deck, the game's folder knows."""

from typing import Any

from companion.games import GAMES, part
from companion.journal import Journal
from hardware.trouble import Trouble
from hardware.wording import line


def deal(journal: Journal) -> dict[str, Any]:
    """Cards that have not been up in the running match, as an action in the judge's form."""
    record = journal.unfinished()
    deck = part(record.game, "at_table.deck") if record is not None else None
    if record is None or deck is None:
        raise Trouble(line("Nobody plays a game with cards to deal."), line("Start one on the home page."))
    dealt: dict[str, Any] | None = deck.deal(
        GAMES[record.game].box, record.options, [deed.deed for deed in record.deeds]
    )
    if dealt is None:
        raise Trouble(line("There are not enough cards left."), line("End the match and count."))
    return dealt
