"""What all kinds of tests share: one browser, started when the first test asks for it."""

from collections.abc import Iterator

import pytest
from browser import MISSING, browser, installed
from selenium.webdriver import Chrome


@pytest.fixture(scope="session")
def chrome() -> Iterator[Chrome]:
    if not installed():
        pytest.skip(MISSING)
    with browser() as driver:
        yield driver
