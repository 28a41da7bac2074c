"""Settings as people speak: looked for by a word, touched instead of typed, in force after one more touch."""

from collections.abc import Callable

import pytest
from axe import findings, styles_allowed
from browser import complaints, resize, wear
from kiosk_room import Room
from selenium.webdriver.support.select import Select

from companion.settings import load
from hardware.wording import line

pytestmark = pytest.mark.browser

SLIDE = (
    "const [one, value] = [document.getElementById(arguments[0]), arguments[1]]; one.value = value; "
    "one.dispatchEvent(new Event('input'))"
)
LOOK_FOR = (
    "const one = document.querySelector('.settings-search'); one.value = arguments[0]; "
    "one.dispatchEvent(new Event('input'))"
)


def test_a_setting_is_found_by_a_word_of_its_language(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.visitor.open("/settings")
    for language, word, finds in (("en", "loud", "Volume"), ("de", "laut", "Lautstärke"), ("fr", "voix", "volume")):
        here.visitor.driver.add_cookie({"name": "language", "value": language})
        here.visitor.open("/settings")
        here.visitor.sees(".settings-search")
        here.visitor.driver.execute_script(LOOK_FOR, word)
        here.visitor.sees(".setting", finds)
        assert not here.visitor.driver.find_elements("css selector", "#field-port")
    here.visitor.driver.execute_script(LOOK_FOR, "xyzzy")
    here.visitor.sees(".lead", "Rien ne s'appelle ainsi")


def test_what_is_touched_is_kept_and_in_force_after_one_more_touch(room: Callable[..., Room]) -> None:
    """A slider, a switch, a list and faces; the page comes back to where it was."""
    here = room(touch=False)
    here.visitor.open("/settings#speaker")
    here.visitor.sees("#field-volume")
    here.visitor.driver.execute_script(SLIDE, "field-volume", "0.4")
    here.visitor.sees("output", "40 %")
    here.visitor.touch("#field-jokes")
    Select(here.visitor.sees("#field-talk")).select_by_visible_text("every deed")
    here.visitor.touch(".tabs button", "The table")
    here.visitor.touch(".setting-list .chip", "Cleo")
    here.visitor.touch(".pending button", "Keep")

    here.visitor.sees(".pending", "next start")
    kept = load(here.table.settings_file)
    assert (kept.speaker.volume, kept.speaker.jokes, kept.speaker.talk) == (0.4, False, "everything")
    assert kept.table.players == ("Ana", "Ben")
    here.visitor.touch(".pending button", "Start again now")
    here.visitor.sees(".restarting", "comes back by itself")
    here.visitor.until(lambda: here.table.ended, "the start")
    here.kiosk.stop()
    room(touch=False, port=here.kiosk.port)
    here.visitor.until(lambda: "comes back" not in here.visitor.text(), "the page of the new start")
    here.visitor.sees("#field-volume, #field-name")
    assert here.visitor.driver.current_url.endswith("/settings#speaker")
    complaints(here.visitor.driver)  # the browser does say that the line was lost


def test_what_cannot_be_used_here_cannot_be_chosen(room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.webcam.lacks", lambda: line("No USB camera is plugged in."))
    here = room(touch=False)
    here.visitor.open("/settings#camera")
    option = here.visitor.sees("#field-driver option:disabled", "USB camera")
    assert "No USB camera is plugged in." in option.text
    here.visitor.touch(".tabs button", "Buttons")
    here.visitor.touch(".settings-more summary")
    assert "red" in here.visitor.sees("#field-green option:disabled", "GPIO 6").text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_topic_fits_every_screen_and_keeps_nobody_out(room: Callable[..., Room], language: str) -> None:
    here = room(touch=False)
    driver = here.visitor.driver
    with styles_allowed(driver):
        here.visitor.open("/settings")
        driver.add_cookie({"name": "language", "value": language})
        here.visitor.open("/settings")
        here.visitor.sees(".tabs button")
        for tab in range(1, len(driver.find_elements("css selector", ".tabs button")) + 1):
            here.visitor.touch(f".tabs button:nth-child({tab})")
            here.visitor.sees(f".tabs button:nth-child({tab})[aria-pressed=true]")
            driver.execute_script("const more = document.querySelector('.settings-more'); if (more) more.open = true")
            for width, height in ((390, 844), (1280, 720)):
                resize(driver, width, height)
                assert not driver.execute_script("return document.documentElement.scrollWidth > innerWidth"), tab
            wear(driver, ("light", "dark")[tab % 2])
            assert findings(driver) == [], tab


def test_the_host_updates_from_the_page(room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def run(command: list[str]) -> tuple[int, str]:
        asked.append(command[-1])
        return (1, "This checkout has changes of its own.") if len(asked) == 1 else (0, "Updated.")

    monkeypatch.setattr("companion.kiosk.workshop.last_said", run)
    here = room(touch=False)
    here.visitor.open("/settings")
    here.visitor.touch(".machine button", "newer release")
    here.visitor.sees(".machine [role=status]", "I stay as I am: This checkout has changes of its own.")
    here.visitor.touch(".machine button", "newer release")
    here.visitor.sees(".machine [role=status]", "lies ready")
    assert asked == ["update", "update"]
