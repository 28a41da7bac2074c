"""Sets and mountings handed from the night's machine to its tables."""

import hashlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.mounting import mounting_path
from companion.night.goods import offered, order_for, packed, take
from hardware.trouble import Trouble
from vision.piece_set import load_set, save_set, set_names


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The night's machine has a set of its own and hands files out; then we are at a table."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "night"))
    shipped = load_set(set_names()[0])
    save_set(type(shipped)(**{**vars(shipped), "name": "red-dice"}))
    files = {"/goods/set/red-dice": packed("set", "red-dice")}

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(files[self.path])

        def log_message(self, *_: object) -> None: ...

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_table_takes_a_set_over_and_only_the_one_signed_for(
    night: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offered() == [{"kind": "set", "name": "red-dice"}]
    order = order_for("set", "red-dice", night)
    names = load_set("red-dice").names
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "table"))

    with pytest.raises(Trouble, match="not what the night signed for"):
        take({**order, "sha256": hashlib.sha256(b"another").hexdigest()})
    assert "red-dice" not in set_names()
    take(order)
    assert load_set("red-dice").names == names
    with pytest.raises(Trouble, match="already"):
        take(order)


@pytest.mark.parametrize(
    "odd",
    [{"kind": "program"}, {"url": "file:///etc/passwd"}, {"name": "../../x"}, {"name": 7}, {"url": None}],
    ids=str,
)
def test_nothing_else_is_fetched(night: str, odd: dict[str, object]) -> None:
    with pytest.raises((Trouble, ValueError)):
        take({**order_for("set", "red-dice", night), **odd})


def test_only_what_is_here_can_be_handed_out(night: str) -> None:
    for kind, name in (("set", "../red-dice"), ("mounting", "table"), ("mounting", "../../etc/passwd")):
        with pytest.raises(Trouble, match="here"):
            packed(kind, name)
    mounting_path("loft").parent.mkdir(parents=True)
    mounting_path("loft").write_text("format = 1\n")
    assert packed("mounting", "loft") == b"format = 1\n"
