"""What Rooster Run waits for, at every moment."""

from collections.abc import Mapping
from typing import Any

from companion.games.rooster_run.farmyard import Farmyard, turn_of, winners


def next_step(yard: Farmyard) -> tuple[str, Mapping[str, Any]]:
    """The key of a prompt and its facts."""
    player = next(iter(turn_of(yard)), "")
    match yard.pending:
        case "between":
            loves = yard.round == 1 and not yard.options["no_sweetheart"] and len(yard.drawn) < len(yard.players)
            return "Deal", {"round": yard.round, **({"first": "love"} if loves else {})}
        case "hunt":
            return "Hunt", {"player": player}
        case "over":
            return "Over", {"winners": winners(yard) or ()}
    owing = {name: chips for name, chips in yard.chips.items() if chips} or {player: 0}
    name, count = next(iter(owing.items()))
    return "Discard", {"player": name, "count": count}
