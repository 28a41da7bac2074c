"""Where flat pieces may lie, told in numbers that do not jump as a piece turns."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.flat.spots import Spot, axes_from, rough_of

Floats = NDArray[np.float32]


def turned(wide: float, high: float, degrees: float, slant: float = 1.0) -> Floats:
    """Corners of a piece that lies turned before a camera that sees the table so much lower than it is deep."""
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) @ spin.T * [1, slant]
    return np.asarray(corners + np.array([300, 200]), np.float32)


@pytest.mark.parametrize("slant", [1.0, 0.7])
@pytest.mark.parametrize("degrees", [0.0, 20.0, 44.0, 46.0, 90.0, 135.0, 200.0])
def test_a_piece_is_told_again_as_it_lies(degrees: float, slant: float) -> None:
    quad = turned(12.5, 25.0, degrees, slant)
    spot = Spot(False, 0.0, quad.mean(0), axes_from(rough_of(quad), disc=False))
    told = spot.quad(0.5)
    off = min(float(np.abs(np.roll(told, quarter, 0) - quad).max()) for quarter in range(4))
    assert off < 0.1


@pytest.mark.parametrize("degrees", range(0, 360, 5))
def test_its_numbers_change_little_as_it_turns_a_little(degrees: int) -> None:
    one, other = (rough_of(turned(12.5, 25.0, degrees + more)) for more in (0.0, 2.0))
    assert float(np.abs(one - other).max()) < 0.2


def test_a_tile_lying_on_its_side_is_still_taken_for_upright() -> None:
    """What is up on it is told by its print; its longer side is its height however it lies."""
    quad = turned(12.5, 25.0, 90.0)
    told = Spot(False, 0.0, quad.mean(0), axes_from(rough_of(quad), disc=False)).quad(0.5)
    wide, high = np.linalg.norm(told[1] - told[0]), np.linalg.norm(told[2] - told[1])
    assert float(wide / high) == pytest.approx(0.5, abs=0.01)


def test_a_disc_has_no_turn() -> None:
    quad = turned(20.0, 20.0, 33.0, 0.6)
    axes = axes_from(rough_of(quad), disc=True)
    assert np.allclose(axes, axes.T, atol=1e-3)
