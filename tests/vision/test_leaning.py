"""Which dice lean, from where each of them points: markers or the company of other dice tell what is upright."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.dice.leaning
from vision.dice.find_dice import Candidate, Floats
from vision.dice.leaning import (
    FOCALS,
    LEAST_SPREAD,
    agreed_levels,
    closeness,
    leans_by,
    levels_through,
    may_lean,
    misfit,
    sights,
    told_levels,
    worth_asking,
)
from vision.dice.plumb_line import CUT, Array, edge_way, marked
from vision.dice.read_dice import LEANS_AMONG_DICE
from vision.dice.sureness import Word, leaning
from vision.pyramid import Pyramid

SIZE = (1280, 720)
PLACES = np.array([(200.0, 150.0), (600.0, 120.0), (1100.0, 200.0), (250.0, 600.0), (640.0, 380.0), (1050.0, 640.0)])


@dataclass
class Camera:
    """One that looks down at a slant, its focal length in picture lengths."""

    focal: float
    slant: float

    def up(self, lean: float = 0.0, towards: float = 0.0) -> Array:
        """Where a die points that leans by so many degrees, in the camera's space."""
        standing = turned((1, 0, 0), self.slant) @ np.array([0.0, 0, -1])
        return np.asarray(turned(turned((0, 0, 1), towards) @ np.array([1.0, 0, 0]), lean) @ standing)

    def shows(self, ups: list[Array]) -> Array:
        across = self.focal * SIZE[0]
        ways = sights(PLACES, (across, across), ((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2))
        return np.asarray(np.einsum("nij,nj->ni", ways[:, :2], np.array(ups)))


def turned(axis: NDArray[np.float64] | tuple[int, int, int], degrees: float) -> Array:
    return np.asarray(cv2.Rodrigues(np.array(axis, np.float64) * np.radians(degrees))[0])


SPREAD = np.full(len(PLACES), LEAST_SPREAD)


def level_of(shown: Array, focal: float) -> Array:
    """How the upright they agree on looks at each place, if the camera's focal length were this."""
    return np.asarray(levels_through(PLACES, shown, SPREAD, np.array([focal * SIZE[0]]), SIZE)[0])


def off_level(shown: Array, focal: float) -> Array:
    return np.asarray(np.linalg.norm(level_of(shown, focal) - shown, axis=1))


@pytest.mark.parametrize("slant", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("towards", [0.0, 90.0, 200.0])
def test_the_one_that_leans_is_off_and_the_others_are_not(slant: float, towards: float) -> None:
    camera = Camera(1.0, slant)
    shown = camera.shows([camera.up(25.0 if n == 4 else 0.0, towards) for n in range(len(PLACES))])
    off = off_level(shown, 1.0)
    flat = np.delete(off, 4)
    assert off[4] > 0.2
    assert flat.max() < 0.07


def test_the_right_focal_length_is_the_one_dice_agree_under() -> None:
    """Under a wrong one, flat dice in the corners of the picture seem to lean."""
    camera = Camera(2.2, 15.0)
    shown = camera.shows([camera.up() for _ in PLACES])
    misfits = {f: misfit(off_level(shown, f), SPREAD) for f in (0.8, 1.3, 2.2)}
    assert min(misfits, key=lambda f: misfits[f]) == 2.2
    assert off_level(shown, 0.8).max() > 0.2


def test_a_few_that_lean_do_not_move_the_upright() -> None:
    camera = Camera(1.0, 30.0)
    shown = camera.shows([camera.up(30.0 if n < 2 else 0.0, 70.0) for n in range(len(PLACES))])
    upright = camera.shows([camera.up() for _ in PLACES])
    assert np.linalg.norm(level_of(shown, 1.0) - upright, axis=1).max() < 0.05


def test_two_that_agree_outweigh_two_that_point_elsewhere() -> None:
    """A side taken for a top and a die that leans point each its own way; no middle way between all four is right."""
    camera, four = Camera(1.0, 60.0), slice(4)
    shown = camera.shows([camera.up(*lean) for lean in ((0, 0), (60, 270), (0, 0), (60, 230), (0, 0), (0, 0))])
    level = levels_through(PLACES[four], shown[four], SPREAD[four], np.array([SIZE[0]]), SIZE)[0]
    off = np.linalg.norm(level - shown[four], axis=1)
    assert max(off[[0, 2]]) < 0.02
    assert min(off[[1, 3]]) > 0.3


def standing(x: float, word: float = -3.0) -> Candidate:
    """A die of 40 pixels, and the looker's word that it leans."""
    square = np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]], np.float32)
    box = (x - 20, 80.0, 40.0, 40.0)
    return Candidate(
        square + np.array([x, 100], np.float32), box, 3.0, 3.0, (word, word), np.zeros(2, np.float32), 0, 0
    )


