"""A bumped camera is noticed, corrected if the mat is whole, and asked about if it is not."""

from dataclasses import replace

import numpy as np
import pytest
from mats import mat_on
from numpy.typing import NDArray

from calibration.bump import BumpWatch, SteadyReader
from calibration.mounting import snapped
from calibration.pretend import FPS, over
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import DieSeen, MarkerSeen, Quad, TableObservation
from vision.pyramid import Pyramid
from vision.render.lens import lens
from vision.render.paint import paint
from vision.render.scene import HEIGHT, WIDTH, Camera, Scene, bumped
from vision.table.markers import find_markers
from vision.table.mounting import Mounting
from vision.table.register import from_markers

SHEET = mat_on("heckmeck", 4)
CAMERA = over(SHEET)


def markers_of(camera: Camera) -> tuple[MarkerSeen, ...]:
    pixels: NDArray[np.uint8] = paint(Scene(camera=camera, mat=SHEET))
    return find_markers(Pyramid(pixels))


@pytest.fixture(scope="module")
def mounting() -> Mounting:
    found = from_markers(markers_of(CAMERA), (WIDTH, HEIGHT))
    assert found is not None
    again = from_markers(markers_of(CAMERA), (WIDTH, HEIGHT), None, snapped(found.places))
    assert again is not None
    return replace(again, controls={"exposure_us": 8000.0})


def test_a_bump_of_15_mm_is_noticed_within_2_seconds_and_corrected(mounting: Mounting) -> None:
    watch = BumpWatch(mounting)
    before, after = markers_of(CAMERA), markers_of(bumped(CAMERA, (15.0, 0.0), roll_deg=1.0))
    assert not any(watch.take(before, frame / FPS) for frame in range(30))
    told = [(frame / FPS, news) for frame in range(30) if (news := watch.take(after, 2 + frame / FPS))]
    assert len(told) == 1
    seconds, news = told[0]
    assert seconds < 2
    assert news.mounting is not None
    assert news.moved_mm == pytest.approx(15, abs=3)
    assert news.mounting.controls == mounting.controls
    spot = lens(bumped(CAMERA, (15.0, 0.0), roll_deg=1.0), (WIDTH, HEIGHT)).project([(300.0, 40.0, 0.0)])[0]
    assert news.mounting.at_mm((spot[0], spot[1])) == pytest.approx((300, 40), abs=2)


def test_a_passing_sleeve_is_no_bump(mounting: Mounting) -> None:
    watch = BumpWatch(mounting)
    seen = markers_of(CAMERA)
    for frame in range(60):
        assert watch.take(seen[:2] if frame % 20 < 5 else seen, frame / FPS) is None
        assert watch.take((), frame / FPS) is None


def test_markers_moved_among_themselves_are_asked_about(mounting: Mounting) -> None:
    watch = BumpWatch(mounting)
    pulled = tuple(MarkerSeen(m.id, m.corners if m.id < 1 else _shifted(m, 40.0 * m.id)) for m in markers_of(CAMERA))
    told = [news for frame in range(40) if (news := watch.take(pulled, frame / FPS))]
    assert len(told) == 1
    assert told[0].mounting is None
    assert "companion mount" in str(told[0])


def _shifted(marker: MarkerSeen, by: float) -> Quad:
    a, b, c, d = ((x + by, y) for x, y in marker.corners)
    return a, b, c, d


class Placer:
    """A reader that only places one die, with whatever mounting it has."""

    def __init__(self, mounting: Mounting) -> None:
        self.mounting: Mounting | None = mounting
        self.markers: tuple[MarkerSeen, ...] = ()
        self.pixel = (0.0, 0.0)

    def read(self, frame: Frame) -> TableObservation:
        assert self.mounting is not None
        die = DieSeen("1", 1.0, None, (0, 0, 1, 1), None, at_mm=self.mounting.at_mm(self.pixel))
        return TableObservation(frame.number, frame.taken_at, WIDTH, HEIGHT, dice=(die,), markers=self.markers)


def test_a_game_goes_on_after_a_bump_as_if_nothing_had_happened(mounting: Mounting) -> None:
    placer = Placer(mounting)
    steady = SteadyReader(placer, mounting)
    places = []
    for number, camera in enumerate([CAMERA] * 3 + [bumped(CAMERA)] * 4):
        placer.markers = markers_of(camera)
        x, y = lens(camera, (WIDTH, HEIGHT)).project([(120.0, 60.0, 0.0)])[0]
        placer.pixel = (float(x), float(y))
        seen = steady.read(Frame(np.zeros((1, 1, 3), np.uint8), number, number / FPS))
        places.append(seen.dice[0].at_mm)
    assert places[0] == pytest.approx((120, 60), abs=1)
    assert places[3] != pytest.approx((120, 60), abs=5)  # the elbow
    assert places[-1] == pytest.approx((120, 60), abs=1)


def test_a_reader_whose_markers_do_not_fit_says_so_until_they_do(mounting: Mounting) -> None:
    placer = Placer(mounting)
    steady = SteadyReader(placer, mounting)
    straight = markers_of(CAMERA)
    pulled = tuple(MarkerSeen(m.id, m.corners if m.id < 1 else _shifted(m, 40.0 * m.id)) for m in straight)
    said = []
    for number, markers in enumerate([straight] * 2 + [pulled] * 4 + [straight] * 2):
        placer.markers = markers
        try:
            steady.read(Frame(np.zeros((1, 1, 3), np.uint8), number, number / FPS))
            said.append("")
        except Trouble as trouble:
            said.append(str(trouble))
    assert said[:2] == said[-2:] == ["", ""]
    assert said[5] == "The markers do not lie as they did. Put the mat straight, or run: companion mount"
