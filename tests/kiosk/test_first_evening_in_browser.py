"""The first evening: shown round once, seated in one place, robots with a level, and a demo that says it is one."""

from collections.abc import Callable

import numpy as np
import pytest
import snapshots
from axe import findings, styles_allowed
from browser import resize, wear
from kiosk_room import Room
from kiosk_stage import TouchTable
from selenium.webdriver import Keys
from selenium.webdriver.support.select import Select

from companion.kiosk.history import HOUSE_NAMES
from companion.settings import load

pytestmark = pytest.mark.browser

WIDER = "return document.documentElement.scrollWidth > innerWidth"


def test_the_first_start_shows_round_once(room: Callable[..., Room]) -> None:
    here = room()
    here.table.new_here = True
    here.visitor.open("/")
    here.visitor.sees(".tour h2", "I am the referee")
    for title in ("I have no camera yet", "To your own table", "Sit down"):
        here.visitor.touch(".tour .big")
        here.visitor.sees(".tour h2", title)
    here.visitor.touch(".tour .big", "Choose a game")

    here.visitor.sees(".home-title")
    here.visitor.until(lambda: here.table.toured, "the table remembers")
    here.visitor.open("/")
    assert not here.visitor.driver.find_elements("css selector", ".tour")


def test_the_tour_is_left_by_escape_and_leads_to_the_camera(room: Callable[..., Room]) -> None:
    here = room()
    here.table.new_here = True
    here.visitor.open("/")
    here.visitor.sees(".tour")
    here.visitor.press(Keys.ESCAPE)
    here.visitor.until(lambda: here.table.toured, "the table remembers")

    here.table.new_here = True
    here.visitor.open("/")
    here.visitor.touch(".tour .big")
    here.visitor.sees(".tour h2", "I have no camera yet")
    here.visitor.touch(".tour .big")
    here.visitor.touch(".tour button", "Mount the camera")
    here.visitor.sees("h1", "Mount the camera")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nobody_is_kept_out_of_tour_and_seats_on_any_screen(room: Callable[..., Room], language: str) -> None:
    here = room()
    here.table.new_here = here.table.robots_play = True
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))
    driver = here.visitor.driver
    with styles_allowed(driver):
        here.visitor.open("/")
        driver.add_cookie({"name": "language", "value": language})
        for width, height in ((390, 844), (1280, 720)):
            resize(driver, width, height)
            here.table.new_here = True
            here.visitor.open("/")
            for step in range(4):
                here.visitor.sees(f".tour-steps span:nth-child({step + 1}).tour-here")
                wear(driver, ("light", "dark")[step % 2])
                assert findings(driver) == [], (width, step)
                assert not driver.execute_script(WIDER), (width, step)
                box = here.visitor.sees(".tour .panel").rect
                assert box["width"] <= width and box["height"] <= height, (width, step)
                here.visitor.touch(".tour .big")
            here.visitor.sees(".table-state img")
            assert findings(driver) == [], width
            assert not driver.execute_script(WIDER)


def test_last_times_people_sit_down_by_one_touch(room: Callable[..., Room]) -> None:
    here = room()
    assert isinstance(here.table, TouchTable)
    here.table.start("heckmeck", ["Zoe", "Ana", "Yves"], {})
    here.visitor.open("/table")
    here.visitor.touch(".head-home")
    here.visitor.sees(".chip:nth-child(2)", "Zoe")  # the chips begin with them, too

    here.visitor.touch(".chip-again")

    for seat, name in enumerate(("Zoe", "Ana", "Yves"), 1):
        here.visitor.sees(f".chair:nth-child({seat})", name)


def test_a_robot_sits_down_with_a_level_of_its_own(room: Callable[..., Room]) -> None:
    here = room()
    assert isinstance(here.table, TouchTable)
    here.visitor.open("/")
    here.visitor.touch(".chip", "Ana")
    here.visitor.touch(".chip", "A robot")
    Select(here.visitor.sees(".chair:nth-child(2) select")).select_by_visible_text("carefully")
    here.visitor.touch(".home-start button")

    here.visitor.sees(".board .seat", "Bolt")
    assert here.table.referee is not None
    told = here.table.referee.snapshot()
    assert (told["robots"], told["levels"]) == (["Bolt"], {"Bolt": "cautious"})


def test_everybody_has_a_face_of_their_own_that_stays(room: Callable[..., Room]) -> None:
    here = room()
    faces = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerHTML)"
    here.visitor.open("/")
    here.visitor.sees(".chip", "Finn")
    drawn = here.visitor.driver.execute_script(faces, ".chip[data-flip] .avatar")
    assert len(set(drawn)) == len(HOUSE_NAMES) == len(drawn)
    here.table.start("heckmeck", list(HOUSE_NAMES), {})
    here.visitor.open("/table")
    here.visitor.sees(".seat:nth-child(6)")
    assert here.visitor.driver.execute_script(faces, ".seat .avatar") == drawn


def test_a_variant_says_what_it_changes(room: Callable[..., Room]) -> None:
    here = room()
    here.visitor.open("/")
    untold = "return [...document.querySelectorAll('.variant')].filter((one) => !one.querySelector('.quiet')).length"
    for game in range(len(here.visitor.driver.find_elements("css selector", ".game"))):
        here.visitor.driver.execute_script("document.querySelectorAll('.game')[arguments[0]].click()", game)
        here.visitor.sees(".variant .quiet")
        here.visitor.until(lambda: here.visitor.driver.execute_script(untold) == 0, "what each variant changes")


def test_from_the_demo_to_a_table_without_a_camera_in_two_taps(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.table.robots_play = True
    here.visitor.open("/")
    here.visitor.touch(".table-state button", "Play without a camera")
    here.visitor.touch(".doubt .danger", "Yes")

    here.visitor.sees(".restarting")
    here.visitor.until(lambda: here.table.ended, "the start")
    assert load(here.table.settings_file).camera.driver == "none"


def test_a_demo_says_that_robots_play_and_shows_their_table(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.table.robots_play = True
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))
    here.feed.publish(snapshots.heckmeck())
    here.visitor.open("/table")

    here.visitor.sees(".badge-demo", "Demo: robots play")
    width = "return document.querySelector('.demo img')?.naturalWidth"
    here.visitor.until(lambda: here.visitor.driver.execute_script(width) == 128, "their table")
    here.visitor.touch(".demo a", "Sit down")
    here.visitor.sees(".table-state", "robots move everything")
