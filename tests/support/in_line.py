"""How long a thread has stood in line for a processor: time a busy machine gave to others, not to us."""

from pathlib import Path


def in_line() -> float:
    """Seconds this thread was ready to run and was not let; 0 where the system does not count them."""
    counted = Path("/proc/thread-self/schedstat")
    return int(counted.read_text().split()[1]) / 1e9 if counted.is_file() else 0.0
