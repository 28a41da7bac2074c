"""A headless Chromium for tests, screenshots and benches, or a sentence why there is none."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

MISSING = "Chromium is not installed: apt-get install chromium chromium-driver"
QUIET = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --disable-extensions"
)


def installed() -> bool:
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


@contextmanager
def browser(
    width: int = 1280,
    height: int = 720,
    *,
    look: Literal["dark", "light"] = "dark",
    calm: bool = True,
    flags: str = "",
) -> Iterator[Chrome]:
    """A browser with an empty profile; calm asks pages for reduced motion, so that pictures do not change."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = str(shutil.which("chromium"))
        for flag in (*QUIET.split(), *flags.split(), f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = Chrome(options, Service(str(shutil.which("chromedriver"))))
        try:
            driver.set_script_timeout(20)
            resize(driver, width, height)
            wear(driver, look, calm=calm)
            yield driver
        finally:
            driver.quit()


def resize(driver: Chrome, width: int, height: int) -> None:
    """The size of the page itself, also below the smallest window."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def wear(driver: Chrome, look: str, *, calm: bool = True) -> None:
    """Ask pages for a dark or a light look, and for calm or lively motion."""
    motion = "reduce" if calm else "no-preference"
    features = [{"name": "prefers-color-scheme", "value": look}, {"name": "prefers-reduced-motion", "value": motion}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def complaints(driver: Chrome) -> list[str]:
    """What the console complained about since the last call."""
    log = driver.execute("getLog", {"type": "browser"})["value"]
    return [entry["message"] for entry in log if entry["level"] == "SEVERE"]
