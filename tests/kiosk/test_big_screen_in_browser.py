"""The big screen: no controls, every word readable at four metres, and the live table in the corner."""

from collections.abc import Callable
from math import atan, degrees

import numpy as np
import pytest
import snapshots
from browser import resize
from kiosk_room import Room

pytestmark = pytest.mark.browser

SCREEN_MM = 708  # the width of 32 inches, a small television
AWAY_MM = 4000
CAPITAL = 0.72  # of the size of its type is how high a capital or a figure is
READABLE, PLEASANT = 16, 20  # minutes of arc: what reading needs, and what it likes (ISO 9241-303)

# Every word there is to see with the size of its type in pixels, drawn ones as large as they come out.
WORDS = """
const seen = [];
const walk = document.createTreeWalker(document.querySelector(".wall"), NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const [text, one] = [walk.currentNode.data.trim(), walk.currentNode.parentElement];
  if (!text || !one.checkVisibility() || one.closest(".unseen") || !one.getBoundingClientRect().width) continue;
  const scale = one.closest("svg") ? one.getScreenCTM().a : 1;
  const first = one.closest(".wall-says, .sum, .seat-score strong, .clock, .feast-who") !== null;
  seen.push([text, parseFloat(getComputedStyle(one).fontSize) * scale, first]);
}
return seen;
"""


def minutes(pixels: float, width: int) -> float:
    """How large a letter looks from the far end of the room."""
    return 60 * degrees(atan(pixels * CAPITAL * SCREEN_MM / width / AWAY_MM))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_every_word_is_readable_at_four_metres(room: Callable[..., Room], width: int, height: int) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck())
    resize(here.visitor.driver, width, height)
    here.visitor.open("/?wall")
    for name in snapshots.TABLES:
        here.visitor.driver.execute_script("cockadoodle.show(arguments[0])", getattr(snapshots, name)())

        seen = here.visitor.driver.execute_script(WORDS)

        assert seen, name
        small = [text for text, size, first in seen if minutes(size, width) < (PLEASANT if first else READABLE)]
        assert not small, name
        assert here.visitor.driver.execute_script("return document.documentElement.scrollHeight") <= height


def test_a_big_screen_has_nothing_to_press_and_the_table_in_its_corner(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))
    here.feed.publish(snapshots.heckmeck())
    here.visitor.open("/table")
    here.visitor.touch("a.big-screen")
    here.visitor.sees(".wall .wall-says", "Keep the 5s")
    assert not here.visitor.driver.find_elements("css selector", "#app :is(button, a, input, select, summary)")
    size = "return document.querySelector('.wall-picture img')?.naturalWidth"
    here.visitor.until(lambda: here.visitor.driver.execute_script(size) == 128, "the live table")

    here.visitor.touch(".view-wall")

    here.visitor.sees(".tools", "Undo")
