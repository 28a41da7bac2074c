"""A bad picture is named with its cure, a good one is left in peace."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from mats import mat_on
from numpy.typing import NDArray

from calibration.picture import advice, edge_px, glare
from calibration.pretend import over
from vision.pyramid import Pyramid
from vision.render.paint import paint
from vision.render.scene import Light, Scene
from vision.table.markers import find_markers

SHEET = mat_on("heckmeck", 4)
GOOD = Scene(camera=over(SHEET), mat=SHEET)


def gray(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def told(scene: Scene) -> str:
    pixels = paint(scene)
    return " ".join(advice(pixels, find_markers(Pyramid(gray(pixels)))))


def test_a_good_picture_needs_no_advice() -> None:
    assert told(GOOD) == ""


def test_the_dark_is_named() -> None:
    assert "dark" in told(replace(GOOD, light=Light(brightness=0.04, room=0.1)))


def test_a_soft_picture_is_named() -> None:
    assert "not sharp" in told(replace(GOOD, blur_px=3.0))


def test_the_markers_tell_how_sharp_it_is() -> None:
    sharp, soft = (paint(replace(GOOD, blur_px=blur)) for blur in (0.0, 1.5))
    sharp_px, soft_px = (edge_px(gray(pixels), find_markers(Pyramid(gray(pixels)))) for pixels in (sharp, soft))
    assert sharp_px is not None
    assert soft_px is not None
    assert sharp_px < soft_px
    assert edge_px(gray(sharp), []) is None


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((150, 360), "at the left"),
        ((640, 360), "in the middle"),
        ((1100, 650), "at the bottom right"),
        ((640, 60), "at the top"),
    ],
)
def test_a_mirrored_lamp_is_found_and_placed(at: tuple[int, int], words: str) -> None:
    pixels = paint(GOOD).copy()
    cv2.circle(pixels, at, 60, (255, 255, 255), -1)
    assert glare(pixels) == words
    assert f"reflected {words}: tilt it" in " ".join(advice(pixels))
