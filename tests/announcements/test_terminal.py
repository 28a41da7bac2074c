"""What is written to the terminal can do nothing to it, and nobody has to read it."""

import io
import subprocess
import sys

from companion.announcements.announcement import Announcement
from companion.announcements.terminal import TerminalChannel


def test_a_name_cannot_steer_the_terminal() -> None:
    written = io.StringIO()
    TerminalChannel(written).tell(Announcement("Welcome", "prompt", "A\x1b[2J", "Hello A\x1b[2Jna", "A\x07na"))
    assert "\x1b" not in written.getvalue() and "\x07" not in written.getvalue()
    assert "Hello A" in written.getvalue()


def test_a_reader_that_went_away_is_no_reason_to_stop() -> None:
    script = "from companion.announcements.terminal import say\nfor n in range(20000): say(str(n))\nraise SystemExit(7)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"0\n"
        process.stdout.close()
        assert process.wait(30) == 7
        assert process.stderr.read() == b""
