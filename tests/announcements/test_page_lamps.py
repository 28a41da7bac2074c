"""The page lights the same lamps as the matrix on the table."""

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from kiosk_stage import StillTable
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.announcements.lamps.drawing import centred, letters
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.server import serve
from companion.settings import KioskSettings
from hardware.displays.mirror import MirrorDisplay, rows
from hardware.displays.recorded import RecordedDisplay

pytestmark = pytest.mark.browser


@pytest.fixture
def browser() -> Iterator[Chrome]:
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("chromium and chromedriver are not installed")
    options = ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.binary_location = shutil.which("chromium") or ""
    driver = Chrome(options, Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_every_lamp_of_the_table_is_lit_on_the_page(browser: Chrome, tmp_path: Path) -> None:
    feed = Feed()
    display = MirrorDisplay(RecordedDisplay(32), feed.show_lamps)
    page = serve(StillTable(tmp_path), KioskSettings(port=free_port()), feed, Preview(), language="en")
    try:
        feed.publish({"seq": 1, "machine": {"state": "STABLE", "sureness": 1.0}})
        browser.get(f"{page.url}/check".replace("//check", "/check"))
        picture = centred(letters("24"), 32)
        display.show(picture)
        feed.publish({"seq": 2, "machine": {"state": "EMPTY", "sureness": 1.0}})  # the page draws anew
        wanted = {(x + 1, y + 1) for y, row in enumerate(rows(picture)) for x, lamp in enumerate(row) if lamp == "#"}
        WebDriverWait(browser, 15).until(lambda _: lit(browser) == wanted)
        display.show(centred(letters("31"), 32))
        WebDriverWait(browser, 15).until(lambda _: lit(browser) not in (wanted, set()))
    finally:
        page.stop()


def lit(browser: Chrome) -> set[tuple[int, int]]:
    found = browser.find_elements(By.CSS_SELECTOR, "#lamps .lamps-lit")
    path = (found[0].get_attribute("d") or "") if found else ""
    spots = [spot.removesuffix("h0").split() for spot in path.split("M") if spot]
    return {(int(x), int(y)) for x, y in spots}
