"""What people do once a game is over: share its result, look at how it went, take it home."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from browser import resize
from evening import play
from kiosk_room import Room
from kiosk_stage import TouchTable
from PIL import Image

from companion.kiosk.history import History
from companion.kiosk.words import words
from companion.languages import languages

pytestmark = pytest.mark.browser

SECONDS = 30.0


def finished(
    room: Room, game: str = "heckmeck", players: tuple[str, ...] = ("Ana", "Ben", "Cleo"), seed: int = 5
) -> None:
    """One game played to its end."""
    assert isinstance(room.table, TouchTable)
    room.table.start(game, players, {})
    play(room.table, seed)


def taken_home(room: Room, folder: Path, touch: Callable[[], None], ending: str) -> Path:
    """The one file that comes of this."""
    behaviour = {"behavior": "allow", "downloadPath": str(folder)}
    room.visitor.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    touch()
    deadline = time.monotonic() + SECONDS
    while not (found := list(folder.glob(f"*{ending}"))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(found) == 1, list(folder.iterdir())
    return found[0]


def colours(picture: Path) -> set[tuple[int, ...]]:
    with Image.open(picture) as image:
        return {tuple(colour) for colour in np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0)}


@pytest.mark.parametrize("language", languages())
def test_the_result_is_a_picture_to_share(room: Callable[..., Room], tmp_path: Path, language: str) -> None:
    """A name in any script, however long, and in the language of whoever shares it."""
    here = room()
    finished(here, players=("Ana", "Ολυμπιάδα-Μαργαρίτα von und zu Hohenstein", "Cleo"))
    here.visitor.open("/history/1")
    here.visitor.driver.add_cookie({"name": "language", "value": language})
    here.visitor.open("/history/1")

    folder = tmp_path / "home"
    folder.mkdir()
    share = words(language)["share_result"]
    picture = taken_home(here, folder, lambda: here.visitor.touch(".story button", share), ".png")

    assert picture.name == "heckmeck-1.png"
    with Image.open(picture) as image:
        assert image.size == (1080, 1350)
    shown = colours(picture)
    assert {(0xFF, 0x8A, 0x3D), (0xE6, 0x9F, 0x00), (0x56, 0xB4, 0xE9)} <= shown, "who won, and everybody's curve"


def test_the_feast_lets_the_result_be_shared(room: Callable[..., Room], tmp_path: Path) -> None:
    here = room()
    finished(here)
    here.visitor.open("/table")
    folder = tmp_path / "home"
    folder.mkdir()

    assert taken_home(here, folder, lambda: here.visitor.touch(".feast-on button", "Share"), ".png").stat().st_size > 0


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("language", languages())
def test_the_evening_is_honest_in_one_line(room: Callable[..., Room], language: str, width: int) -> None:
    here = room()
    finished(here)
    sure = [["", face, 0.99] for face in "12345"]
    here.table.journal.witness(1, 0, {"deed": 0, "dice": sure, "asked": 2})
    resize(here.visitor.driver, width, 844)
    here.visitor.open("/leaderboard")
    here.visitor.driver.add_cookie({"name": "language", "value": language})
    for page in ("/leaderboard", "/history/1"):
        here.visitor.open(page)
        line = here.visitor.sees(".honest").text
        assert not {"5", "2"} - set(line.replace(":", " ").replace("-", " ").split()), line
        assert "{" not in line
        assert here.visitor.driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_the_best_moments_are_a_film_to_keep(room: Callable[..., Room], tmp_path: Path) -> None:
    here = room()
    finished(here)
    here.visitor.open("/history/1")
    here.visitor.touch(".story button", "film")
    there = "return document.querySelector('.film img')?.naturalWidth ?? 0"
    here.visitor.until(lambda: here.visitor.driver.execute_script(there) == 480, "the film")
    folder = tmp_path / "home"
    folder.mkdir()

    kept = taken_home(here, folder, lambda: here.visitor.touch(".film a"), ".gif")

    with Image.open(kept) as film:
        assert 20 < film.n_frames < 200  # type: ignore[attr-defined]
        assert film.info["loop"] == 0
    assert kept.stat().st_size < 2_000_000, "small enough to send"


def test_a_game_is_replayed_by_itself_and_stops_where_somebody_steps(room: Callable[..., Room]) -> None:
    here = room()
    finished(here)
    here.visitor.open("/history/1")
    at = "return document.querySelector('.replay input[type=range]').value"
    here.visitor.touch(".replay [aria-label=Play]")
    here.visitor.until(lambda: here.visitor.driver.execute_script(at) == "1", "the first step")

    here.visitor.touch(".replay [aria-label='One step on']")
    here.visitor.sees(".replay [aria-label=Play]")

    assert here.visitor.driver.execute_script(at) == "2"


def test_what_if_tells_what_else_could_have_been_done(room: Callable[..., Room]) -> None:
    """At the dearest choice: the best one comes first, and what was given up is what the mark says."""
    here = room()
    finished(here)
    here.visitor.open("/history/1")
    here.visitor.touch(".luck-marks button", "Dearest")
    much = here.visitor.sees(".luck-marks button", "Dearest").text.split()[-1]
    assert here.visitor.driver.execute_script("return document.querySelectorAll('.chart-worst').length") == 1

    here.visitor.touch(".replay button", "What if?")

    assert here.visitor.sees(".instead .coach-best").text.startswith("★")
    assert much in here.visitor.sees(".instead p", "gave up").text


@pytest.mark.parametrize("width", [1280, 390])
def test_an_evening_tells_averages_and_who_is_ahead_of_whom(room: Callable[..., Room], width: int) -> None:
    here = room()
    finished(here)
    finished(here, seed=6)
    resize(here.visitor.driver, width, 844)
    here.visitor.open("/leaderboard")
    board = {row["player"]: row for row in History(here.table.journal).leaderboard()}
    row = here.visitor.sees(".luck tbody tr", "Ana").text
    assert f"{board['Ana']['points'] / 2:.1f}" in row
    here.visitor.touch(".luck summary")
    here.visitor.sees(".luck details td", " : ")
    assert here.visitor.driver.execute_script("return document.documentElement.scrollWidth") <= width
