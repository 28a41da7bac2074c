"""The pages of a night in a real browser: what the tables say is on the wall, and the host's word is one touch."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Visitor, complaints, resize
from selenium.webdriver import Chrome

from companion.kiosk.phones import own_address
from companion.kiosk.server import answer
from companion.night.addresses import NightPages
from companion.night.codes import pass_from
from companion.night.courier import Broker
from companion.night.ledger import Ledger
from companion.night.letters import seal
from companion.night.night import Night
from companion.night.topics import Topics

pytestmark = pytest.mark.browser

TOPICS = Topics()
VIEWS = ("/", "/draw", "/leaderboard", "/people", "/tables")
BEGUN = {"what": "begun", "at": "2026-11-18T20:00:00Z", "game": "heckmeck", "title": "Heckmeck"}
OUT = """
const beyond = (one) => one.getBoundingClientRect().right > innerWidth + 1;
const out = (one) => beyond(one) && one.checkVisibility() && !one.closest("table");
return [...document.querySelectorAll("main *")].filter(out).map((one) => one.className || one.tagName);
"""


class Evening:
    """A night whose tables' letters we write ourselves, and somebody at its page."""

    def __init__(self, folder: Path, chrome: Chrome, network: bool = False) -> None:
        self.night = Night(Ledger(folder / "night.db"), Broker("127.0.0.1", 9))
        self.night.open()
        self.page = answer(lambda at: NightPages(self.night, language="en", port=at, network=network), 0, network)
        self.visitor = Visitor(chrome, self.page.url)
        self._step = 0

    def hear(self, table: str, kind: str, **body: Any) -> None:
        """A letter of this table."""
        self._step += 1
        key, topic = pass_from(self.night.invite(table.title())).key, TOPICS.of(table, kind)
        seq = self.night.desk.heard(table) + 1 if kind == "event" else self._step
        self.night._do(lambda: self.night.desk.take(topic, seal(key, topic, table, seq, {"oldest": 1, **body})))
        self.night._do(self.night._changed)

    def played(self, table: str, match: int, scores: dict[str, int], winner: str) -> None:
        """A whole game at a table."""
        self.hear(table, "event", **BEGUN, match=match, players=list(scores))
        self.hear(table, "event", what="ended", match=match, number=0, scores=scores, winners=[winner])

    def close(self) -> None:
        self.page.stop()
        self.night.close()


@pytest.fixture
def evening(chrome: Chrome, tmp_path: Path) -> Iterator[Evening]:
    resize(chrome, 1920, 1080)
    chrome.execute_cdp_cmd("Network.clearBrowserCookies", {})
    complaints(chrome)
    made = Evening(tmp_path, chrome)
    made.night.invite("Oak")
    made.night.invite("Elm")
    yield made
    said = complaints(chrome)
    chrome.get("about:blank")
    made.close()
    assert said == []


def test_the_wall_shows_who_plays_who_leads_who_crows_and_who_needs_somebody(evening: Evening) -> None:
    at = evening.visitor
    at.open("/")
    at.sees(".wall-table", "Oak")
    evening.hear("oak", "online", online=True)
    state = {"game": "heckmeck", "title": "Heckmeck", "scores": {"Ana": 3, "Ben": 1}, "turn_of": ["Ben"]}
    evening.hear("oak", "state", **state)
    at.sees(".wall-table li", "★ Ana")
    at.sees(".wall-table li.wall-turn", "Ben")
    evening.hear("oak", "event", **BEGUN, match=1, players=["Ana", "Ben"])
    crow = [{"key": "Called", "line": "Ana crows!", "mood": "call", "player": "Ana"}]
    evening.hear("oak", "event", what="deed", match=1, number=0, scores={"Ana": 3, "Ben": 1}, winners=None, told=crow)
    at.sees(".wall-crow .wall-cry", "Ana crows!")
    evening.hear("elm", "online", online=True)
    evening.hear("elm", "state", **state, asks={"kind": "blind", "line": ""})
    at.sees(".wall-help [role=alert]", "Cannot see.")


