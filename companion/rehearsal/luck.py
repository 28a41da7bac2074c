"""What nobody chooses: how the dice fall, or what else a game leaves to chance."""

from random import Random
from typing import Any

from companion.games import part
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game


def luck(game: Game[Any], state: Any, dice: Random) -> Action:
    """The roll that is due, or what the game's own luck brings."""
    if own := part(game.name, "at_table.luck"):
        brought: Action = own.luck(state, dice)
        return brought
    gilded = game.golden_due(state)
    golden = dice.choice(game.box.golden_die) if gilded else None
    return Roll(tuple(dice.choices(game.box.die, k=game.dice_due(state) - gilded)), golden)
