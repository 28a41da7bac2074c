"""Makes frames of a rendered sequence: each moment's picture as often as it lasts, each time with fresh noise."""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = 1280, 720
FPS = 15
GAIN = 5e-4  # of the sensor: how much noise its light carries
FLICKER = 0.003  # of a lamp
SHEETS = 4  # of noise; each frame gets a window into one of them
SPARE = 96


def frames_of(plan: Mapping[str, Any], folder: Path, out: Path, seed: int, fps: int = FPS) -> dict[int, int]:
    """Write the frames; tells for each picture the number of its first frame."""
    rng = np.random.default_rng([seed, 15])
    sheets = [_noise(rng) for _ in range(SHEETS)]
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    first, number = {}, 0
    for shot in plan["shots"]:
        first[shot["base"]] = number
        clean = _sized(cv2.imread(str(folder / "base" / f"{shot['base']:03d}.jpg")))
        loud = cv2.LUT(clean, _loudness())
        for _ in range(max(1, round(shot["frames"] * fps / FPS))):
            x, y = rng.integers(SPARE, size=2)
            grain = sheets[rng.integers(SHEETS)][y : y + SIZE[1], x : x + SIZE[0]]
            bright = clean.astype(np.float32) * float(rng.normal(1, FLICKER)) + grain * loud
            pixels = np.clip(bright + 0.5, 0, 255).astype(np.uint8)
            cv2.imwrite(str(out / f"{number:05d}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])
            number += 1
    return first


def presses_of(plan: Mapping[str, Any], first: Mapping[int, int], fps: int = FPS) -> Iterator[str]:
    """The presses of a script at the times of its frames, as ``--presses`` takes them."""
    for press in plan.get("presses", ()):
        at = (first[press["shot"]] + press["frame"] * fps / FPS) / fps
        yield json.dumps({"t": round(at, 3), "button": press["button"]})


def _sized(pixels: Any) -> NDArray[np.uint8]:
    """Moving hands are stored at half the size: nobody reads them."""
    assert pixels is not None, "a picture of the script was not rendered"
    return np.asarray(pixels if pixels.shape[1] == SIZE[0] else cv2.resize(pixels, SIZE), np.uint8)


def _loudness() -> NDArray[np.float32]:
    """The noise at each grey: as the root of the light, steeper in the dark because of the tone curve."""
    grey = np.arange(256) / 255
    light = grey**2.2
    slope = 2.2 * np.maximum(grey, 0.04) ** 1.2
    return np.asarray(255 * np.sqrt(GAIN * light + GAIN**2 * 9) / slope, np.float32)


def _noise(rng: np.random.Generator) -> NDArray[np.float32]:
    high, wide = SIZE[1] + SPARE, SIZE[0] + SPARE
    grey = rng.standard_normal((high, wide, 1), np.float32) * np.float32(0.6)
    coloured = cv2.GaussianBlur(rng.standard_normal((high, wide, 3), np.float32), (0, 0), 0.8)
    return np.asarray(grey + coloured, np.float32)
