"""The mats: everything has its place, and no two places share a millimetre."""

import itertools

import pytest

from vision.table.zones import EDGE_MM, MARKER_MM, MOST_PLAYERS, TILE_MM, Mat, Zone, mat, zone_at

MATS = [mat(game, most) for game, most in MOST_PLAYERS.items()]


def overlap(one: Zone, other: Zone, gap: float = 0) -> bool:
    return (
        one.x < other.x + other.width + gap
        and other.x < one.x + one.width + gap
        and one.y < other.y + other.height + gap
        and other.y < one.y + one.height + gap
    )


@pytest.mark.parametrize("sheet", MATS, ids=lambda sheet: sheet.game)
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


@pytest.mark.parametrize("sheet", MATS, ids=lambda sheet: sheet.game)
def test_the_middle_of_each_zone_is_in_it(sheet: Mat) -> None:
    for zone in sheet.zones:
        assert zone_at(sheet, *zone.centre) == zone.name
    assert zone_at(sheet, 0, 0) is None
    assert zone_at(sheet, -200, 50) is None


def test_each_game_has_the_slots_its_box_fills() -> None:
    names = {sheet.game: [zone.name for zone in sheet.zones] for sheet in MATS}
    assert [n for n in names["heckmeck"] if n.startswith("grill")] == [f"grill:{n}" for n in range(21, 37)]
    assert [n for n in names["heckmeck-deluxe"] if n.startswith("grill")][:3] == ["grill:11", "grill:13", "grill:21"]
    assert [n for n in names["heckmeck-junior"] if n.startswith("grill")] == [f"grill:{n}" for n in range(4, 10)]
    assert [n for n in names["rooster-run"] if n.startswith("card")] == [f"card:{n}" for n in range(1, 9)]
    assert "pond" in names["rooster-run"]
    assert "tray" not in names["rooster-run"]


def test_a_slot_holds_a_tile_and_a_junior_column_two() -> None:
    slot = mat("heckmeck", 2).zone("grill:21")
    assert slot.width > TILE_MM[0]
    assert slot.height > TILE_MM[1]
    assert mat("heckmeck-junior", 2).zone("grill:4").height > 2 * TILE_MM[1]


def test_few_players_have_the_first_places_of_many() -> None:
    for game, most in MOST_PLAYERS.items():
        assert set(mat(game, 2).zones) < set(mat(game, most).zones)


def test_markers_run_clockwise_from_the_top_left() -> None:
    assert mat("heckmeck", 2).markers == ((0, 212), (348, 212), (348, 0), (0, 0))


def test_an_unknown_game_and_an_eighth_player_have_no_mat() -> None:
    with pytest.raises(ValueError, match="no mat for chess"):
        mat("chess", 2)
    with pytest.raises(ValueError, match="1 to 7 players"):
        mat("heckmeck", 8)
