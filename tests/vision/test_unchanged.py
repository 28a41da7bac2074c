"""Flat pieces are remembered while only dice move, and read again when anything else does."""

from dataclasses import replace

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.flat.unchanged import Flat, Unchanged
from vision.observation import DieSeen, TileSeen

TILE = TileSeen(21, True, ((10.0, 10.0), (40.0, 10.0), (40.0, 80.0), (10.0, 80.0)), 0.99)
SEEN: Flat = ((), (), (TILE,))
QUAD = ((300.0, 200.0), (330.0, 200.0), (330.0, 230.0), (300.0, 230.0))
DIE = DieSeen("3", 0.99, "2", (300.0, 200.0, 40.0, 40.0), QUAD, False, False, None, "mine")


def table(seed: int = 1) -> Pixels:
    ground = np.full((480, 640), 120, np.float32) + np.random.default_rng(seed).normal(0, 4, (480, 640))
    return ground.clip(0, 255).astype(np.uint8)


def kept() -> Unchanged:
    memory = Unchanged()
    memory.keep(table(), (DIE,), SEEN)
    return memory


def test_nothing_is_remembered_of_a_table_never_seen() -> None:
    assert Unchanged().still(table(), ()) is None


def test_noise_alone_is_no_change() -> None:
    assert kept().still(table(2), (DIE,)) == SEEN


def test_a_die_may_move_with_its_shadow() -> None:
    now = table(2)
    cv2.rectangle(now, (500, 300), (540, 340), 240, -1)
    cv2.rectangle(now, (541, 310), (560, 350), 60, -1)
    assert kept().still(now, (replace(DIE, box=(500.0, 300.0, 40.0, 40.0)),)) == SEEN


def test_a_tile_that_is_taken_is_noticed() -> None:
    now = table(2)
    cv2.rectangle(now, (10, 10), (40, 80), 200, -1)
    assert kept().still(now, (DIE,)) is None


def test_another_light_is_looked_at_anew() -> None:
    now = (table(2) * 0.8).astype(np.uint8)
    assert kept().still(now, (DIE,)) is None


def test_a_picture_of_another_size_is_looked_at_anew() -> None:
    assert kept().still(table()[:240], (DIE,)) is None