def test_a_round_is_drawn_and_a_dispute_is_settled_by_the_host_s_word(evening: Evening) -> None:
    at = evening.visitor
    for table in ("oak", "elm"):
        evening.hear(table, "online", online=True)
    at.open("/draw")
    at.touch("button", "Begin a tournament")
    at.sees("input[name=names]").send_keys("Ana, Ben, Cleo, Dora, Emil, Finn, Gita, Hugo")
    at.touch("button", "Sign up")
    at.sees("h2", "Here now: 8")
    at.touch("button", "Draw the round")
    at.sees(".draw-table", "Elm")
    assert len(at.driver.find_elements("css selector", ".draw-table li")) == 8
    board = evening.night.feed.snapshot["draw"]["round"]["tables"][0]
    evening.played(board["table"], 1, {name: n for n, name in enumerate(board["players"])}, board["players"][-1])
    at.sees(".draw-done li.won", board["players"][-1])
    at.touch(".draw-done button", "Settle")
    at.sees(".draw-settle label:nth-of-type(4)")
    for box in at.driver.find_elements("css selector", ".draw-settle input"):
        if (box.get_attribute("value") == board["players"][0]) != box.is_selected():
            box.click()
    at.touch(".draw-settle button", "So be it")
    at.sees(".draw-settled li.won", board["players"][0])


def test_the_leaderboard_is_of_all_tables_and_of_one_game(evening: Evening) -> None:
    evening.played("oak", 1, {"Ana": 4, "Ben": 2}, "Ana")
    evening.played("elm", 1, {"Ana": 1, "Cleo": 3}, "Cleo")
    evening.played("elm", 2, {"Ana": 6, "Cleo": 3}, "Ana")
    at = evening.visitor
    at.open("/leaderboard")
    first = at.sees(".night-ranks tbody tr")
    assert [cell.text for cell in first.find_elements("css selector", "th, td")][:5] == ["★ 1", "Ana", "2", "3", "11"]
    evening.played("oak", 2, {"Cleo": 9, "Ben": 2}, "Cleo")
    at.sees(".night-ranks tbody tr:first-child", "Cleo")
    at.touch("select option", "Heckmeck")
    at.sees(".night-ranks tbody tr", "Ben")


def test_two_names_become_one_person_and_one_name_two(evening: Evening) -> None:
    evening.played("oak", 1, {"Ana": 4, "Benjamin": 2}, "Ana")
    evening.played("elm", 1, {"Ana": 1, "Ben": 3}, "Ben")
    at = evening.visitor
    at.open("/people")
    at.touch(".night-people li:has(h2) > button", "Is also called otherwise")  # Ana, the first of them
    at.touch("button", "Never mind")
    at.touch(".night-people li:nth-child(2) > button", "Is also called otherwise")
    at.sees(".lead", "Ben is the same person as ...")
    at.touch(".night-people li:nth-child(3) > button", "This one")
    at.sees(".night-people li:has(li + li)", "Ben at Elm: 1 games")
    assert [row["player"] for row in evening.night.feed.snapshot["board"]] == ["Ana", "Benjamin"]
    at.touch(".night-people li:has(li + li) button", "Somebody else")
    at.touch(".night-people form button", "So be it")
    at.until(lambda: len(evening.night.feed.snapshot["board"]) == 3, "three persons again")


def test_a_table_is_invited_and_what_was_refused_is_said(evening: Evening) -> None:
    at = evening.visitor
    at.open("/tables")
    at.sees("input[name=name]").send_keys("Table 4")
    at.touch("button", "Add a table")
    at.sees(".night-codes .night-code", "table-4-")
    evening.night._do(lambda: evening.night.desk.take(TOPICS.of("oak", "event"), b"{}"))
    evening.night._do(evening.night._changed)
    at.sees(".ranks tbody tr", "cannot be read")


def test_on_a_phone_nothing_sticks_out(evening: Evening) -> None:
    evening.played("oak", 1, {"Maximiliane-Charlotte": 4, "Ben": 2}, "Ben")
    evening.night.say("tournament", {})
    evening.night.say("came", {"names": ["Maximiliane-Charlotte", "Ben"]})
    at = evening.visitor
    resize(at.driver, 390, 844)
    for view in VIEWS:
        at.open(view)
        assert at.driver.execute_script(OUT) == [], view


def test_a_guest_with_the_host_s_pin_may_speak(chrome: Chrome, tmp_path: Path) -> None:
    evening = Evening(tmp_path, chrome, network=True)
    resize(chrome, 1280, 720)
    try:
        at = Visitor(chrome, f"http://{own_address()}:{evening.page.port}/")
        at.open("/tables")
        at.sees(".lead", "Only the host sees this.")
        at.touch("#menu-button")
        at.sees(".night-door input").send_keys(evening.page.kiosk.door.pin)
        at.touch(".night-door button")
        at.sees("button", "Add a table")
    finally:
        chrome.get("about:blank")
        evening.close()
