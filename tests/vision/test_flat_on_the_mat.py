"""A grill on its printed mat: tiles apart from each other, face down ones, and slots that are empty."""

from random import Random

import pytest
from mats import mat_on

from vision.flat.read_flat import FlatReader
from vision.piece_set import load_set
from vision.render.paint import Painter
from vision.render.scene import Camera, Light, Scene, Tile, hung, usual_worms

MAT = mat_on("heckmeck", 3)


def scene(slots: dict[int, str], seed: int) -> Scene:
    """Slots of the grill with "up" or "down" in them; the others are empty."""
    chance = Random(seed)
    middle = MAT.markers[1][0] / 2, MAT.markers[1][1] / 2
    tiles = []
    for number, side in slots.items():
        x, y = MAT.zone(f"grill:{number}").centre
        spot = x + chance.uniform(-0.8, 0.8), y + chance.uniform(-0.8, 0.8)
        tiles.append(Tile(number, spot, chance.uniform(-2, 2), side == "up", usual_worms(number)))
    camera: Camera = hung(middle, height_mm=570.0, tilt_deg=chance.uniform(6, 13))
    light = Light(kelvin=chance.uniform(3200, 5200), brightness=1.0)
    return Scene(camera=camera, light=light, mat=MAT, tiles=tuple(tiles), seed=seed)


@pytest.fixture(scope="module")
def reader() -> FlatReader:
    return FlatReader([load_set("heckmeck-tiles")])


@pytest.mark.parametrize(
    "slots",
    [
        {21: "up", 24: "up", 28: "up", 33: "up"},  # nobody leads to a neighbour
        {21: "up", 22: "down", 23: "down", 24: "up", 29: "up", 36: "down"},
        {25: "down", 31: "up", 32: "up"},
        {21: "up", 22: "up", 35: "down", 36: "down"},
    ],
)
def test_every_slot_is_read_as_it_is(reader: FlatReader, slots: dict[int, str]) -> None:
    seen = reader.read(Painter().paint(scene(slots, seed=len(slots))))[2]

    assert sorted(str(one.number) if one.face_up else "down" for one in seen) == sorted(
        str(number) if side == "up" else "down" for number, side in slots.items()
    )


def test_an_empty_slot_is_no_tile_face_down(reader: FlatReader) -> None:
    seen = reader.read(Painter().paint(scene({27: "up", 28: "up"}, seed=9)))[2]

    assert sorted(one.number or 0 for one in seen) == [27, 28]
