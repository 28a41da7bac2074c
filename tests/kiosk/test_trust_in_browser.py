"""What keeps a family's trust: good news is not framed in red, an alarm ends, nothing looks dead under a finger."""

from collections.abc import Callable

import numpy as np
import pytest
import snapshots
from browser import resize
from kiosk_room import Room

from companion.announcements.wording import Wording
from companion.languages import languages

pytestmark = pytest.mark.browser

VIEWS = ("/", "/correct", "/phone", "/history", "/leaderboard", "/sets", "/teach", "/mount", "/settings", "/check")
# Every rule for what a pointer hovers over must ask whether there is a pointer that can.
HOVERING = """
const bare = [];
const look = (rules, asked) => {
  for (const rule of rules) {
    if (rule.cssRules?.length) look(rule.cssRules, asked || /hover/.test(rule.media?.mediaText ?? ""));
    if (rule.selectorText?.includes(":hover") && !asked) bare.push(rule.selectorText);
  }
};
for (const sheet of document.styleSheets) look(sheet.cssRules, false);
return bare;
"""
FRAME = (
    "return [getComputedStyle(document.querySelector('.notice')).borderColor, document.querySelector('.notice').role]"
)
COLOUR = "return getComputedStyle(document.documentElement).getPropertyValue(arguments[0]).trim()"


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_good_news_is_green_and_bad_news_red(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    driver = here.visitor.driver
    here.visitor.open("/check")
    here.visitor.touch("button", "Try the sound")
    here.visitor.sees(".notice", "You should have heard")
    assert driver.execute_script(FRAME) == [rgb(driver.execute_script(COLOUR, "--grass")), "status"]

    here.feed.tell(Wording("en").trouble("Blind"))
    here.visitor.sees(".notice", "I cannot see")
    assert driver.execute_script(FRAME) == [rgb(driver.execute_script(COLOUR, "--comb")), "alert"]


def test_an_alarm_that_is_over_is_gone(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.visitor.open("/history")
    here.visitor.sees("h1")
    here.feed.tell(Wording("en").trouble("Blind"))
    here.visitor.sees(".notice", "I cannot see")
    here.feed.tell(Wording("en").trouble("Sees"))
    here.visitor.until(lambda: not here.visitor.text(".notice"), "the page without the alarm")


def test_nothing_looks_dead_under_a_finger(room: Callable[..., Room]) -> None:
    here = room()
    here.visitor.open("/table")
    assert here.visitor.driver.execute_script(HOVERING) == []


@pytest.mark.parametrize("language", languages())
def test_no_page_is_wider_than_a_phone(room: Callable[..., Room], language: str) -> None:
    here = room()
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))
    resize(here.visitor.driver, 390, 844)
    here.visitor.open("/")
    here.visitor.driver.add_cookie({"name": "language", "value": language})
    for path in VIEWS:
        here.visitor.open(path)
        here.visitor.sees("main h1")
        if path == "/check":
            here.visitor.sees(".finding")
        assert not here.visitor.driver.execute_script("return document.documentElement.scrollWidth > innerWidth"), path


def test_a_look_to_remember_is_shown_and_playing_on_means_no(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    choices = [{"value": value, "line": value.capitalize()} for value in ("yes", "no")]
    asked = {"id": 1, "key": "LearnFace", "line": "Shall I remember this look of 4?", "choices": choices}
    asked |= {"default": "no", "picture": f"data:image/png;base64,{pixel}"}
    here.feed.publish(snapshots.heckmeck() | {"question": asked})
    here.visitor.open("/table")

    here.visitor.sees(".question .quiet", snapshots.heckmeck()["next"])
    here.visitor.sees(".question button.big", "Yes")
    here.visitor.sees(".question button.plain", "No, or just play on")
    drawn = "return document.querySelector('.crop-asked').naturalWidth"
    here.visitor.until(lambda: here.visitor.driver.execute_script(drawn) == 1, "the picture")


def test_the_tables_own_buttons_answer_what_the_page_asks(room: Callable[..., Room]) -> None:
    here = room()
    for button, ended in (("red", False), ("green", True)):
        here.table.start("heckmeck", ["Ana", "Ben"], {})
        here.visitor.open("/table")
        here.visitor.touch("button", "End the game")
        here.visitor.sees(".doubt")
        here.feed.send("press", {"button": button, "kind": "press"})
        here.visitor.until(lambda: not here.visitor.driver.find_elements("css selector", ".doubt"), button)
        here.visitor.sees("h1.home-title" if ended else ".whose")
        assert (here.table.journal.unfinished() is None) == ended


def test_all_at_once_nobody_begins(room: Callable[..., Room]) -> None:
    here = room()
    here.visitor.open("/")
    here.visitor.driver.execute_script(
        "[...document.querySelectorAll('.game')].find((one) => one.innerText.includes('Rooster')).click()"
    )
    for name in ("Ana", "Ben"):
        here.visitor.touch(".chip", name)
    here.visitor.sees("#start-hint", "All begin at once.")


def test_the_feast_has_no_tools_of_the_game(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck() | {"winners": ["Ana"]})
    here.visitor.open("/table")
    here.visitor.sees(".feast", "Ana wins!")
    for word in ("Undo", "Pause", "Skip", "Enter the dice"):
        assert word not in here.visitor.text("main")
