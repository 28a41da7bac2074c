"""A whole first evening by taps alone: shown round, seated, a game refereed by the eye, the feast, and how it went."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Visitor, complaints, resize
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from truth_reader import TruthReader

from companion import assemble
from companion.announcements.announcement import Announcement
from companion.assemble import RunningTable
from companion.kiosk.server import serve
from companion.rehearsal.camera import PaintedCamera
from companion.rehearsal.stage import FAST
from companion.settings import KioskSettings, Settings, TableSettings
from companion.wanted import Wanted
from hardware.settings import DisplaySettings, SpeakerSettings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUIET = Settings(
    table=TableSettings(ground="mat"),
    display=DisplaySettings(driver="recorded"),
    speaker=SpeakerSettings(voice=False),
)
SECONDS = 420.0  # for a game, on a machine that does much else


class Family(Visitor):
    """Fingers on glass: a tap lands on whatever lies on top there."""

    def tap(self, css: str, text: str = "") -> None:
        finger = PointerInput(POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call]
        for _ in range(5):
            found = self.sees(css + ":not(:disabled)", text)
            try:
                self.driver.execute_script(
                    "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", found
                )
                actions = ActionBuilder(self.driver, mouse=finger)
                actions.pointer_action.move_to(found).pointer_down().pointer_up()  # type: ignore[no-untyped-call]
                actions.perform()
                return
            except StaleElementReferenceException:
                continue  # it was drawn anew under the finger
        raise AssertionError(f"never still enough to be tapped: {css} {text!r}")

    def there(self, css: str) -> bool:
        return bool(self.driver.find_elements("css selector", css))


@pytest.fixture
def first_start(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[RunningTable, Family, list[Announcement]]]:
    """Nothing was ever set or played here: robots begin at a painted table, drawn as fast as it goes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(assemble, "PaintedCamera", lambda: PaintedCamera(sleep=lambda seconds: None))
    monkeypatch.setattr(assemble, "REAL", FAST)
    monkeypatch.setattr(assemble, "THINK_SECONDS", 0.0)
    table: RunningTable

    def eye(asked: TableSettings) -> Any:
        return TruthReader(lambda: table.play)

    table = RunningTable(QUIET, Wanted(quiet=True), eye, tmp_path / "config" / "table.toml")
    heard: list[Announcement] = []
    shown = table.feed.tell

    def tell(one: Announcement) -> None:
        heard.append(one)
        shown(one)

    monkeypatch.setattr(table.feed, "tell", tell)
    kiosk = serve(table, KioskSettings(), table.feed, table.preview, port=0)
    complaints(chrome)
    chrome.execute_cdp_cmd("Network.clearBrowserCookies", {})
    resize(chrome, 1280, 720)
    table.open()
    yield table, Family(chrome, kiosk.url), heard
    said = complaints(chrome)
    chrome.get("about:blank")
    kiosk.stop()
    table.close()
    assert said == []


def test_from_the_first_start_to_the_result(first_start: tuple[RunningTable, Family, list[Announcement]]) -> None:
    table, family, heard = first_start
    family.open("/")

    family.sees(".tour", "I am the referee")
    family.sees(".badge-demo", "robots play")
    for title in ("only a demonstration", "your own table", "Sit down"):
        family.tap(".tour .big")
        family.sees(".tour h2", title)
    family.tap(".tour .big", "Choose a game")
    family.sees(".home-title")

    family.tap(".game", "Junior")
    for name in ("Dora", "Emil"):
        family.tap(".chip", name)
        family.sees(".chair", name)
    family.tap(".home-start button", "Play Heckmeck Junior")
    family.sees(".board .seat", "Emil")
    family.tap(".help-button")
    family.sees(".help .rule-card")
    family.tap(".help button", "Close")

    asked_at = 0
    for _ in range(int(SECONDS / 0.25)):
        if family.there(".feast"):
            break
        if family.there(".question button") and table.feed.snapshot["question"]["id"] != asked_at:
            asked_at = table.feed.snapshot["question"]["id"]
            family.tap(".question button")
        family.driver.execute_async_script("setTimeout(arguments[0], 250)")
    assert table.play is not None
    winners = table.play.truth.game.winners(table.play.truth.state) or ()
    assert winners and all(name in family.sees(".feast-who").text for name in winners)
    assert [one.line for one in heard if one.kind == "trouble"] == [], "nothing was cried before there was a reason"

    family.tap(".feast-on a", "How it went")
    family.sees(".story .chart")
    family.tap(".head-home")
    family.tap(".chip-again")
    family.sees(".chair:nth-child(2)")
    assert table.toured
