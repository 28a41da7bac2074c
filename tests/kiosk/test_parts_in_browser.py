"""The table's own parts on the page in a real browser: its buttons, its sounds, its questions, what is missing."""

from collections.abc import Callable

import pytest
from browser import FOCUSED
from kiosk_room import Room
from selenium.webdriver import ActionChains

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.referee.commands import Answer
from hardware.trouble import Trouble
from hardware.wording import line

pytestmark = pytest.mark.browser


def press(here: Room, button: str) -> None:
    here.feed.send("press", {"button": button, "kind": "press"})


def press_at(here: Room, what: str, name: str = "") -> None:
    """Go on with blue until this has the focus, then press green."""
    for _ in range(40):
        if here.visitor.driver.execute_script(FOCUSED, what, name):
            press(here, "green")
            if what == ".chip":
                here.visitor.sees(".chair", name)
            return
        go_on(here)
    raise AssertionError(f"{what} {name} is out of reach")


def go_on(here: Room) -> None:
    """Press blue, and wait until something else has the focus."""

    def focused() -> int:
        everything = "[...document.querySelectorAll('*')]"
        return int(here.visitor.driver.execute_script(f"return {everything}.indexOf(document.activeElement)"))

    before = focused()
    press(here, "blue")
    here.visitor.until(lambda: focused() != before, "the next button")


def test_by_the_tables_own_buttons(room: Callable[..., Room]) -> None:
    """Any button ends the inviting loop; blue goes on, green presses: game, players, variant, who starts, begin."""
    here = room()
    visitor = here.visitor
    visitor.open("/")
    visitor.sees(".chip", "Ben")
    visitor.driver.execute_script("cockadoodle.keep({asleep: true, slide: 0, board: []})")
    visitor.sees(".attract")
    press(here, "blue")
    visitor.sees(".chip", "Ben")

    for what, name in [(".game input[value=heckmeck]", ""), (".chip", "Ana"), (".chip", "Ben")]:
        press_at(here, what, name)
    visitor.sees(".chair", "Ben")
    press_at(here, ".chair:nth-child(2) button[aria-pressed]")
    press_at(here, ".variant select")
    visitor.until(
        lambda: visitor.driver.execute_script("return document.querySelector('.variant select').value") == "true",
        "the next entry of the list",
    )
    assert here.table.started == []
    press_at(here, ".home-start button")

    visitor.sees(".board")
    assert here.table.started == [("heckmeck", ("Ben", "Ana"), {"alternative": True})]


def test_the_page_sounds_where_the_table_has_no_speaker(room: Callable[..., Room]) -> None:
    """After the first touch, as browsers want it; and never again once it was switched off."""
    here = room(touch=False)
    here.table.speakerless = True
    heard = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())"
    news = Announcement("TileTaken", "deed", "24", "Ana takes tile 24.", "Take it, Ana.", "good", sound="take")
    here.visitor.open("/phone")
    here.visitor.sees("button[aria-pressed=false]", "Sound on this device")
    ActionChains(here.visitor.driver).click(here.visitor.sees("h1")).perform()
    here.visitor.until(lambda: "crow.wav" in here.visitor.driver.execute_script(heard), "the crow, kept ready")

    here.feed.tell(news)

    here.visitor.until(lambda: "take.wav" in here.visitor.driver.execute_script(heard), "the sound of the news")
    here.feed.publish({})
    here.visitor.touch("button[aria-pressed=true]", "Sound on this device")
    here.visitor.open("/phone")
    ActionChains(here.visitor.driver).click(here.visitor.sees("h1")).perform()
    here.feed.tell(news)
    here.visitor.sees("[aria-live]", "Ana takes tile 24.")
    assert "take.wav" not in here.visitor.driver.execute_script(heard)
    here.visitor.driver.execute_script("localStorage.clear()")


def test_a_question_is_seen_on_every_page(room: Callable[..., Room]) -> None:
    """Yellow was held while nobody plays: whoever stands at the home page is asked, too."""
    here = room(touch=False)
    choices = [{"value": "yes", "line": "Yes"}, {"value": "no", "line": "No"}]
    here.feed.publish({"question": {"id": 0, "line": "Switch everything off?", "choices": choices}})
    here.visitor.open("/")

    here.visitor.sees(".asked .next", "Switch everything off?")
    here.visitor.touch(".asked button", "No")

    here.visitor.until(lambda: here.table.taken == [Answer("no")], "the answer")


def test_whoever_opens_the_page_reads_which_parts_are_missing_and_their_cures(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.table.troubles.append(
        Trouble(line("I may not use SPI."), line("Run: sudo usermod -aG spi $USER, then log out and in."))
    )
    here.feed.publish({})
    here.visitor.open("/")
    here.visitor.sees(".missing li", "I may not use SPI. Run: sudo usermod -aG spi")

    here.feed.tell(Wording("en").trouble("Machine", say="The speaker does not play.", fix="Plug one in."))
    here.visitor.sees(".notice", "The speaker does not play. Plug one in.")

    here.visitor.driver.add_cookie({"name": "language", "value": "de"})
    here.visitor.open("/")
    here.visitor.sees(".missing li", "Ich darf SPI nicht benutzen. Führe aus: sudo usermod")


def test_each_button_gets_its_tick_on_the_check_page(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish({})
    here.visitor.open("/check")
    here.visitor.sees(".pressables li", "call 6")

    for button in ("red", "call:2"):
        press(here, button)

    here.visitor.sees(".pressed", "red ✓")
    here.visitor.sees(".pressed", "call 2 ✓")
    assert len(here.visitor.driver.find_elements("css selector", ".pressed")) == 2
