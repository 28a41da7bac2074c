"""Keeps arrays in files; what a full disk or a power cut left of one counts as not kept."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.files import write_whole


def store(path: Path, array: NDArray[Any]) -> None:
    written = io.BytesIO()
    np.save(written, array)
    write_whole(path, written.getvalue())


def stored(path: Path) -> NDArray[Any] | None:
    """The array, if it is there and whole."""
    try:
        found = np.load(path)
    except Exception:  # NumPy reads the header as Python: what a broken bit makes of it may fail in any way
        return None
    return found if isinstance(found, np.ndarray) else None
