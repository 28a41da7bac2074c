"""The guide shows what the program draws today, and names only verbs and files that exist."""

import re
from pathlib import Path

import pytest

from companion.announcements.sounds import SOUNDS
from companion.appliance.wiring import wiring_svg
from companion.cli import VERBS
from companion.settings import read
from hardware.settings import ButtonsSettings, DisplaySettings

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = [DOCS / "build-your-own.md", DOCS / "on-a-pi.md"]


def test_the_wiring_in_the_guide_is_that_of_the_default_map() -> None:
    """companion print wiring --out docs/pictures/wiring.svg draws it anew."""
    assert (DOCS / "pictures" / "wiring.svg").read_text() == wiring_svg(ButtonsSettings(), DisplaySettings())


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_pictures_and_verbs_of_the_guide_exist(guide: Path) -> None:
    text = guide.read_text()
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text):
        assert (DOCS / picture).is_file(), picture
    for verb in re.findall(r"companion ([a-z]+)\b(?! [a-z]+ is)", re.sub(r"```.*?```", "", text)):
        assert verb in VERBS, verb


def test_the_settings_of_the_guide_are_settings() -> None:
    text = (DOCS / "build-your-own.md").read_text()
    block = re.search(r"( {7}\[camera\]\n(?: {7}.*\n)+)", text)
    assert block is not None
    settings = read(block.group(1))
    assert (settings.camera.driver, settings.display.driver) == ("picamera", "max7219")
    for name in re.findall(r'silenced = \["(\w+)"\]', text):
        assert name in SOUNDS
