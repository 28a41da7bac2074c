"""How people are at a table besides playing: they dawdle, hesitate, cover dice and leave things lying about."""

from collections.abc import Iterator
from random import Random

from companion.rehearsal.stage import Shot, Stage
from vision.render.scene import Spot, Thing
from vision.table.zones import Mat

KINDS = ("coin", "pencil", "playing-card", "mug")


def clutter(mat: Mat, chance: Random) -> tuple[Thing, ...]:
    """Things beside the mat, still in view."""
    width, height = mat.markers[1]
    sides = [-78.0, width + 78.0]
    spots = [(chance.choice(sides), chance.uniform(0.1, 0.9) * height) for _ in range(chance.randint(1, 3))]
    apart = [spot for n, spot in enumerate(spots) if all(abs(spot[1] - other[1]) > 50 for other in spots[:n])]
    return tuple(Thing(chance.choice(KINDS), spot, chance.uniform(0, 360), chance.randrange(1000)) for spot in apart)


def linger(stage: Stage, over: Spot, chance: Random) -> Iterator[Shot]:
    """Something people do before they do something."""
    match chance.choice(("dawdle", "hesitate", "cover")):
        case "dawdle":
            yield from stage.idle(chance.uniform(2.0, 8.0))
        case "hesitate":  # a hand comes, thinks better of it, and comes again
            for _ in range(chance.randint(1, 3)):
                yield from stage.hover(over, chance.uniform(0.2, 0.8))
                yield from stage.idle(chance.uniform(0.2, 1.2))
        case "cover":
            yield from stage.hover(over, chance.uniform(1.0, 4.0))
            yield from stage.rest(1)
