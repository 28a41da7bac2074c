"""What hunters do wrong: each mistake as hands make it, the words it deserves, and how it is put right."""

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

from companion.games.rooster_run.farmyard import IN_FRONT, Farmyard, in_pond
from companion.rehearsal.mistakes import Mistake
from companion.rehearsal.stage import Shot

if TYPE_CHECKING:  # the stage of the yard makes these mistakes; importing it back would be a circle
    from companion.games.rooster_run.at_table.rehearsal import YardStage


def yard_mistakes(yard: Farmyard, stage: "YardStage", crow: Callable[[str], None], chance: Random) -> list[Mistake]:
    """All that could go wrong at this moment of the hunt."""

    def shrug() -> Iterator[Shot]:
        yield from stage.hover(stage.mat.zone("pond").centre, 0.4)

    found = []
    few = [player for player in yard.playing if len(yard.front[player]) < IN_FRONT]
    if few:
        caller = chance.choice(few)

        def call() -> Iterator[Shot]:
            crow(caller)
            yield from ()

        found.append(Mistake("a call without two placed worms", ("TwoWormsToCall",), call, shrug))
    full = [player for player in yard.playing if len(yard.front[player]) == IN_FRONT]
    pond = stage.lying()
    known = [worm for worm in in_pond(yard) if worm in pond]
    if full and known:
        player, third = chance.choice(full), chance.choice(known)
        found.append(
            Mistake(
                "a third worm",
                ("HasTwoWorms",),
                lambda: stage.lay_third(player, third),
                lambda: stage.show_fronts(yard),
            )
        )
    if pond:
        shown = chance.choice(pond)
        found.append(
            Mistake(
                "a token looked at face-up by two",
                ("WormShown",),
                lambda: stage.turn(shown, True),
                lambda: stage.turn(shown, False),
            )
        )
    others = [card for card in yard.chickens if card not in yard.faceup]
    if others:
        number, other = chance.randrange(len(yard.faceup)), chance.choice(others)
        changed = tuple(other if n == number else card for n, card in enumerate(yard.faceup))
        found.append(
            Mistake(
                "cards changed during the hunt",
                ("CardsChanged",),
                lambda: stage.deal(changed),
                lambda: stage.deal(yard.faceup),
            )
        )
    return found
