"""Runs one of the eye's small networks."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from hardware.trouble import Trouble

MODELS = Path(__file__).parent / "models"
Floats = NDArray[np.float32]


class Network:
    """Pictures in (N, 3, height, width; 0 to 255), numbers out."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the Pi's other cores have their own work
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # a photograph of another size would keep its memory for ever
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, pictures: Floats) -> Floats:
        return np.asarray(self.session.run(None, {"pictures": pictures})[0], np.float32)


@lru_cache
def network(name: str) -> Network:
    """The shipped network of this name, loaded once."""
    path = MODELS / f"{name}.onnx"
    if not path.is_file():
        raise Trouble(f"The eye's network {name} is missing.", "Install cockadoodle again, or make it with: make train")
    return Network(path)


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
