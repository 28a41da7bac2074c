"""Every engine reads as every other: the same numbers from each network, the same pieces on each table."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.frame import Frame
from vision.engines.choice import ENGINES, SHAPES, USUAL, chosen, installed, opener, quicker
from vision.engines.choice import Runs as Network
from vision.network import MODELS, network
from vision.reader import Reader
from vision.render.paint import paint
from vision.render.scene import Cloth, Die, Scene, hung

ALIKE = 1e-4  # of the largest number a network tells
SURE_ALIKE = 1e-3

Floats = NDArray[np.float32]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name not in installed():
        pytest.skip(f"{name} is not installed: pip install {name}")
    return name


def table() -> Scene:
    faces = ("1", "2", "3", "4", "5", "worm", "worm", "3")
    dice = tuple(Die(face, (70.0 + 40 * (n % 4), 60.0 + 50 * (n // 4)), 37.0 * n) for n, face in enumerate(faces))
    return Scene(hung((140.0, 90.0), height_mm=520.0, tilt_deg=9.0), cloth=Cloth("felt-green"), dice=dice, seed=5)


@pytest.mark.parametrize("name", SHAPES)
def test_each_network_tells_the_same(engine: str, name: str) -> None:
    """Whatever is in the picture, and however many pictures there are."""
    for count in (1, 3):
        shape = (count, *SHAPES[name][1:])
        pictures = (np.random.default_rng(count).random(shape) * 255).astype(np.float32)

        told, usual = (opener(one)(MODELS, name)(pictures) for one in (engine, USUAL))

        assert told.shape == usual.shape and told.dtype == np.float32
        np.testing.assert_allclose(told, usual, rtol=0, atol=ALIKE * max(1.0, float(np.abs(usual).max())))


@pytest.mark.parametrize("size", [(192, 320), (384, 640), (256, 448)])
@pytest.mark.parametrize(("name", "told"), [("finder", 4), ("spotter", 9)])
def test_what_sees_whole_pictures_takes_any_size(engine: str, size: tuple[int, int], name: str, told: int) -> None:
    pictures = np.full((1, 3, *size), 90, np.float32)

    assert opener(engine)(MODELS, name)(pictures).shape == (1, told, size[0] // 4, size[1] // 4)


@pytest.fixture
def run_by(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def choose(one: str) -> None:
        monkeypatch.setattr("vision.network.engine", lambda: one)
        network.cache_clear()

    yield choose
    network.cache_clear()


def test_the_same_dice_are_read(engine: str, run_by: Callable[[str], None]) -> None:
    """Eight dice, seen by each engine: the same faces at the same places, as surely."""
    frame = Frame(paint(table()), 1, 0.0, "painted")
    seen = {}
    for one in (engine, USUAL):
        run_by(one)
        seen[one] = Reader().read(frame).dice

    assert len(seen[engine]) == 8
    for mine, usual in zip(seen[engine], seen[USUAL], strict=True):
        assert mine.face == usual.face
        assert mine.sureness == pytest.approx(usual.sureness, abs=SURE_ALIKE)
        assert mine.box == pytest.approx(usual.box, abs=0.1)


# --- the self-test at the first start ------------------------------------------------------------------------------


def twin(spoil: Callable[[Floats], Floats] = lambda told: told, work: int = 0) -> Callable[[Path, str], Network]:
    """An engine made of the usual one, which works longer or tells something else."""

    def opened(models: Path, name: str) -> Network:
        network = opener(USUAL)(models, name)

        def run(pictures: Floats) -> Floats:
            for _ in range(work):
                network(pictures)
            return spoil(network(pictures))

        return run

    return opened


def breaks(models: Path, name: str) -> Network:
    raise OSError("no such file")


def test_the_quicker_engine_is_taken() -> None:
    assert quicker({USUAL: twin(work=3), "ncnn": twin()}, MODELS) == "ncnn"
    assert quicker({USUAL: twin(), "ncnn": twin(work=3)}, MODELS) == USUAL


def test_an_engine_that_reads_otherwise_is_not_taken() -> None:
    """Nor one that cannot be loaded, however quick it would be."""
    assert quicker({USUAL: twin(work=3), "ncnn": twin(lambda told: told + 0.1 * np.abs(told).max())}, MODELS) == USUAL
    assert quicker({USUAL: twin(work=3), "ncnn": twin(lambda told: told[:0])}, MODELS) == USUAL
    assert quicker({USUAL: twin(), "ncnn": breaks}, MODELS) == USUAL


def test_what_was_found_out_is_remembered_until_something_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    engines = {USUAL: "1", "ncnn": "1"}

    def ncnn_is_quicker(engines: object, models: Path) -> str:
        tried.append("once more")
        return "ncnn"

    monkeypatch.setattr("vision.engines.choice.installed", lambda: dict(engines))
    monkeypatch.setattr("vision.engines.choice.quicker", ncnn_is_quicker)
    remembered = tmp_path / "cache" / "engine.json"

    assert [chosen(MODELS, remembered) for _ in range(3)] == ["ncnn"] * 3
    assert len(tried) == 1

    engines["ncnn"] = "2"
    assert chosen(MODELS, remembered) == "ncnn" and len(tried) == 2

    remembered.write_text("damaged")
    assert chosen(MODELS, remembered) == "ncnn" and len(tried) == 3
    assert json.loads(remembered.read_text())["engine"] == "ncnn"

    del engines["ncnn"]
    assert chosen(MODELS, remembered) == USUAL and len(tried) == 3
