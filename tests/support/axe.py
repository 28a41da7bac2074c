"""What a current axe-core finds on the page a browser shows that would keep somebody out."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources

from selenium.webdriver import Chrome

KEEPS_OUT = ("serious", "critical")
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then((found) => done(found.violations.map((one) => [
  one.id, one.impact, one.nodes.map((node) => node.html)])), (wrong) => done([["axe", "critical", [String(wrong)]]]));
"""


@cache
def _source() -> str:
    """The script as the newest wheel carries it; nothing else of that package is used."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@contextmanager
def styles_allowed(driver: Chrome) -> Iterator[None]:
    """Pages opened in here let axe add its styles; our own never do."""
    driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})


def findings(driver: Chrome) -> list[str]:
    """Each finding with the element it is about."""
    if not driver.execute_script("return Boolean(globalThis.axe)"):
        driver.execute_script(_source())
    found = driver.execute_async_script(RUN)
    return [f"{rule}: {html[:160]}" for rule, impact, nodes in found if impact in KEEPS_OUT for html in nodes]
