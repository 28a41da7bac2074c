"""What nobody chooses: how the dice fall, which chickens are turned up, which cards are drawn blindly."""

from random import Random
from typing import Any

from companion.games.grill.rules import Table
from companion.games.rooster_run.deeds import Deal, FinalDiscard
from companion.games.rooster_run.farmyard import CARDS_UP, Farmyard
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game


def luck(game: Game[Any], state: Any, dice: Random) -> Action:
    """The roll that is due, or what the deck of cards brings between two hunts and at the end."""
    if isinstance(state, Farmyard):
        return _deal(state, dice) if state.pending == "between" else _draw(state, dice)
    gilded = isinstance(state, Table) and state.turn.golden_left
    golden = dice.choice(game.box.golden_die) if gilded else None
    return Roll(tuple(dice.choices(game.box.die, k=game.dice_due(state) - gilded)), golden)


def _deal(yard: Farmyard, dice: Random) -> Deal:
    out_of_deck = {card.id for card in (*yard.discarded, *(card for won in yard.scored.values() for card in won))}
    colours = list(dict.fromkeys(card.colour for card in yard.chickens))
    playing = colours[:3] if yard.options["one_colour_out"] else colours
    deck = [card for card in yard.chickens if card.colour in playing and card.id not in out_of_deck]
    return Deal(tuple(dice.sample(deck, CARDS_UP)))


def _draw(yard: Farmyard, dice: Random) -> FinalDiscard:
    drawn = {}
    for player, chips in yard.chips.items():
        cards = [card.id for card in yard.scored[player]]
        drawn[player] = tuple(dice.sample(cards, min(chips, len(cards))))
    return FinalDiscard(drawn)
