"""Threads share one heap, and it gives back what it does not need, where the C library can be asked to."""

import platform
import subprocess
import sys

import pytest

from companion.appliance.memory import TIDY_SECONDS, Thrift

# Two threads keep a megabyte each in small pieces; a thread's own heap lies far from the next, in 64 MB of its own.
HEAPS = """
import ctypes, threading
from companion.appliance.memory import Thrift
if {thrifty}:
    Thrift()
libc, kept = ctypes.CDLL(None), []
libc.malloc.restype = ctypes.c_void_p
held = threading.Barrier(3)
def fill():
    kept.extend(libc.malloc(1000) for _ in range(1000))
    held.wait(); held.wait()
threads = [threading.Thread(target=fill) for _ in range(2)]
for one in threads: one.start()
held.wait()
kept.sort()
print(1 + sum(after - before > 1 << 24 for before, after in zip(kept, kept[1:])))
held.wait()
"""


def heaps(thrifty: bool) -> int:
    command = [sys.executable, "-c", HEAPS.format(thrifty=thrifty)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has heaps of another kind")
def test_threads_share_one_heap() -> None:
    assert heaps(thrifty=True) < heaps(thrifty=False)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has heaps of another kind")
def test_it_tidies_once_in_a_while() -> None:
    now = [0.0]
    thrift = Thrift(lambda: now[0])
    assert not thrift.tidy()
    now[0] = TIDY_SECONDS
    assert thrift.tidy()
    assert not thrift.tidy()


def test_a_c_library_that_cannot_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.appliance.memory.ctypes.CDLL", lambda _: object())
    now = [0.0]
    thrift = Thrift(lambda: now[0])
    now[0] = TIDY_SECONDS
    assert not thrift.tidy()