STRAIGHT_ABOVE = np.zeros(2)  # so the table's upright looks there, and so stand the dice above
SEEN_AT_A_SLANT, SEEN_FROM_LOW = np.array([0.0, -0.2]), np.array([0.0, -0.5])


def test_a_die_leans_only_on_something() -> None:
    """The plumb line is held to those that lie beside another and do not plainly stand upright, or look odd."""
    alone, one, other, odd = standing(100), standing(300), standing(355), standing(600, word=0.5)
    dice = [alone, one, other, odd]
    near = closeness(dice)
    assert worth_asking(dice, near, np.array([SEEN_AT_A_SLANT] * 4)) == [1, 2, 3]
    assert worth_asking(dice, near, np.array([STRAIGHT_ABOVE] * 4)) == [3]


def test_what_points_quite_another_way_is_asked_though_nothing_lies_beside_it() -> None:
    """It may lean on a pencil."""
    assert may_lean(standing(100), 0.0, SEEN_FROM_LOW)
    assert not may_lean(standing(100), 0.0, SEEN_AT_A_SLANT)


def test_where_only_dice_tell_what_is_upright_two_that_stand_are_asked_too() -> None:
    """Most lie flat; but of dice that all stand plainly none need be asked."""
    dice = [standing(100, word=-4.0), standing(300, word=-2.0), standing(500, word=-5.0), standing(700, word=0.5)]
    level = np.array([STRAIGHT_ABOVE] * 4)
    assert worth_asking(dice, closeness(dice), level, witnesses=2) == [3, 2, 0]
    assert worth_asking(dice[:3], closeness(dice[:3]), level, witnesses=2) == []


def test_one_the_looker_doubts_is_asked_though_it_points_straight_up() -> None:
    doubted, other = standing(300, word=-1.2), standing(355)
    assert may_lean(doubted, closeness([doubted, other])[0], STRAIGHT_ABOVE)


def looks_up(x: float, way: tuple[float, float]) -> Candidate:
    """One that the looker sees point that way."""
    return replace(standing(x), up=np.array(way, np.float32) * 40)


def test_what_may_be_no_die_does_not_outvote_two_dice_about_where_up_is() -> None:
    """Two dice agree; four squares of a printed cloth, which the looker takes for dice, point elsewhere together."""
    dice, cloth = [standing(200), standing(700)], [looks_up(x, (0.0, -0.5)) for x in (300, 450, 550, 900)]
    told = np.zeros((2, 131), np.float32)
    told[:, 1:3] = 0.3, -3.0
    level = told_levels(Pyramid(np.zeros((200, 1000, 3), np.uint8)), dice, cloth, [0, 1], told, np.ones(2, complex))
    assert np.linalg.norm(level[:2] - told[:, :2], axis=1).max() < 0.1


def test_dice_not_asked_bear_witness_by_the_lookers_word() -> None:
    """Of two that disagree, the one that points as a third does is believed."""
    dice = [standing(200), standing(500), looks_up(800, (0.0, -0.4))]
    told = np.zeros((2, 131), np.float32)
    told[:, 1], told[:, 2] = (0.4, -0.4), -3.0
    level = told_levels(Pyramid(np.zeros((200, 1000, 3), np.uint8)), dice, [], [0, 1], told, np.ones(2, complex))
    assert np.abs(level[:, 1] + 0.4).max() < 0.12


