"""A table without the real cards: the page deals what the owner's box holds, and a phone draws in secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kiosk_stage import Device, TouchTable

from companion.announcements.wording import Wording
from companion.boxes import boxes_folder
from companion.games import GAMES, text_of
from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.referee.commands import Act
from companion.settings import KioskSettings

PLAYERS = ["Ana", "Ben"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TouchTable]:
    """The owner's red chickens are all worth one point more."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    boxes_folder().mkdir(parents=True)
    head, *cards = (text_of("rooster-run", "box.toml") or "").split("[[cards]]")
    for number in range(8):
        value = int(cards[number].partition("value = ")[2].partition("\n")[0])
        cards[number] = cards[number].replace(f"value = {value}", f"value = {value + 1}")
    (boxes_folder() / "rooster-run.toml").write_text("[[cards]]".join((head, *cards)))
    yield TouchTable(Feed(), tmp_path)


def device(table: TouchTable) -> Device:
    return Device(
        Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=8080).app, base="http://127.0.0.1:8080"
    )


def test_the_page_deals_from_the_owners_box(table: TouchTable) -> None:
    table.start("rooster-run", PLAYERS, {"no_sweetheart": True})
    here = device(table)
    for _ in range(4):
        assert here.post("/api/deal").status_code == 200
        table.take(Act({"end_round": True}))
    dealt = [card for order in table.taken if isinstance(order, Act) for card in order.action.get("deal", ())]
    values = {card["id"]: card["value"] for card in dealt}
    ours = {card.id: card.value for card in GAMES["rooster-run"].box.cards}
    assert len(values) == 32
    assert {name for name in values if values[name] != ours[name]} == {f"red-{n}" for n in range(1, 9)}


def test_cards_are_called_by_what_the_owners_box_says(table: TouchTable) -> None:
    assert Wording("en", "rooster-run").piece("red-8") == "red 8"
    assert Wording("en", "rooster-run").piece("blue-8") == "blue 7"


def test_a_sweetheart_is_drawn_for_one_pair_of_eyes(table: TouchTable) -> None:
    table.start("rooster-run", PLAYERS, {})
    here = device(table)
    drawn = [here.post("/api/secret", {"player": player}).json()["card"]["id"] for player in PLAYERS]
    assert len(set(drawn)) == 2 and set(drawn) <= set(GAMES["rooster-run"].box.own["sweethearts"])
    assert table.referee is not None
    snapshot = table.referee.snapshot()
    assert snapshot["state"]["drawn"] == PLAYERS
    assert not any(card in str(snapshot) for card in drawn), "nobody else is told"
    again = here.post("/api/secret", {"player": "Ana"})
    assert again.status_code >= 400
    assert "nothing to draw for Ana" in again.json()["say"]
    assert here.post("/api/secret", {"player": "Otto"}).status_code == again.status_code


def test_nothing_secret_is_drawn_where_nobody_plays_with_it(table: TouchTable) -> None:
    table.start("rooster-run", PLAYERS, {"no_sweetheart": True})
    assert "nothing to draw" in device(table).post("/api/secret", {"player": "Ana"}).json()["say"]
    table.start("heckmeck", PLAYERS, {})
    assert "cards to deal" in device(table).post("/api/secret", {"player": "Ana"}).json()["say"]
