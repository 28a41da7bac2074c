"""The mats: everything has its place, and no two places share a millimetre."""

import itertools

import pytest
from mats import mat_on

from companion.games import GAMES
from companion.mats import all_mats
from vision.table.mat_file import mat_from
from vision.table.zones import EDGE_MM, MARKER_MM, TILE_MM, Mat, Zone, zone_at

MATS = all_mats()


def overlap(one: Zone, other: Zone, gap: float = 0) -> bool:
    return (
        one.x < other.x + other.width + gap
        and other.x < one.x + one.width + gap
        and one.y < other.y + other.height + gap
        and other.y < one.y + one.height + gap
    )


@pytest.mark.parametrize("sheet", MATS, ids=lambda sheet: sheet.name)
def test_zones_lie_apart_on_the_sheet_and_leave_white_around_the_markers(sheet: Mat) -> None:
    for one, other in itertools.combinations(sheet.zones, 2):
        assert not overlap(one, other), (one, other)
    for zone in sheet.zones:
        assert zone.x >= -EDGE_MM + 2
        assert zone.y >= -EDGE_MM + 2
        assert zone.x + zone.width <= sheet.width - EDGE_MM - 2
        assert zone.y + zone.height <= sheet.height - EDGE_MM - 2
        for x, y in sheet.markers:
            marker = Zone("marker", x - MARKER_MM / 2, y - MARKER_MM / 2, MARKER_MM, MARKER_MM)
            assert not overlap(zone, marker, gap=6), zone


@pytest.mark.parametrize("sheet", MATS, ids=lambda sheet: sheet.name)
def test_the_middle_of_each_zone_is_in_it(sheet: Mat) -> None:
    for zone in sheet.zones:
        assert zone_at(sheet, *zone.centre) == zone.name
    assert zone_at(sheet, 0, 0) is None
    assert zone_at(sheet, -200, 50) is None


def test_each_game_has_the_slots_its_box_fills() -> None:
    names = {sheet.name: [zone.name for zone in sheet.zones] for sheet in MATS}
    assert [n for n in names["heckmeck"] if n.startswith("home:")] == [f"home:{n}" for n in range(21, 37)]
    assert [n for n in names["heckmeck-deluxe"] if n.startswith("home:")][:3] == ["home:11", "home:13", "home:21"]
    assert [n for n in names["heckmeck-junior"] if n.startswith("home:")] == [f"home:{n}" for n in range(4, 10)]
    assert [n for n in names["rooster-run"] if n.startswith("card")] == [f"card:{n}" for n in range(1, 9)]
    assert "pond" in names["rooster-run"]
    assert "tray" not in names["rooster-run"]


def test_a_slot_holds_a_tile_and_a_junior_column_two() -> None:
    slot = mat_on("heckmeck", 2).zone("home:21")
    assert slot.width > TILE_MM[0]
    assert slot.height > TILE_MM[1]
    assert mat_on("heckmeck-junior", 2).zone("home:4").height > 2 * TILE_MM[1]


def test_few_players_have_the_first_places_of_many() -> None:
    for sheet in MATS:
        few, many = set(sheet.for_players(2).zones), set(sheet.zones)
        assert few < many if sheet.seats else few == many


def test_markers_run_clockwise_from_the_top_left() -> None:
    assert mat_on("heckmeck", 2).markers == ((0, 212), (348, 212), (348, 0), (0, 0))


def test_every_game_with_a_mat_has_a_place_for_everybody() -> None:
    for sheet in MATS:
        assert sheet.seats in (0, GAMES[sheet.name].players[-1])


def test_dice_may_lie_in_tray_and_aside_and_tiles_in_their_slots() -> None:
    mat = mat_on("heckmeck")
    assert {zone.name for zone in mat.holding("die")} == {"tray", "aside"}
    assert {zone.kind for zone in mat.holding("tile")} == {"home", "place"}
    assert {zone.name for zone in mat_on("rooster-run").holding("die")} == set()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("zones = []", "how many A4 pages"),
        ("pages = 2", r"\[\[zones\]\]"),
        ('pages = 1\n[[zones]]\nname = "tray"\nsize = [90, 90]', "a corner"),
        ('pages = 1\n[[zones]]\nname = "tray"\nsize = [90, 90]\nat = [0, 0]\ncolour = "red"', "no colour"),
        ('pages = 1\n[[zones]]\nname = "tray"\nsize = [90, 90]\nat = [0, 0]\nmay_hold = ["pig"]', "not pig"),
        ('pages = 1\n[[zones]]\nname = "tray"\nsize = [900, 90]\nat = [0, 0]', "larger than the mat"),
        ('pages = 1\n[[zones]]\nname = "x"\nsize = [9, 9]\nat = [0, 0]\nnames = [1, 2]', "a name of its own"),
        ('pages = 1\n[[zones]]\nname = "x"\nsize = [9, 9]\nat = [0, 0]\nprinted = { pigs = 2 }', "as pigs"),
    ],
)
def test_a_mat_that_cannot_be_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        mat_from(text, "piggy", {})
