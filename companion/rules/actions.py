"""What people do in more than one game; what one game alone knows stands in its own file."""

from dataclasses import dataclass

from companion.rules.pieces import Face, Player


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice were rolled and came to rest. The dice are a player too: the rules never roll anything."""

    faces: tuple[Face, ...]  # of the ordinary dice
    golden: Face | None = None  # of the golden die, where it was rolled with them


@dataclass(frozen=True, slots=True)
class LayAside:
    """Of the dice a hand may move exactly these lie aside, in die order; to take some back is to lay fewer aside."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn with what it has brought."""


@dataclass(frozen=True, slots=True)
class CountNow:
    """The table ends the game here and counts."""


@dataclass(frozen=True, slots=True)
class SkipTurn:
    """The table passes over the player whose turn it is; nothing is won and nothing lost."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """A player leaves: his tiles leave the game with him and his seat is skipped."""

    player: Player


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """Somebody sits down after the last seat."""

    player: Player


# Decisions of the table rather than moves of a player: no game lists them among its possible actions.
TABLE_DECISIONS = (CountNow, SkipTurn, LetGo, AddPlayer)
