"""What nobody chooses in Rooster Run: which chickens are turned up, which cards are drawn blindly."""

from random import Random

from companion.games.rooster_run.deeds import Deal, FinalDiscard
from companion.games.rooster_run.farmyard import CARDS_UP, Farmyard
from companion.rules.contract import Action


def luck(yard: Farmyard, dice: Random) -> Action:
    """What the deck of cards brings between two hunts and at the end."""
    return _deal(yard, dice) if yard.pending == "between" else _draw(yard, dice)


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
