"""The page lights the same lamps as the matrix on the table."""

import socket
from pathlib import Path

import pytest
from browser import MISSING, browser, complaints, installed
from kiosk_stage import StillTable
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.announcements.lamps.drawing import centred, letters
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.server import serve
from companion.settings import KioskSettings
from hardware.displays.mirror import MirrorDisplay, rows
from hardware.displays.recorded import RecordedDisplay
from hardware.ports import Picture


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.browser
@pytest.mark.skipif(not installed(), reason=MISSING)
def test_every_lamp_of_the_table_is_lit_on_the_page(tmp_path: Path) -> None:
    feed = Feed()
    display = MirrorDisplay(RecordedDisplay(32), feed.show_lamps)
    page = serve(StillTable(tmp_path), KioskSettings(port=free_port()), feed, Preview(), language="en")
    try:
        with browser() as driver:
            display.show(centred(letters("24"), 32))
            feed.publish({"seq": 1, "machine": {"state": "STABLE", "sureness": 1.0}})
            driver.get(f"{page.url.rstrip('/')}/check")
            for text in ("24", "31"):
                picture = centred(letters(text), 32)
                display.show(picture)
                wait = WebDriverWait(driver, 20)
                wait.until(lambda _, wanted=picture: lit(driver) == lamps(wanted))  # type: ignore[misc]
            assert complaints(driver) == []
    finally:
        page.stop()


def lamps(picture: Picture) -> set[tuple[int, int]]:
    return {(x + 1, y + 1) for y, row in enumerate(rows(picture)) for x, lamp in enumerate(row) if lamp == "#"}


def lit(driver: Chrome) -> set[tuple[int, int]]:
    found = driver.find_elements(By.CSS_SELECTOR, "#lamps .lamps-lit")
    path = (found[0].get_attribute("d") or "") if found else ""
    spots = [spot.removesuffix("h0").split() for spot in path.split("M") if spot]
    return {(int(x), int(y)) for x, y in spots}
