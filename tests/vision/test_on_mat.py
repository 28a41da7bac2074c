"""Pieces on a printed mat: each where the mat has a place for it, and nothing where it has none."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from companion.mats import mat_of
from hardware.frame import Frame
from hardware.frame import Pixels as Picture
from vision.flat.look import Looker
from vision.flat.places import places_of
from vision.observation import TableObservation
from vision.piece_set import load_set
from vision.reader import Reader
from vision.render.paint import Painter
from vision.render.scene import Card, Cloth, Die, Light, Scene, Tile, Token, hung, usual_worms
from vision.table.zones import Mat, zone_at


def mat(game: str) -> Mat:
    found = mat_of(game)
    assert found is not None
    return found


HECKMECK, ROOSTER = mat("heckmeck"), mat("rooster-run")


def table(on: Mat, seed: int) -> Scene:
    chance, corner = Random(seed), on.markers[1]
    camera = hung((corner[0] / 2, corner[1] / 2), 280.0 * on.pages + 30, chance.uniform(4, 13))
    light = Light(kelvin=chance.uniform(3200, 5200), brightness=1.0)
    return Scene(camera=camera, light=light, cloth=Cloth("walnut"), mat=on, seed=seed)


def grill(slots: dict[int, str], seed: int) -> Scene:
    """Slots of the grill with "up" or "down" in them; the others are empty. The tiles are as pale as the paper."""
    chance, tiles = Random(seed), []
    for number, side in slots.items():
        x, y = HECKMECK.zone(f"home:{number}").centre
        spot = x + chance.uniform(-0.8, 0.8), y + chance.uniform(-0.8, 0.8)
        tiles.append(Tile(number, spot, chance.uniform(-2, 2), side == "up", usual_worms(number)))
    return replace(table(HECKMECK, seed), tiles=tuple(tiles))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader([load_set("heckmeck-tiles")], mat=HECKMECK)


def seen(reader: Reader, scene: Scene) -> TableObservation:
    reader.forget()
    return reader.read(Frame(Painter().paint(scene), 0, 0.0))


def tiles_of(told: TableObservation) -> list[str]:
    return sorted(f"{one.number or 'down'} in {zone_at(HECKMECK, *one.at_mm or (0, 0))}" for one in told.tiles)


@pytest.mark.parametrize(
    "slots",
    [
        {21: "up", 24: "up", 28: "up", 33: "up"},
        {21: "up", 22: "down", 23: "down", 24: "up", 29: "up", 36: "down"},
        {25: "down", 31: "up", 32: "up"},
        dict.fromkeys(range(21, 37), "up"),
    ],
)
def test_every_slot_is_read_as_it_is(reader: Reader, slots: dict[int, str]) -> None:
    told = seen(reader, grill(slots, seed=len(slots)))

    assert tiles_of(told) == sorted(
        f"{number if side == 'up' else 'down'} in home:{number}" for number, side in slots.items()
    )


def test_a_players_tile_is_read_sideways_whichever_way_it_points(reader: Reader) -> None:
    spots = {n: HECKMECK.zone(f"place:{n}").centre for n in (1, 2, 5)}
    won = (
        Tile(26, spots[1], 90.0, worms=2),
        Tile(31, spots[2], -90.0, worms=3),
        Tile(36, spots[5], 90.0, worms=4, z=12.0),
    )

    told = seen(reader, replace(table(HECKMECK, 3), tiles=won))

    assert tiles_of(told) == ["26 in place:1", "31 in place:2", "36 in place:5"]
    turned = {one.number: one.quad for one in told.tiles}
    assert turned[26][0][1] > turned[26][1][1]  # its art points left: its upper left corner lies at the lower left
    assert turned[31][0][1] < turned[31][1][1]


@pytest.mark.parametrize("seed", [1, 2])
def test_an_empty_mat_has_no_pieces_whatever_is_printed_on_it(reader: Reader, seed: int) -> None:
    assert seen(reader, table(HECKMECK, seed)).tiles == ()
    rooster = Reader([load_set("rooster-cards"), load_set("rooster-tokens")], mat=ROOSTER)
    told = seen(rooster, table(ROOSTER, seed))
    assert (told.markers != (), told.cards, told.tokens) == (True, (), ())


def test_a_tile_in_the_tray_is_no_piece_of_the_table(reader: Reader) -> None:
    """Nobody plays there; it is being carried from one place to another."""
    scene = replace(table(HECKMECK, 4), tiles=(Tile(25, HECKMECK.zone("tray").centre),))
    assert seen(reader, scene).tiles == ()


def test_dice_and_what_else_lies_in_a_slot_are_no_tiles(reader: Reader) -> None:
    spots = [HECKMECK.zone(f"home:{n}").centre for n in (23, 31)]
    scene = replace(table(HECKMECK, 5), dice=tuple(Die("4", spot, 30.0) for spot in spots))
    assert seen(reader, scene).tiles == ()


def test_cards_and_tokens_of_rooster_run_lie_where_they_are_read() -> None:
    reader = Reader([load_set("rooster-cards"), load_set("rooster-tokens")], mat=ROOSTER)
    spots = [ROOSTER.zone(f"card:{n}").centre for n in range(1, 9)]
    names = [f"{colour}-{n}" for colour in ("red", "blue", "green", "yellow") for n in (2, 5)]
    cards = tuple(Card(name, 3, spot, 1.5) for name, spot in zip(names, spots, strict=True))
    pond = ROOSTER.zone("pond")
    at = [(pond.x + 40 + 55 * n, pond.y + 40 + 60 * (n % 2)) for n in range(9)]
    tokens = tuple(
        Token(name, spot, 40.0 * n, n % 3 > 0)
        for n, (name, spot) in enumerate(zip([*names, "blank"], at, strict=False))
    )

    tokens += (Token("yellow-5", ROOSTER.zone("front:1").centre, 20.0),)  # between the two printed rings

    told = seen(reader, replace(table(ROOSTER, 6), cards=cards, tokens=tokens))

    lies = {zone_at(ROOSTER, *one.at_mm or (0, 0)): one.design for one in told.cards}
    assert lies == {f"card:{n}": name for n, name in enumerate(names, 1)}
    assert sorted(one.design for one in told.tokens) == sorted(one.design if one.face_up else "back" for one in tokens)


def test_only_what_changed_is_looked_at_again(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    painter, scene = Painter(), grill(dict.fromkeys(range(21, 37), "up"), 7)
    reader.forget()
    reader.read(Frame(painter.paint(scene), 0, 0.0))
    named: list[int] = []
    name = Looker._name

    def counted(self: Looker, picture: Picture, some: Sequence[object]) -> None:
        named.append(len(some))
        name(self, picture, some)  # type: ignore[arg-type]

    monkeypatch.setattr(Looker, "_name", counted)
    x, y = HECKMECK.zone("place:1").centre
    moved = [tile if tile.number != 30 else replace(tile, at=(x, y), yaw=90.0) for tile in scene.tiles]
    told = reader.read(Frame(painter.paint(replace(scene, tiles=tuple(moved), frame=1)), 1, 0.1))

    places = len(places_of(HECKMECK, "tiles", 0.5))
    assert sum(named) < places / 2
    assert "30 in place:1" in tiles_of(told) and len(told.tiles) == 16


def test_loose_markers_are_no_mat(reader: Reader) -> None:
    """Four markers laid closer together: the mat of the game is not there, and pieces may lie anywhere."""
    from vision.reader import lies_on
    from vision.table.mounting import Lens, Mounting

    places = {n: (0.7 * x, 0.7 * y, 0.0) for n, (x, y) in enumerate(HECKMECK.markers)}
    near = {n: (x + 5, y - 4, 0.01) for n, (x, y) in enumerate(HECKMECK.markers)}
    lens = Lens((1280, 720), (1200.0, 1200.0), (640.0, 360.0))
    assert not lies_on(HECKMECK, Mounting(lens, (3.1, 0.0, 0.0), (0.0, 0.0, 560.0), places))
    assert lies_on(HECKMECK, Mounting(lens, (3.1, 0.0, 0.0), (0.0, 0.0, 560.0), near))
