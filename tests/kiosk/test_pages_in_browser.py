"""Every page in a real browser: it shows itself, complains of nothing, and can be used by everyone."""

from collections.abc import Callable

import numpy as np
import pytest
import snapshots
from axe import findings, styles_allowed
from browser import resize, wear
from evening import play
from kiosk_room import Room
from kiosk_stage import TouchTable

from companion.kiosk.words import words
from companion.languages import ENGLISH, languages

pytestmark = pytest.mark.browser

Enter = Callable[..., Room]
VIEWS = (
    "/",
    "/correct",
    "/phone",
    "/history",
    "/leaderboard",
    "/sets",
    "/teach",
    "/mount",
    "/camera",
    "/settings",
    "/check",
)
PLACES = {**dict.fromkeys(VIEWS, "main h1"), "/history/1": ".chart", "/leaderboard": ".ranks"}

# What of one part of the table lies over another part, or sticks out of the screen.
OVERLAPS = """
const parts = [document.querySelector(".head"), ...document.querySelectorAll(".board > *, .feast > :not(.sparks)")];
const seen = (one) => one.checkVisibility() && !one.closest(".unseen, details:not([open]) > :not(summary)");
const name = (one) => one.className?.baseVal ?? one.className ?? one.tagName;
const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
const covers = (a, b) => shared(a, b, "left", "right") > 2 && shared(a, b, "top", "bottom") > 2;
const problems = (part, one) => {
  const whole = one.getBoundingClientRect();
  const frame = one.parentElement.closest(".coop-all, .coop-counted, .says, .advice")?.getBoundingClientRect() ?? whole;
  const [left, top] = ["left", "top"].map((edge) => Math.max(whole[edge], frame[edge])); // the frame cuts off the rest
  const [right, bottom] = ["right", "bottom"].map((edge) => Math.min(whole[edge], frame[edge]));
  const box = { left, right, top, bottom, width: whole.width };
  const others = parts.filter((other) => other !== part && covers(box, other.getBoundingClientRect()));
  const out = box.width && (box.left < -1 || box.right > innerWidth + 1);
  return [...others.map((other) => `${name(one)} over ${name(other)}`), ...(out ? [`${name(one)} sticks out`] : [])];
};
return parts.flatMap((part) => [...part.querySelectorAll("*")].filter(seen).flatMap((one) => problems(part, one)));
"""


def test_each_table_shows_itself_and_keeps_nobody_out(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    driver = here.visitor.driver
    with styles_allowed(driver):
        here.feed.publish(snapshots.heckmeck())
        here.visitor.open("/table")
        for name in snapshots.TABLES:
            driver.execute_script("cockadoodle.show(arguments[0])", getattr(snapshots, name)())
            for look in ("light", "dark"):
                wear(driver, look)
                assert findings(driver) == [], (name, look)


def test_who_opens_the_page_during_a_match_sees_its_table_and_finds_home_by_a_tap(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(getattr(snapshots, snapshots.TABLES[0])())

    here.visitor.open("/")

    here.visitor.sees("main .seat", "Ana")
    here.visitor.touch(".head-home")
    here.visitor.sees("main h1.home-title")


def test_each_page_keeps_nobody_out(room: Callable[..., Room]) -> None:
    here = room(network=True)
    assert isinstance(here.table, TouchTable)
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))
    here.table.start("heckmeck", ["Ana", "Maximilian", "Cleo"], {})
    play(here.table, 3)
    driver = here.visitor.driver
    with styles_allowed(driver):
        for path, ready in PLACES.items():
            here.visitor.open(path)
            here.visitor.sees(ready)
            for look in ("light", "dark"):
                wear(driver, look)
                assert findings(driver) == [], (path, look)


SIZES = [(320, 640), (390, 844), (1280, 720), (1920, 1080), (3840, 2160)]
PAGE = "const page = document.documentElement; return [page.scrollWidth, page.scrollHeight]"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_table_from_small_phones_to_4k(room: Callable[..., Room], width: int, height: int) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck())
    resize(here.visitor.driver, width, height)
    here.visitor.open("/table")
    for name in snapshots.TABLES:
        here.visitor.driver.execute_script("cockadoodle.show(arguments[0])", getattr(snapshots, name)())
        fits(here, name, width, height)


