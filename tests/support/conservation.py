"""Counts the pieces of a game: nothing appears from nowhere, nothing gets lost."""

from collections import Counter
from typing import Any

from companion.games.grill.rules import Table
from companion.games.heckmeck_deluxe.rules import BRATWORMS, HOMES, RAVEN, DeluxeTable
from companion.games.rooster_run.farmyard import Farmyard


def check_pieces(state: Any) -> None:
    if isinstance(state, Farmyard):
        _check_farmyard(state)
    if isinstance(state, Table):
        _check_grill(state)
    if isinstance(state, DeluxeTable):
        _check_specialists(state)


def _check_grill(table: Table) -> None:
    rules, turn = table.rules, table.turn
    tiles = Counter((*table.up, *table.down, *(tile for stack in table.stacks for tile in stack)))
    assert tiles == dict.fromkeys(rules.worms, rules.copies)
    assert list(table.up) == sorted(table.up)
    golden = turn.golden_kept is not None
    assert sum(turn.kept.values()) + turn.left == rules.dice + golden
    assert turn.total == sum(rules.faces[face] * count for face, count in turn.kept.items())
    assert len(turn.tray) in (0, turn.left)


def _check_specialists(table: DeluxeTable) -> None:
    original = table.options["original"]
    assert table.supply + sum(table.bratworms) == (0 if original else BRATWORMS)
    held = [who for who in (*table.holders, table.offered, RAVEN if table.raven_waits else None) if who]
    everyone = Counter((*held, *table.on_grill, *table.out))
    assert everyone == ({} if original else dict.fromkeys(HOMES, 1))
    assert set(table.on_grill.values()) <= set(table.up)
    assert len(set(table.on_grill.values())) == len(table.on_grill)
    assert (table.offered is not None) == (table.pending == "put_back")


def _check_farmyard(yard: Farmyard) -> None:
    cards = Counter(
        card.id for card in (*yard.faceup, *yard.discarded, *(c for won in yard.scored.values() for c in won))
    )
    rounds_dealt = yard.round - (yard.pending != "hunt")
    assert set(cards.values()) <= {1}
    assert len(cards) == 8 * rounds_dealt
    worms = Counter((*yard.box, *yard.hand.values(), *(worm for front in yard.front.values() for worm in front)))
    assert set(worms.values()) <= {1}
    assert all(len(front) + (player in yard.hand) <= 2 for player, front in yard.front.items())
    assert all((yard.chips[player] >= 4) == (player in yard.eliminated) for player in yard.players)
    assert not any(yard.scored[player] for player in yard.eliminated)
