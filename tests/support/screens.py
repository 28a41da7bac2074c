"""Photographs every page at three widths, dark and light, into docs/screens: python tests/support/screens.py"""

import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import snapshots
from browser import MISSING, Visitor, browser, complaints, installed, resize, wear
from evening import play
from kiosk_stage import TouchTable
from mats import mat_on
from PIL import Image
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from calibration.pretend import over
from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.phones import own_address
from companion.kiosk.preview import Preview
from companion.kiosk.server import RunningKiosk, serve
from companion.settings import KioskSettings
from vision.render.paint import paint
from vision.render.scene import Die, Scene, Tile
from vision.render.truth import truth

OUT = Path(__file__).parents[2] / "docs" / "screens"
SIZES = {390: 844, 1280: 720, 1920: 1080}
COLOURS = 56  # drawings need few, so that the pictures of all pages together stay small
JPEG_QUALITY = 82  # for pages with a photograph in them
PLAYERS = ["Ana", "Ben", "Cleo", "Dora"]


def _scene() -> Scene:
    """The table of snapshots.heckmeck() as it lies under the camera."""
    sheet = mat_on("heckmeck", 4)
    state, dice = snapshots.heckmeck()["state"], snapshots.heckmeck()["dice"]
    lying = []
    for zone in ("tray", "aside"):
        (x, y), faces = sheet.zone(zone).centre, [die["face"] for die in dice if die["zone"] == zone]
        lying += [
            Die(face, (x + (n - len(faces) / 2 + 0.5) * 30, y + 6 * (-1) ** n), 31.0 * n)
            for n, face in enumerate(faces)
        ]
    tiles = [
        Tile(number, sheet.zone(f"home:{number}").centre, 0.0, number in state["grill_up"], min(4, (number - 17) // 4))
        for number in (*state["grill_up"], *state["grill_down"])
    ]
    return Scene(camera=over(sheet), mat=sheet, dice=tuple(lying), tiles=tuple(tiles))


SCENE = _scene()


def seen(table: snapshots.Snapshot) -> snapshots.Snapshot:
    """The snapshot with every die where the camera has it; what is wrong is the 4 laid aside too soon."""
    for die, there in zip(table["dice"], truth(SCENE).dice, strict=False):
        die |= {"box": there.box, "quad": there.quad}
    if table["refusal"]:
        table["refusal"] |= {"box": table["dice"][-1]["box"]}
    return table


@dataclass(frozen=True)
class Shot:
    """One page to photograph: its address, the table behind it, and what is done before."""

    name: str
    path: str
    table: str = ""  # a snapshot, or the game in which the evening stands
    script: str = ""
    sees: str = "main *"  # what must be there first
    wait: float = 0.0
    photo: bool = False  # there is a photograph in it
    guest: bool = False  # as another device sees it
    new: bool = False  # nobody was shown round here yet
    demo: bool = False  # robots play at a painted table
    before: Callable[[str], None] | None = None  # what a host does once, before the first picture


def teach(url: str) -> None:
    """A pretend host shows the faces; this one stops before the last."""
    _wizard(url, "begin", kind="teach", name="red-dice", pieces="dice")
    _wizard(url, "answer", choice="1 2 3 4 5 worm")
    _until(url, lambda now: sum(bar["got"] for bar in now["prompt"]["bars"]) >= 12)


def examine(url: str) -> None:
    """Go on to the report; every answer is yes."""

    def answered(now: dict[str, Any]) -> bool:
        if now["prompt"]["choices"][0][0] == "yes":
            _wizard(url, "answer", choice="yes")
        return bool(now["report"])

    _until(url, answered)


def lay_out(url: str) -> None:
    _wizard(url, "begin", kind="teach", name="my-tiles", pieces="tiles")
    _until(url, lambda now: len(now["prompt"]["boxes"]) == 8)


def mount(url: str) -> None:
    _wizard(url, "begin", kind="mount", name="")
    _until(url, lambda now: now["prompt"]["step"] == "board" and now["prompt"]["bars"][2]["got"] >= 3)


def _wizard(url: str, deed: str, **values: str) -> None:
    headers = {"origin": url.rstrip("/"), "content-type": "application/json"}
    httpx.post(f"{url}api/wizard/{deed}", json=values, headers=headers, timeout=60).raise_for_status()


def _until(url: str, true: Callable[[dict[str, Any]], bool], seconds: float = 400) -> None:
    deadline = time.monotonic() + seconds
    while not true(httpx.get(f"{url}api/wizard", timeout=60).json()):
        if time.monotonic() > deadline:
            raise TimeoutError("the wizard does not get there")
        time.sleep(0.2)


SHOTS = (
    Shot("tour", "/table", "heckmeck", sees=".tour", new=True, demo=True),
    Shot("demo", "/table", "heckmeck", sees=".demo", demo=True, photo=True),
    Shot("home", "/", sees=".chip-again", script=
         "document.querySelector('.chip-again').click();"
         "requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector('.chip:last-child').click()))",
         photo=True),
    Shot("attract", "/", script="cockadoodle.keep({asleep: true, slide: 3, board: []})"),
    Shot("heckmeck", "/table", "heckmeck"),
    Shot("refusal", "/table", "refused", photo=True),
    Shot("question", "/table", "unsure"),
    Shot("junior", "/table", "junior"),
    Shot("deluxe", "/table", "deluxe"),
    Shot("yacht", "/table", "yacht"),
    Shot("rooster-run", "/table", "rooster_run"),
    Shot("call", "/table", "rooster_run", "cockadoodle.crow('Ana')"),
    Shot("count", "/table", "counted"),
    Shot("won", "/table", "won"),
    Shot("correct", "/correct", "unsure", "document.querySelector('.die-unsure button')?.click()", photo=True),
    Shot("phones", "/phone"),
    Shot("my-phone", "/phone", "heckmeck", guest=True, script=
         "[...document.querySelectorAll('button.chip')].find((one) => one.innerText === 'Ana')?.click()"),
    Shot("history", "/history"),
    Shot("story", "/history/2"),
    Shot("leaderboard", "/leaderboard"),
    Shot("settings", "/settings"),
    Shot("sets", "/sets", sees=".thumbs img"),
    Shot("mount", "/mount", sees=".live", before=mount, photo=True),
    Shot("lay-out", "/teach", sees=".naming", before=lay_out, photo=True),
    Shot("teach", "/teach", sees=".live", before=teach, photo=True),
    Shot("report", "/teach", sees=".report", before=examine, photo=True),
    Shot("check", "/check", wait=0.5),
)  # fmt: skip


@contextmanager
def evening() -> Iterator[tuple[RunningKiosk[Kiosk], Feed, TouchTable]]:
    """A kiosk with some games behind it and a painted table under its camera."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        feed, preview = Feed(), Preview()
        table = TouchTable(feed, Path(folder))
        for seed, game in enumerate(("heckmeck", "heckmeck", "rooster-run", "heckmeck-junior", "heckmeck")):
            table.start(game, PLAYERS[: 3 + seed % 2], {})
            play(table, seed)
        preview.offer(paint(SCENE))
        kiosk = serve(table, KioskSettings(serve_network=True), feed, preview, port=0)
        try:
            yield kiosk, feed, table
        finally:
            kiosk.stop()


LOADED = (  # a live picture is never complete, but has a size once its first frame is there
    "return [...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight)"
    ".every((one) => one.src.endsWith('.mjpg') ? one.naturalWidth > 0 : one.complete)"
)


def photograph(driver: Chrome, kiosk: RunningKiosk[Kiosk], shot: Shot, width: int, look: str) -> bytes:
    """One page as PNG; a phone's picture shows the whole page."""
    resize(driver, width, SIZES[width])
    wear(driver, look)
    visitor = Visitor(driver, f"http://{own_address()}:{kiosk.port}/" if shot.guest else kiosk.url)
    visitor.open(shot.path)
    visitor.sees(shot.sees, seconds=40)
    time.sleep(0.3)
    if shot.script:
        driver.execute_script(shot.script)
    time.sleep(0.4 + shot.wait)
    WebDriverWait(driver, 60, 0.1).until(lambda one: one.execute_script(LOADED))
    time.sleep(0.3)
    height = int(driver.execute_script("return document.documentElement.scrollHeight"))
    if width < 600 and height > SIZES[width]:
        resize(driver, width, min(height, 2400))
        time.sleep(0.2)
    return driver.get_screenshot_as_png()


def save(png: bytes, shot: Shot, name: str) -> None:
    """Small: a drawing with few colours, a page with a photograph as JPEG."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if shot.photo:
        picture.save(OUT / f"{name}.jpg", quality=JPEG_QUALITY, optimize=True)
        return
    few = picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(OUT / f"{name}.png", "PNG", optimize=True)


def main(wanted: list[str]) -> int:
    if not installed():
        print(MISSING, file=sys.stderr)
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    bad = 0
    with evening() as (kiosk, feed, table), browser() as driver:
        resting = feed.snapshot
        for shot in SHOTS:
            if wanted and shot.name not in wanted:
                continue
            table.new_here, table.robots_play = shot.new, shot.demo
            if shot.before is not None:
                shot.before(kiosk.url)
            feed.publish(seen(getattr(snapshots, shot.table)()) if shot.table else resting)
            for width in SIZES:
                for look in ("dark", "light"):
                    save(photograph(driver, kiosk, shot, width, look), shot, f"{shot.name}-{width}-{look}")
            said = complaints(driver)
            bad += len(said)
            print(shot.name, *said, sep="\n  ")
    made = [path for path in OUT.iterdir() if path.suffix in (".png", ".jpg")]
    print(f"{len(made)} pictures, {sum(path.stat().st_size for path in made) / 1e6:.1f} MB")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
