"""What a finished turn brings home from this grill and these rivals, and what it costs to fail."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Spoils:
    """The worms within reach, as the rules of one game hand them out."""

    grill: Mapping[int, int]  # tile face up -> its worms
    rivals: Mapping[int, float] = field(default_factory=dict)  # tile on top of another's stack -> what taking it brings
    at_risk: int = 0  # the worms a failed attempt gives back
    exact_only: frozenset[int] = frozenset()  # tiles for their very number only, never stolen and never the next lower
    must_steal: bool = False  # a rival's tile of this number leaves no choice but to take it
    free_lower: bool = False  # any lower tile may be taken, not just the next

    def of(self, result: int) -> float | None:
        """The most worms this result brings, or None where it brings no tile."""
        if result in self.grill:
            return self.grill[result]
        stolen = [self.rivals[result]] if result in self.rivals and result not in self.exact_only else []
        lower = [tile for tile in self.grill if tile < result and tile not in self.exact_only]
        if stolen and self.must_steal:
            return stolen[0]
        if self.free_lower:
            return max([*stolen, *(self.grill[tile] for tile in lower)], default=None)
        return max([*stolen, *(self.grill[tile] for tile in lower if tile == max(lower))], default=None)
