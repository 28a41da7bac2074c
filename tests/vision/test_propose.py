"""How large a picture the finder is shown: as large as its dice need, and no larger."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import vision.dice.find_dice
from hardware.frame import Frame
from vision.dice.find_dice import Candidate, Proposal, propose, propose_near, small_dice
from vision.observation import likely, presence
from vision.pyramid import Pyramid
from vision.reader import Reader
from vision.render.paint import paint
from vision.render.shots import CLOSE_UP, close_up, filling

Shown = Callable[[tuple[int, int], float], list[int]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The widths a picture of this size is shown in, a die of so many of its pixels lying in the middle."""

    def widths(size: tuple[int, int], side: float) -> list[int]:
        seen: list[int] = []

        def finder(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
            _, _, height, width = pictures.shape
            seen.append(width)
            out = np.zeros((1, 4, height // 4, width // 4), np.float32)
            out[0, 0] = -9.0
            out[0, :2, height // 8, width // 8] = 3.0, np.log(side * width / size[0])
            return out

        monkeypatch.setattr(vision.dice.find_dice, "network", lambda name: finder)
        assert len(propose(Pyramid(np.zeros((size[1], size[0], 3), np.uint8)))) == 1
        return seen

    return widths


def test_dice_of_a_usual_table_are_seen_at_once(shown: Shown) -> None:
    assert max(shown((1280, 720), 40.0)) == 640


def test_every_scale_at_which_dice_may_be_larger_is_looked_at_whatever_another_shows(shown: Shown) -> None:
    """A lone 6 has six warm spots on it, which are no reason to overlook the die."""
    assert [width for width in shown((1280, 720), 40.0) if width <= 640] == [640, 256, 128, 64]


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9])
def test_a_die_that_fills_the_picture_is_read(share: float) -> None:
    shot = paint(filling(close_up("pips-red", "6", 3), share), CLOSE_UP)
    (die,) = Reader().read(Frame(shot, 0, 0.0)).dice
    assert die.face == likely(die)[0][0] == "6"
    assert presence(die) > 0.9


def test_small_dice_are_shown_once_more_at_twice_the_size(shown: Shown) -> None:
    assert max(shown((1280, 720), 20.0)) == 1280


@pytest.mark.parametrize(("side", "times"), [(40.0, 1), (16.0, 2), (10.0, 3)])
def test_a_small_photograph_is_enlarged_as_far_as_its_dice_are_small(shown: Shown, side: float, times: int) -> None:
    assert max(shown((640, 480), side)) == times * 640


def test_the_pips_of_a_large_die_are_no_tiny_dice() -> None:
    die, pip, far = (
        Proposal(np.array((x, 100.0), np.float32), side, 0.9) for x, side in ((100, 70), (120, 7), (300, 9))
    )
    assert small_dice([die, pip, far], [die]) == [far]


def test_a_faint_die_of_a_table_is_looked_at_only_if_its_face_may_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def finder(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        _, _, height, width = pictures.shape
        out = np.full((1, 4, height // 4, width // 4), -9.0, np.float32)
        for column, heat in ((width // 16, 3.0), (width // 8, np.log(0.15 / 0.85))):
            out[0, :, height // 8, column] = heat, np.log(40 * width / 1280), 0.0, 0.0
        return out

    monkeypatch.setattr(vision.dice.find_dice, "network", lambda name: finder)
    table, photo = (Pyramid(np.zeros((height, width, 3), np.uint8)) for width, height in ((1280, 720), (640, 480)))
    assert len(propose(table, taught=False)) == 1
    assert len(propose(table)) == len(propose(photo, taught=False)) == 2


def test_a_camera_picture_is_never_enlarged(shown: Shown) -> None:
    """Twice or thrice its pixels would take longer than a throw lasts, and nobody plays so far away."""
    assert max(shown((1280, 720), 8.0)) == 1280


@pytest.mark.parametrize("middle", [(640.0, 360.0), (0.0, 0.0), (1279.0, 719.0), (1300.0, 360.0), (640.0, -60.0)])
def test_around_a_thing_at_the_edge_or_beyond_it_only_the_picture_is_shown(middle: tuple[float, float]) -> None:
    square = np.array([[-4, -4], [4, -4], [4, 4], [-4, 4]], np.float32)
    thing = Candidate(
        np.asarray(square + middle, np.float32),
        (0.0, 0.0, 8.0, 8.0),
        1.0,
        1.0,
        (0.0, 0.0),
        np.zeros(2, np.float32),
        0.05,
        0.01,
    )
    picture = Pyramid(np.zeros((720, 1280, 3), np.uint8))
    assert all(-2 <= p.centre[0] <= 1280 and -2 <= p.centre[1] <= 720 for p in propose_near(picture, thing))
