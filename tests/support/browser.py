"""A headless Chromium for tests, screenshots and benches, or a sentence why there is none."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

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


class Visitor:
    """Somebody in front of a page, who looks, touches and types."""

    def __init__(self, driver: Chrome, url: str) -> None:
        self.driver = driver
        self.url = url.rstrip("/")

    def open(self, path: str) -> None:
        self.driver.get(self.url + path)
        self.sees("main *")

    def sees(self, css: str, text: str = "", seconds: float = 20) -> WebElement:
        """Wait until something of this kind, with this text in it, is on the page."""

        def look(driver: Chrome) -> WebElement | None:
            found = driver.execute_script(FIND, css, text)
            return found if isinstance(found, WebElement) else None

        waiting = WebDriverWait(self.driver, seconds, 0.05, [StaleElementReferenceException])
        message = f"no {css} with {text!r} on {self.driver.current_url}: {self.text()[:600]}"
        element: WebElement | None = waiting.until(look, message)
        assert element is not None
        return element

    def until(self, good: Callable[[], bool], what: str) -> None:
        """Wait for something the page does not show."""
        WebDriverWait(self.driver, 20, 0.05).until(lambda _: good(), f"never came: {what}")

    def touch(self, css: str, text: str = "") -> None:
        """Touch it, once it is there and ready to be touched."""
        self.sees(css + ":not(:disabled)", text)
        self.driver.execute_script("const [css, text] = arguments; " + TOUCH, css + ":not(:disabled)", text)

    def text(self, css: str = "body") -> str:
        return str(self.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def tab_to(self, css: str, text: str = "") -> None:
        """Go on with the tab key until this has the focus."""
        self.sees(css, text)
        for _ in range(80):
            self.press(Keys.TAB)
            if self.driver.execute_script(FOCUSED, css, text):
                return
        raise AssertionError(f"the tab key never reaches {css} {text!r}")


_MATCH = "[...document.querySelectorAll(css)].find((one) => (one.innerText || one.ariaLabel || '').includes(text))"
FIND = f"const [css, text] = arguments; return {_MATCH} ?? null"
TOUCH = f"{_MATCH}.click()"
FOCUSED = (
    "const [css, text] = arguments; const one = document.activeElement; "
    "return one.matches(css) && (one.innerText || one.ariaLabel || '').includes(text)"
)
