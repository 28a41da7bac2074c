"""The painted table behind the page: begun on the page, played by robots under the referee's eye, won on the page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Visitor, complaints
from selenium.webdriver import Chrome
from truth_reader import TruthReader

from companion import assemble
from companion.assemble import RunningTable
from companion.kiosk.server import serve
from companion.rehearsal.camera import PaintedCamera
from companion.rehearsal.stage import FAST
from companion.settings import KioskSettings, Settings, TableSettings
from companion.wanted import Wanted
from hardware.settings import DisplaySettings, SpeakerSettings

pytestmark = pytest.mark.browser

QUIET = Settings(
    table=TableSettings(players=("Ana", "Ben"), ground="mat"),
    display=DisplaySettings(driver="recorded"),
    speaker=SpeakerSettings(voice=False),
)


@pytest.fixture
def evening(chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[RunningTable, Visitor]]:
    """A painted table that waits for a game; it is painted as fast as it can be, and read as it was painted."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(assemble, "PaintedCamera", lambda: PaintedCamera(sleep=lambda seconds: None))
    monkeypatch.setattr(assemble, "REAL", FAST)
    monkeypatch.setattr(assemble, "THINK_SECONDS", 0.0)
    table: RunningTable

    def eye(asked: TableSettings) -> Any:
        return TruthReader(lambda: table.play)

    table = RunningTable(QUIET, Wanted(quiet=True), eye, tmp_path / "table.toml")
    kiosk = serve(table, KioskSettings(), table.feed, table.preview, port=0)
    complaints(chrome)
    chrome.execute_cdp_cmd("Network.clearBrowserCookies", {})
    table.open()
    yield table, Visitor(chrome, kiosk.url)
    assert complaints(chrome) == []
    chrome.get("about:blank")
    kiosk.stop()
    table.close()


def begin(visitor: Visitor, title: str) -> None:
    visitor.open("/table")
    visitor.touch(".head-home")
    visitor.sees(".chip", "Cleo")
    visitor.driver.execute_script(
        "[...document.querySelectorAll('.game')].find((one) => one.innerText.startsWith(arguments[0])).click()", title
    )
    for name in ("Cleo", "Dora"):
        visitor.touch(".chip", name)
        visitor.sees(".chair", name)
    visitor.touch(".home-start button", title)
    visitor.sees(".board .seat", "Dora")


def follow(visitor: Visitor, done: Callable[[], bool], seconds: float) -> None:
    """Look on until it is done; a question is answered on the page, with its first answer."""
    answer = "document.querySelector('.question button')?.click()"
    for _ in range(int(seconds / 0.25)):
        if done():
            return
        visitor.driver.execute_script(answer)
        visitor.driver.execute_async_script("setTimeout(arguments[0], 250)")
    raise AssertionError(f"not done within {seconds} s: {visitor.text('main')[:400]}")


def test_a_whole_heckmeck_at_the_painted_table(evening: tuple[RunningTable, Visitor]) -> None:
    table, visitor = evening
    begin(visitor, "Heckmeck")

    follow(visitor, lambda: bool(visitor.driver.find_elements("css selector", ".winners")), 600)

    assert table.play is not None
    truth = table.play.truth
    assert truth.over
    winners = truth.game.winners(truth.state) or ()
    assert visitor.text(".winners").startswith(winners[0])
    for seat, (name, score) in enumerate(truth.game.scores(truth.state).items(), 1):
        assert visitor.text(f".seat:nth-child({seat}) .seat-text").split()[:2] == [name, str(score)]


def test_a_rooster_run_round_at_the_painted_table(evening: tuple[RunningTable, Visitor]) -> None:
    table, visitor = evening
    begin(visitor, "Rooster Run")
    visitor.sees(".card:nth-child(8)", seconds=60)

    def second_round() -> bool:
        return int(table.feed.snapshot["state"]["round"]) >= 2

    follow(visitor, second_round, 300)

    assert table.play is not None
    scores = table.play.truth.game.scores(table.play.truth.state)
    visitor.until(
        lambda: (
            [visitor.text(f".seat:nth-child({n}) .seat-score").split()[0] for n in (1, 2)]
            == [str(table.feed.snapshot["scores"][name]) for name in scores]
        ),
        "the points on the page",
    )


def test_an_ended_game_leaves_the_robots_still(
    evening: tuple[RunningTable, Visitor], caplog: pytest.LogCaptureFixture
) -> None:
    """The page is free for the next one, and nobody takes the robots' silence for a broken camera."""
    table, visitor = evening
    begin(visitor, "Heckmeck")

    visitor.touch("button", "End the game")
    visitor.touch(".doubt button", "Yes")

    visitor.sees(".home-title")
    assert table.feed.snapshot == {}
    begin(visitor, "Heckmeck Junior")
    assert "camera failed" not in caplog.text