@pytest.mark.parametrize(("width", "height"), SIZES[1:4])
def test_a_demo_fits_as_well(room: Callable[..., Room], width: int, height: int) -> None:
    """The robots' table beside the score takes nobody's room."""
    here = room(touch=False)
    here.table.robots_play = True
    here.preview.offer(np.full((720, 1280, 3), 90, np.uint8))
    here.feed.publish(snapshots.heckmeck())
    resize(here.visitor.driver, width, height)
    here.visitor.open("/table")
    for name in snapshots.TABLES:
        here.visitor.driver.execute_script("cockadoodle.show(arguments[0])", getattr(snapshots, name)())
        fits(here, name, width, height)


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_longer_words_fit_as_well(room: Callable[..., Room], language: str) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck())
    here.visitor.open("/table")
    here.visitor.driver.add_cookie({"name": "language", "value": language})
    for width, height in SIZES[:3]:
        resize(here.visitor.driver, width, height)
        here.visitor.open("/table")
        here.visitor.sees(".tools", words(language)["end_match"])
        for name in ("heckmeck", "junior", "rooster_run"):
            here.visitor.driver.execute_script("cockadoodle.show(arguments[0])", getattr(snapshots, name)())
            fits(here, name, width, height)


def fits(here: Room, name: str, width: int, height: int) -> None:
    """Nothing covers anything, nothing sticks out, and only phones may have to scroll."""
    size = here.visitor.driver.execute_script(PAGE)
    assert size[0] <= width, name
    assert size[1] <= height or width < 600, name
    assert here.visitor.driver.execute_script(OVERLAPS) == [], name


LONG_EVENING = """document.querySelectorAll(".row select").forEach(
    (one) => one.append(new Option("Wednesday, September 30, 2026")))"""


@pytest.mark.parametrize("language", languages())
def test_no_page_is_wider_than_a_small_phone(room: Callable[..., Room], language: str) -> None:
    here = room()
    assert isinstance(here.table, TouchTable)
    here.table.start("heckmeck", ["Ana", "Maximilian", "Cleo"], {})
    play(here.table, 3)
    resize(here.visitor.driver, 320, 640)
    here.visitor.open("/")
    here.visitor.driver.add_cookie({"name": "language", "value": language})

    for path, ready in PLACES.items():
        here.visitor.open(path)
        here.visitor.sees(ready)
        here.visitor.driver.execute_script(LONG_EVENING)
        assert here.visitor.driver.execute_script(PAGE)[0] <= 320, path


def test_who_asked_for_calm_sees_nothing_move(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck() | {"machine": {"state": "MOVING", "sureness": None}})
    moving = "return document.getAnimations().filter((one) => one.playState === 'running').length"
    driver = here.visitor.driver

    wear(driver, "dark", calm=False)
    here.visitor.open("/table")
    here.visitor.until(lambda: driver.execute_script(moving) > 0, "the eye that looks about")
    wear(driver, "dark", calm=True)
    here.visitor.open("/table")

    assert driver.execute_script(moving) == 0
    driver.execute_script("cockadoodle.crow('Ana')")
    here.visitor.sees(".call", "Ana")
    assert driver.execute_script(moving) == 0


def test_nothing_comes_from_outside(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck())
    here.visitor.open("/table")

    names = here.visitor.driver.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)")

    assert names
    assert all(name.startswith(here.kiosk.url) for name in names)


def test_news_and_table_arrive_without_reload(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck())
    here.visitor.open("/table")
    here.visitor.sees(".sum", "18")

    here.feed.publish(snapshots.heckmeck() | {"state": snapshots.heckmeck()["state"] | {"sum": 28}})

    here.visitor.sees(".sum", "28")


def test_nobody_is_shown_the_sum_of_the_player_before(room: Callable[..., Room]) -> None:
    """Until the first dice are laid aside, the book's sum and result are those of the turn before."""
    here = room(touch=False)
    here.feed.publish(snapshots.heckmeck() | {"state": snapshots.heckmeck()["state"] | {"kept": {}, "result": 22}})
    here.visitor.open("/table")

    here.visitor.sees(".sum", "0")


def test_a_picture_is_shown_before_the_next_one_comes(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8))

    here.visitor.open("/correct")

    width = "return document.querySelector('.live img')?.naturalWidth"
    here.visitor.until(lambda: here.visitor.driver.execute_script(width) == 128, "the only picture")
