"""Keeps this program small: its threads share one heap, and what the heap does not need goes back."""

import ctypes
import time
from collections.abc import Callable

MEGABYTE = 2**20
# Of glibc's mallopt: one heap; what is larger than a picture is mapped by itself and gone when it is done with, for a
# heap with such holes in it never shrinks again. So a table that looks takes 57 MB less, and a read a twentieth longer.
M_ARENA_MAX, M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -8, -1, -3
CHOSEN = {M_ARENA_MAX: 1, M_TRIM_THRESHOLD: 16 * MEGABYTE, M_MMAP_THRESHOLD: 4 * MEGABYTE}
TIDY_SECONDS = 10.0  # giving back takes milliseconds, and so does fetching anew what the next look needs


class Thrift:
    """To be begun before the first thread starts; where the C library cannot be asked, nothing happens.

    The eye's pictures come and go in large pieces. A heap for every thread would keep the room of each one's largest,
    and even one heap keeps all it ever needed: with 1 GB in a Pi that matters.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tidied_at = clock()
        for what, value in CHOSEN.items():
            _ask("mallopt", what, value)

    def tidy(self) -> bool:
        """Give back what is not needed, once in a while; true if it was done."""
        now = self._clock()
        if now - self._tidied_at < TIDY_SECONDS:
            return False
        self._tidied_at = now
        return _ask("malloc_trim", 0)


def _ask(function: str, *values: int) -> bool:
    try:
        getattr(ctypes.CDLL(None), function)(*values)
    except (OSError, AttributeError, TypeError):  # musl, macOS and Windows have heaps of another kind
        return False
    return True
