"""What a finished turn brings home from this grill and these rivals, and what it costs to fail."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Spoils:
    """The worms within reach, as the rules of one game hand them out."""

    grill: Mapping[int, int]  # tile face up -> its worms
    rivals: Mapping[int, int]  # tile on top of another's stack -> what taking it counts
    at_risk: int  # the worms a failed attempt gives back
    exact_only: frozenset[int]  # tiles for their very number only: never stolen, never the next lower
    must_steal: bool  # a rival's tile of this number leaves no choice but to take it
    free_lower: bool  # any lower tile may be taken, not just the next
    double: int = 0  # what laying aside two 1s brings, however the turn ends

    def of(self, result: int) -> int | None:
        """The most worms this result brings, or None where it brings no tile."""
        if result in self.grill:
            return self.grill[result]
        stolen = [self.rivals[result]] if result in self.rivals and result not in self.exact_only else []
        if stolen and self.must_steal:
            return stolen[0]
        lower = sorted(tile for tile in self.grill if tile < result and tile not in self.exact_only)
        to_take = lower if self.free_lower else lower[-1:]
        return max(stolen + [self.grill[tile] for tile in to_take], default=None)
