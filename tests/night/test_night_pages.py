"""The pages of a night: everybody may look, only the host may speak."""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.kiosk.server import answer
from companion.languages import languages
from companion.night.addresses import NightPages
from companion.night.courier import Broker
from companion.night.ledger import Ledger
from companion.night.night import Night
from companion.night.words import words

STATIC = resources.files("companion.night") / "static"


class Visitor:
    def __init__(self, url: str) -> None:
        self.url = url

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, timeout=20)

    def post(self, path: str, **values: Any) -> httpx.Response:
        headers = {"origin": self.url.rstrip("/"), "content-type": "application/json"}
        return httpx.post(f"{self.url}api/{path}", json=values, headers=headers, timeout=20)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    made = Night(Ledger(tmp_path / "night.db"), Broker("127.0.0.1", 9))
    made.open()
    yield made
    made.close()


@pytest.fixture
def visitor(night: Night) -> Iterator[Visitor]:
    page = answer(lambda port: NightPages(night, language="en", port=port, network=False), 0, False)
    yield Visitor(page.url)
    page.stop()


def test_a_host_invites_tables_and_draws_a_round(night: Night, visitor: Visitor) -> None:
    code = visitor.post("invite", name="Table 4").json()["code"]
    assert code.startswith("table-4-")
    visitor.post("say", kind="tournament")
    visitor.post("say", kind="came", names=["Ana", " Ben  Bo "])
    drawn = visitor.post("draw", game="heckmeck", kind="swiss", seats={"table-4": 4})

    assert drawn.status_code == 200
    board = night.feed.snapshot["draw"]["round"]["tables"][0]
    assert (board["name"], sorted(board["players"])) == ("Table 4", ["Ana", "Ben Bo"])
    again = visitor.post("draw", game="heckmeck", kind="swiss", seats={"table-4": 4})
    assert again.json() == {
        "say": "The last round is not over.",
        "fix": "Wait for its tables, or settle them by your word.",
    }
    assert visitor.post("call").json()["missing"] == ["Table 4: This table is not there."]
    assert visitor.get("api/tables").json()[0]["code"] == code


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("say", {"kind": "party"}),
        ("say", {"kind": "merge", "one": "Ana"}),
        ("say", {"kind": "came", "names": "Ana"}),
        ("say", {"kind": "came", "names": [7]}),
        ("say", {"kind": "left", "name": "x" * 41}),
        ("say", {"kind": "settled", "round": 3, "table": "oak", "winners": ["Ana"]}),
        ("draw", {"game": "chess", "kind": "swiss", "seats": {"oak": 4}}),
        ("draw", {"game": "heckmeck", "kind": "swiss", "seats": {"oak": "4"}}),
        ("invite", {"name": "!?"}),
        ("invite", {"name": ""}),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_with_a_sentence(visitor: Visitor, path: str, values: dict[str, Any]) -> None:
    refused = visitor.post(path, **values)
    assert refused.status_code in (400, 409)
    assert len(refused.json()["say"]) > 10
    assert visitor.get("api/leaderboard").status_code == 200, "and the night goes on"


def test_every_page_is_there_and_knows_its_words(visitor: Visitor) -> None:
    for path in ("", "draw", "leaderboard", "tables", "people"):
        assert "No table is here yet." in visitor.get(path).text
    scripts = set(re.findall(r'/static/[^"]+', visitor.get("").text))
    assert all(visitor.get(path.lstrip("/")).status_code == 200 for path in scripts)


def test_a_guest_may_look_and_not_speak(night: Night) -> None:
    from companion.kiosk.phones import own_address

    page = answer(lambda port: NightPages(night, language="en", port=port, network=True), 0, True)
    try:
        guest = Visitor(f"http://{own_address()}:{page.port}/")
        assert guest.get("").status_code == 200
        assert guest.get("api/tables").status_code == 403, "join codes are the host's"
        assert guest.post("say", kind="tournament").status_code == 403
        assert guest.post("join", pin="nope").status_code == 403
    finally:
        page.stop()


def scripts() -> str:
    folders = (STATIC, STATIC / "night")
    return "\n".join(
        file.read_text("utf-8") for folder in folders for file in folder.iterdir() if file.name.endswith(".js")
    )


@pytest.mark.parametrize("language", languages())
def test_every_word_is_there_in_every_language(language: str) -> None:
    asked = set(re.findall(r'(?<!app\.)say\("([a-z][\w-]*)"', scripts()))
    assert {"tonight", "menu"} <= asked <= set(words(language))
