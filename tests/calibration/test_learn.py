"""The die of a close-up is found, whatever its print looks like."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import learn
from calibration.learn import examine, faces_in, one_die
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.dice.find_dice import Candidate, Floats, face_side
from vision.dice.read_faces import patches_of
from vision.piece_set import Example, PieceSet
from vision.pyramid import Pyramid
from vision.render.paint import paint
from vision.render.scene import Light
from vision.render.shots import CLOSE_UP, close_up


@pytest.mark.parametrize("face", ["ketchup", "cucumber", "worm"])
@pytest.mark.parametrize("seed", [0, 1])
def test_pictures_on_a_face_are_not_taken_for_small_dice(face: str, seed: int) -> None:
    """The ketchup's label and the cheese beside it once passed for two dice, and the die itself for a heap of them."""
    picture = Pyramid(paint(close_up("junior", face, seed, Light(kelvin=2700.0)), CLOSE_UP))

    die = one_die(picture, "the picture")
    assert die is not None and face_side(die.quad) > 50


# How large a share of the picture a side of it takes, both networks' log odds, and how far down and right it lies.
Look = tuple[float, float] | tuple[float, float, int]


def seen(share: float, word: float, at: int = 200) -> Candidate:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * share * 320 + at
    return Candidate(square, (0, 0, 1, 1), word / 2, word / 2, (0.0, 0.0), np.zeros(2, np.float32), 0.05, share)


@pytest.fixture
def shots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Path]]:
    """Photographs in which the eye sees what it is told, one look or several."""

    def show(*told: Look | list[Look]) -> list[Path]:
        rng, photos, looks = np.random.default_rng(0), [], {}
        for number, these in enumerate(told):
            photos.append(tmp_path / f"{number}.png")
            pixels = rng.integers(0, 255, (480, 640, 3), np.uint8)
            cv2.imwrite(str(photos[-1]), pixels)
            looks[pixels.tobytes()] = [seen(*one) for one in (these if isinstance(these, list) else [these])]
        monkeypatch.setattr(learn, "possible_dice", lambda picture, least: looks[picture.levels[0].tobytes()])
        return photos

    return show


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a side of each flattened face was, as shares of the picture."""
    taken: list[float] = []

    def spy(picture: Pyramid, quads: list[Floats]) -> list[Pixels]:
        taken.extend(face_side(quad) / 640 for quad in quads)
        return patches_of(picture, quads)

    monkeypatch.setattr(learn, "patches_of", spy)
    return taken


SURE, FAINT, FAINTER, DOUBTED = 5.0, -2.0, -4.0, 0.5


def test_a_faint_die_is_taken_where_most_photographs_show_one_as_large(shots: Callable[..., list[Path]]) -> None:
    assert len(faces_in(shots((0.12, SURE), (0.14, SURE), (0.12, FAINT)))) == 3
    assert len(faces_in(shots((0.12, SURE), (0.14, SURE), (0.12, FAINTER)))) == 3


@pytest.mark.parametrize("others", [((0.05, SURE), (0.05, SURE)), ((0.12, FAINT), (0.12, SURE))])
def test_a_faint_die_of_another_size_or_among_faint_ones_is_refused_by_name(
    others: tuple[Look, ...], shots: Callable[..., list[Path]]
) -> None:
    photos = shots((0.12, FAINT), *others)
    with pytest.raises(Trouble, match=r"no die in .*0\.png"):
        faces_in(photos)


def test_what_is_on_a_die_does_not_hide_it(shots: Callable[..., list[Path]], sides: list[float]) -> None:
    """A glint on its edge is a little likelier to be a die than the die around it."""
    faces_in(shots([(0.04, 3.3), (0.12, 3.2)]))
    assert sides == pytest.approx([0.12], abs=0.01)


def strokes(count: int, shade: int) -> Pixels:
    """A face with as many strokes beside each other, in some light."""
    face = np.full((48, 48, 3), 60 + shade, np.uint8)
    for n in range(count):
        x = round(24 + (n - (count - 1) / 2) * 6)
        cv2.line(face, (x, 14), (x, 34), (220, 220, 220), 2, cv2.LINE_AA)
    return face


def test_three_strokes_and_four_are_two_faces_though_they_look_much_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network may find them as alike as two photographs of one face; laid over each other they are not."""
    alike = np.ones((4, 4), np.float32)
    monkeypatch.setattr(learn, "likeness", lambda turned: alike)
    three, four = ([strokes(count, shade) for shade in (0, 25)] for count in (3, 4))
    told = [Example(name, patch) for name, patches in (("3", three), ("4", four)) for patch in patches]
    assert examine(PieceSet("strokes", "dice", tuple(told)), ["a", "b", "c", "d"]).weakest == ("3", "4")
    mixed_up = [Example("4", one.patch) if n == 1 else one for n, one in enumerate(told)]
    with pytest.raises(Trouble, match="look the same"):
        examine(PieceSet("strokes", "dice", tuple(mixed_up)), ["a", "b", "c", "d"])


def test_a_pip_likelier_than_its_die_is_not_taken_for_it(shots: Callable[..., list[Path]], sides: list[float]) -> None:
    """The die is as large as in the other photographs, the pip is not."""
    faces_in(shots((0.12, SURE), (0.12, SURE), [(0.04, DOUBTED), (0.11, FAINT)]))
    assert sides[-1] == pytest.approx(0.11, abs=0.01)


def test_a_faint_spot_elsewhere_is_not_taken_for_the_die(shots: Callable[..., list[Path]]) -> None:
    photos = shots((0.12, SURE), (0.12, SURE), [(0.04, DOUBTED, 200), (0.11, FAINT, 300)])
    assert np.array_equal(faces_in(photos)[2], faces_in(photos[2:])[0]), "it is read as it is alone"


def test_a_sure_die_photographed_from_afar_is_taken(shots: Callable[..., list[Path]], sides: list[float]) -> None:
    faces_in(shots((0.12, SURE), (0.12, SURE), [(0.05, SURE), (0.11, FAINT)]))
    assert sides[-1] == pytest.approx(0.05, abs=0.01)
