"""Who takes a tile the dice are not worth hears the nearest reason, not only that it is wrong."""

from typing import Any

import pytest
from table_top import TableTop


def takes(kept: str, *, game: str = "heckmeck", language: str = "en", **given: Any) -> TableTop:
    """Ana has these dice aside and some left to roll."""
    faces = kept.split()
    turn = {"kept": [[face, faces.count(face)] for face in dict.fromkeys(faces)]}
    table = TableTop(game, language=language, setup={"turn": turn, **given})
    table.stage.lay_dice(("1", "2", "3", "4")[: 8 - len(faces)], tuple(faces))
    table.rest(0.6)
    table.referee.track.settle_dice()  # they lay there before, and nobody threw them
    table.hush()
    return table


@pytest.mark.parametrize(
    ("kept", "tile", "said"),
    [
        ("5 5 5 5 5", "25", "No worm yet: without one there is no tile. Put tile 25 back."),
        ("worm worm worm worm", "25", "20 is too little for tile 25. Put it back."),
        ("worm worm worm worm worm worm", "29", "Your 30 takes tile 30, not 29. Put it back."),
    ],
)
def test_a_tile_of_the_grill(kept: str, tile: str, said: str) -> None:
    table = takes(kept)
    table.tiles(**{f"home_{tile}": "", "place_Ana": tile}, seconds=3.0)
    assert table.said("refusal") == [said]
    table.tiles(**{f"home_{tile}": tile, "place_Ana": ""}, seconds=3.0)
    assert "All right again." in table.said("prompt")


def test_a_tile_before_the_dice_are_done() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 worm worm")
    table.tiles(home_25="", place_Ana="25", seconds=3.0)
    assert table.said("refusal") == ["Tile 25 is not won yet. Put it back, the dice come first."]


def test_a_rivals_tile_for_another_number() -> None:
    table = takes("worm worm worm worm worm worm", grill={"up": [21, 22, 23]}, stacks={"Ben": [25]})
    table.tiles(place_Ben="", place_Ana="25", seconds=3.0)
    assert table.said("refusal") == ["For Ben's tile 25 it takes exactly 25, not 30. Put it back."]


def test_11_is_never_stolen() -> None:
    table = takes("worm 2 2 2", game="heckmeck-deluxe", grill={"up": [13, 21]}, stacks={"Ben": [11]})
    table.tiles(place_Ben="", place_Ana="11", seconds=3.0)
    assert table.said("refusal") == ["Tile 11 is never stolen. Put it back."]


def test_the_reason_in_german() -> None:
    table = takes("5 5 5 5 5", language="de")
    table.tiles(home_25="", place_Ana="25", seconds=3.0)
    assert table.said("refusal") == ["Noch kein Wurm: Ohne Wurm gibt es keinen Stein. Leg die 25 zurück."]
