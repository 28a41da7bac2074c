"""Who may sit down: as many as the box says, each with a name of his own."""

from collections.abc import Sequence

from companion.rules.pieces import Player
from companion.rules.refusals import NameMissing, NameTaken, WrongNumberOfPlayers


def seated(players: Sequence[Player], title: str, allowed: range) -> tuple[Player, ...]:
    """The players in seat order, or the Refusal that says why they cannot begin."""
    if len(players) not in allowed:
        raise WrongNumberOfPlayers(title, allowed[0], allowed[-1], len(players))
    for seat, player in enumerate(players):
        if not player.strip():
            raise NameMissing()
        if player in players[:seat]:
            raise NameTaken(player)
    return tuple(players)
