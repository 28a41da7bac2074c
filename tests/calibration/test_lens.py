"""The lens is measured from good shots, and poor ones are sent back for what they lack."""

import numpy as np
import pytest
from mats import mat_on
from numpy.typing import NDArray

from calibration.lens import BoardShot, adds, measure_lens, missing, see_board
from calibration.pretend import hold_board, over
from hardware.trouble import Trouble
from vision.render.lens import lens as painted_lens
from vision.render.scene import HEIGHT, WIDTH

CAMERA = over(mat_on("heckmeck", 2))
CLOTH = np.full((HEIGHT, WIDTH, 3), 110, np.uint8)
WISHES = [
    "",
    "top left",
    "top right",
    "bottom left",
    "bottom right",
    "left edge",
    "right edge",
    "far edge",
    "near edge",
]


def painted(wish: str) -> NDArray[np.uint8]:
    return hold_board(CLOTH, painted_lens(CAMERA, (WIDTH, HEIGHT)), wish)[:, :, 0].copy()


@pytest.fixture(scope="module")
def shots() -> dict[str, BoardShot]:
    seen = {wish: see_board(painted(wish)) for wish in WISHES}
    return {wish: shot for wish, shot in seen.items() if shot is not None}


def test_each_way_of_holding_the_board_is_recognised(shots: dict[str, BoardShot]) -> None:
    assert len(shots) == len(WISHES)
    for lean in ("left", "right", "far", "near"):
        assert shots[f"{lean} edge"].lean == lean
    assert shots[""].lean == ""
    assert (0, 0) in shots["top left"].cells
    assert (3, 3) in shots["bottom right"].cells


def test_a_known_lens_is_measured_to_half_a_pixel(shots: dict[str, BoardShot]) -> None:
    lens = measure_lens(list(shots.values()), (WIDTH, HEIGHT))
    assert lens.error_px is not None
    assert lens.error_px < 0.5
    assert lens.focal == pytest.approx((CAMERA.focal_px, CAMERA.focal_px), rel=0.005)
    assert lens.centre == pytest.approx(CAMERA.centre_px, abs=4)
    assert lens.distortion[0] == pytest.approx(CAMERA.lens[0], abs=0.015)


@pytest.mark.parametrize(
    ("left_out", "named"),
    [("top left", "top left corner"), ("bottom right", "bottom right corner"), ("near edge", "lift its near edge")],
)
def test_a_poor_set_is_refused_and_what_is_missing_is_named(
    shots: dict[str, BoardShot], left_out: str, named: str
) -> None:
    poor = [shot for wish, shot in shots.items() if wish != left_out]
    with pytest.raises(Trouble, match=named):
        measure_lens(poor, (WIDTH, HEIGHT))


def test_shots_that_contradict_each_other_are_refused(shots: dict[str, BoardShot]) -> None:
    wild = np.random.default_rng(3)
    shaken = [
        BoardShot(shot.corners + wild.normal(0, 4, shot.corners.shape), shot.ids, shot.cells, shot.lean)
        for shot in shots.values()
    ]
    with pytest.raises(Trouble, match="do not agree"):
        measure_lens(shaken, (WIDTH, HEIGHT))


def test_the_same_sight_twice_is_not_kept(shots: dict[str, BoardShot]) -> None:
    assert adds(shots[""], [])
    assert not adds(shots[""], [shots[""], shots["top left"]])
    assert adds(shots["left edge"], [shots[""]])
    assert missing([])[0] == "Move the board into the top left corner of the picture."


def test_no_board_no_shot() -> None:
    assert see_board(CLOTH[:, :, 0].copy()) is None
