"""Who may sit down and leave: as many as the box says, each with a name of his own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.pieces import Player
from companion.rules.reading import text, texts
from companion.rules.refusals import (
    BetweenTurnsOnly,
    NameMissing,
    NameTaken,
    NotAtTheTable,
    OneTooFew,
    Refusal,
    WrongNumberOfPlayers,
)


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


def seats(
    given: Mapping[str, Any], title: str, allowed: range, named: Iterable[Player]
) -> tuple[tuple[Player, ...], int]:
    """The players of a judge's setup and the seat whose turn it is; everybody ``named`` besides must be among them."""
    players = seated(texts(given.get("players", ["A", "B"]), "players"), title, allowed)
    current = text(given["current"], "current") if "current" in given else players[0]
    for player in (*named, current):
        if player not in players:
            raise NotAtTheTable(player)
    return players, players.index(current)


def may_leave(player: Player, players: Sequence[Player], allowed: range, *, busy: bool) -> Refusal | None:
    """Why this player cannot go now; ``busy``: somebody else's turn is running."""
    if player not in players:
        return NotAtTheTable(player)
    if len(players) - 1 not in allowed:
        return OneTooFew(player)
    return BetweenTurnsOnly(player) if busy else None


def may_join(player: Player, players: Sequence[Player], title: str, allowed: range, *, busy: bool) -> Refusal | None:
    """Why this player cannot sit down now; ``busy``: a turn is running."""
    try:
        seated((*players, player), title, allowed)
    except Refusal as refused:
        return refused
    return BetweenTurnsOnly(player) if busy else None
