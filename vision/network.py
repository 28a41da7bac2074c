"""Runs one of the eye's small networks."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.folders import cache_folder
from hardware.trouble import Trouble
from vision.engines.choice import Runs, chosen, opener

MODELS = Path(__file__).parent / "models"
Floats = NDArray[np.float32]


@lru_cache
def engine() -> str:
    """What runs the networks here."""
    return chosen(MODELS, cache_folder() / "engine.json")


@lru_cache
def network(name: str) -> Runs:
    """The shipped network of this name, loaded once: pictures in (N, planes, height, width; 0 to 255), numbers out."""
    if not (MODELS / f"{name}.onnx").is_file():
        raise Trouble(f"The eye's network {name} is missing.", "Install cockadoodle again, or make it with: make train")
    return opener(engine())(MODELS, name)


def load(*names: str) -> None:
    """Have these ready before they are needed."""
    for name in names:
        network(name)


def planes(pictures: list[NDArray[np.uint8]]) -> Floats:
    """Pictures of one size, BGR or with more planes, as a batch for a network."""
    height, width, depth = pictures[0].shape
    batch = np.empty((len(pictures), depth, height, width), np.float32)
    for n, plane in enumerate(cv2.split(np.concatenate(pictures))):
        batch[:, n] = plane.reshape(-1, height, width)
    return batch
