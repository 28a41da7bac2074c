"""A kept array that was damaged counts as not kept, however NumPy stumbles over it."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.announcements.stored import store, stored

HEADER = 128  # bytes before the numbers begin


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "one.npy"
    store(path, np.zeros((6, 52)))
    return path


def test_what_was_kept_is_there_again(kept: Path) -> None:
    found = stored(kept)
    assert found is not None and found.shape == (6, 52)


def test_a_header_that_is_no_python_any_more_is_no_array(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes().replace(b"'descr': '", b"'descr':$'"))
    assert stored(kept) is None


def test_a_header_with_any_flipped_bits_never_raises(kept: Path) -> None:
    whole, chance = kept.read_bytes(), Random(5)
    for _ in range(300):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 9)):
            content[chance.randrange(HEADER)] ^= 1 << chance.randrange(8)
        kept.write_bytes(content)
        stored(kept)
