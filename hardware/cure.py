"""Commands that mend the very installation we run from, ready to be copied."""

import shlex
import sys
from collections.abc import Sequence


def pip(*words: str) -> str:
    return shlex.join((sys.executable, "-m", "pip", *words))


def apt(packages: Sequence[str], then: str = "") -> str:
    """Debian's packages; with ``then``, what has to follow."""
    return f"sudo apt install {' '.join(packages)}" + (f" && {then}" if then else "")
