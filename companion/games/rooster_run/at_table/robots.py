"""How robots hunt: everybody looks at the worms one by one, places those a chicken waits for, and crows with two."""

from random import Random

from companion.games.rooster_run.deeds import Call, EndRound, Pick, Place, Return
from companion.games.rooster_run.farmyard import IN_FRONT, Farmyard, in_pond, too_dear
from companion.rules.contract import Action
from companion.rules.pieces import Player


def choose_at_once(yard: Farmyard, player: Player, dice: Random) -> Action:
    """What this player does now, while all the others do something, too."""
    wanted = {card.token for card in yard.faceup if not too_dear(yard, player, card)}
    if player in yard.hand:
        worm = yard.hand[player]
        return Place(player) if worm in wanted else Return(player, worm)
    if len(yard.front[player]) == IN_FRONT:
        return Call(player)
    pond = in_pond(yard)
    return Pick(player, dice.choice(pond)) if wanted.intersection(pond) else EndRound()