def test_few_dice_do_not_tell_the_lens_so_no_single_lens_decides() -> None:
    """Under each the upright they agree on looks a little otherwise; what counts lies between."""
    camera, spots = Camera(1.7, 40.0), slice(0, 3)
    shown = camera.shows([camera.up(4.0 * n, 90.0 * n) for n in range(len(PLACES))])[spots]
    spread = np.full(3, 0.15)
    level = agreed_levels(PLACES[spots], shown, spread, SIZE)
    guesses = levels_through(PLACES[spots], shown, spread, np.array(FOCALS) * SIZE[0], SIZE)
    assert (guesses.min(axis=0) <= level).all() and (level <= guesses.max(axis=0)).all()
    assert min(np.abs(guess - level).max() for guess in guesses) > 0.002


def test_what_seems_to_lean_does_so_the_likelier_the_nearer_its_neighbour() -> None:
    """A hard shadow looks like a side; but a die that stands alone has nothing to lean on."""
    chances = []
    for away in (45, 60, 90, 400):
        dice = [standing(300), standing(300 + away)]
        chances.append(leaning(dice[0], Word(leans=2.0, error=-3.0), closeness(dice)[0]))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > LEANS_AMONG_DICE > chances[-1]
    assert closeness([standing(300)]) == [0]


def test_the_plumb_line_counts_the_more_the_surer_it_is() -> None:
    steady, shaky = (leaning(standing(300), Word(leans=4.0, error=error), 1.0) for error in (-3.0, -1.0))
    assert steady > shaky
    steady, shaky = (leaning(standing(300), Word(leans=-10.0, error=error), 1.0) for error in (-3.0, -1.0))
    assert steady < shaky


@pytest.mark.parametrize("degrees", [0, 20, 44, 46, 90, 135, 200, 350])
def test_the_plumb_line_is_shown_every_die_with_its_edges_level(degrees: float) -> None:
    """A die turned on the table looks the same to it, marked where its top face is."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    square = np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]]) @ turn.T
    quad = (square + 100).astype(np.float32)
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    assert abs(np.angle(edge_way(quad))) <= np.pi / 4 + 1e-6
    shown = marked(Pyramid(picture), quad)
    face, die = shown[..., 3] > 127, shown[..., 0] > 127
    rows, columns = np.nonzero(face)
    assert np.ptp(rows) == pytest.approx(np.ptp(columns), abs=1) and np.ptp(rows) == pytest.approx(CUT / 2.6, abs=2)
    assert (face != die).mean() < 0.02


@pytest.mark.parametrize(("says", "asked"), [(6.0, 5), (0.0, 5), (-6.0, 3)])
def test_as_soon_as_one_is_doubted_all_are_asked_where_up_is(
    monkeypatch: pytest.MonkeyPatch, says: float, asked: int
) -> None:
    """One looks odd and two witnesses are asked beside it; if it then may lean, however faintly, so are the others."""
    held: list[int] = []

    def hold(picture: Pyramid, quads: Sequence[Floats]) -> tuple[Floats, NDArray[np.complex128]]:
        held.append(len(quads))
        return np.zeros((len(quads), 131), np.float32), np.ones(len(quads), np.complex128)

    monkeypatch.setattr(vision.dice.leaning, "hold", hold)
    monkeypatch.setattr(vision.dice.leaning, "words_of", lambda told, edges, level: [Word(says, -3.0)] * len(told))
    monkeypatch.setattr(vision.dice.leaning, "further_quads", lambda picture, die: [die.quad])
    dice = [standing(100.0 + 200 * n) for n in range(4)] + [standing(950, word=0.5)]
    leans_by(Pyramid(np.zeros((200, 1000, 3), np.uint8)), dice, None)
    assert sum(held[:2] if says > 0 else held) == asked
