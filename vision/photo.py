"""Opens a photograph of any kind as a frame, or says why it cannot."""

from pathlib import Path

import cv2
import numpy as np

from hardware.frame import Frame
from hardware.trouble import Trouble

MOST_PIXELS = 150_000_000
MOST_BYTES = 300_000_000


def open_photo(path: Path, number: int = 0) -> Frame:
    """Eight-bit BGR, turned as the camera was held (EXIF)."""
    try:
        if path.is_dir():
            raise Trouble(f"{path} is a folder, not a picture.", f"Name the pictures in it: {path}/*.jpg")
        if path.stat().st_size > MOST_BYTES:
            raise Trouble(f"{path} is too large to be read.", "Give a picture of less than 300 MB.")
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except FileNotFoundError:
        raise Trouble(f"There is no file {path}.", "Check the name.") from None
    except OSError as error:
        raise Trouble(f"{path} cannot be opened: {error.strerror}.", "Check the file's permissions.") from error
    try:
        pixels = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    except cv2.error:  # OpenCV refuses absurd sizes this way
        pixels = None
    if pixels is None:
        raise Trouble(f"{path} is no picture I can read.", "Give a JPEG, PNG, WebP, TIFF or BMP picture.")
    height, width = pixels.shape[:2]
    if height * width > MOST_PIXELS:
        raise Trouble(f"{path} has {height * width // 1_000_000} million pixels.", "Give one of at most 150 million.")
    return Frame(np.asarray(pixels, np.uint8), number, 0.0, str(path))
