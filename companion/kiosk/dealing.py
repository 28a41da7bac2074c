"""Deals cards for a table that plays without the real ones; what is in the deck, the game's folder knows."""

from types import ModuleType
from typing import Any

from companion.boxes import owners_games
from companion.games import part
from companion.journal import Journal, Record
from companion.rules.box import Box
from hardware.trouble import Trouble
from hardware.wording import line


def deal(journal: Journal) -> dict[str, Any]:
    """Cards that have not been up in the running match, as an action in the judge's form."""
    record, deck, box = _deck(journal)
    dealt: dict[str, Any] | None = deck.deal(box, record.options, [deed.deed for deed in record.deeds])
    if dealt is None:
        raise Trouble(line("There are not enough cards left."), line("End the match and count."))
    return dealt


def draw_secret(journal: Journal, player: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A card that one player draws in secret: the action in the judge's form, and what he alone is shown."""
    record, deck, box = _deck(journal)
    drawn: tuple[dict[str, Any], dict[str, Any]] | None = None
    if player in record.players and hasattr(deck, "secret"):
        drawn = deck.secret(box, record.options, [deed.deed for deed in record.deeds], player)
    if drawn is None:
        raise Trouble(
            line("There is nothing to draw for {player}.", player=player),
            line("Everybody draws once, and not in every variant."),
        )
    return drawn


def _deck(journal: Journal) -> tuple[Record, ModuleType, Box]:
    record = journal.unfinished()
    deck = part(record.game, "at_table.deck") if record is not None else None
    if record is None or deck is None:
        raise Trouble(line("Nobody plays a game with cards to deal."), line("Start one on the home page."))
    return record, deck, owners_games()[record.game].box
