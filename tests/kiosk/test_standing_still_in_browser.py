"""The page stands still: whatever a whole game brings, no part of it moves more than two pixels."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browser import resize
from kiosk_room import Room
from kiosk_stage import TouchTable
from random_play import any_deed

from companion.games import GAMES
from companion.kiosk.feed import Feed
from companion.referee.commands import Act, Coach

pytestmark = pytest.mark.browser

SIZES = [(1920, 1080), (1280, 720), (390, 844)]
MOST = 45  # tables that are shown of a game, from its first deed to its last
PLAYERS = ["Ana", "Maximilian", "Cleo", "Dora"]
# One game each in one of the languages, so that all of them are seen.
LANGUAGES = dict(zip(sorted(GAMES), ["de", "fr", "en", "fr", "de", "fr"], strict=False))

TABLE = ".head, .board > *, .tray-head, .seat, .seat-tile, .tile, .tile-friend, .card, .yacht-box, .tools, .tools > *"
WALL = ".wall > :not(.feast), .wall-top > *, .wall-who, .seat, .seat-tile, .tile, .wall-sheet > *"
# Shows one table after the other, each also refused, asked about and entered by hand, and says what has moved.
# A tile that lifts is drawn elsewhere, but its place stays; so places are measured, not drawings.
WATCH = """
const [tables, PARTS, done] = arguments;
const places = new Map();
const moved = new Set();
const look = (why) => {
  const count = {};
  for (const one of document.querySelectorAll(PARTS)) {
    const kind = one.className.split(" ").find((word) => word !== "panel") || one.tagName;
    const name = `${kind} ${(count[kind] = (count[kind] ?? 0) + 1)}`;
    const now = [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight];
    const first = places.get(name) ?? now;
    places.set(name, first);
    const away = now.findIndex((value, i) => Math.abs(value - first[i]) > 2);
    if (away >= 0) moved.add(`${name}: ${first} became ${now} (${why})`);
  }
  if (document.documentElement.scrollWidth > innerWidth) moved.add(`wider than the screen (${why})`);
  for (const room of document.querySelectorAll("[data-fit]")) {
    if (room.scrollHeight <= room.clientHeight + 2) continue;
    moved.add(`${room.className} does not hold "${room.innerText.slice(0, 90)}"`);
  }
};
const refusal = {
  say: "The 4s are already laid aside: choose another face.",
  fix: "Put the 4 back into the tray.",
  rule: "Dice: each face once a turn",
};
const choices = ["5", "4", "3"].map((line) => ({ line, value: line }));
const question = { id: 1, line: "Which face shows the die with the dashed edge?", choices };
const differences = ["The tray: 2 and 4 lie there, not 2 and 3.", "Ana’s stack: tile 25 is missing."];
const show = (table, why) => { cockadoodle.show(table); look(why); };
(async () => {
  for (const [i, table] of tables.entries()) {
    const why = `${table.next}`;
    show(table, why);
    if (i % 6 === 0) {
      show({ ...table, refusal, question: null }, "refused");
      show({ ...table, question }, "asked");
      show({ ...table, differences }, "differences");
      show({ ...table, paused: true }, "paused");
      show({ ...table, machine: { state: "BLIND", sureness: null } }, "by hand");
      show({ ...table, machine: { state: "MOVING", sureness: null } }, "moving");
    }
    if (i % 40 === 0) await new Promise((go) => requestAnimationFrame(go));
  }
  return [...moved].slice(0, 12);
})().then(done, (wrong) => done([String(wrong)]));
"""


def whole_game(game: str, folder: Path) -> list[dict[str, Any]]:
    """Tables of a whole game with a coach for one of the players, until somebody has won it."""
    table = TouchTable(Feed(), folder, LANGUAGES[game])
    table.start(game, PLAYERS, {})
    assert table.referee is not None
    if GAMES[game].dice_due(table.referee.sitting.state):
        table.take(Coach("Ana", wanted=True))
    chance, seen = Random(5), []
    while (now := table.referee.snapshot())["winners"] is None:
        seen.append({**now, "machine": {"state": "STABLE", "sureness": 0.98}})
        deed = any_deed(GAMES[game], table.referee.sitting.state, chance, 0.9)
        table.take(Act(GAMES[game].action_to(deed)))
    return seen[:: max(1, len(seen) // MOST)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_part_moves_during_a_whole_game(room: Callable[..., Room], tmp_path: Path, game: str) -> None:
    seen = whole_game(game, tmp_path)
    here = room(touch=False)
    here.feed.publish(seen[0])
    here.visitor.driver.set_script_timeout(120)
    for width, height in SIZES:
        resize(here.visitor.driver, width, height)
        here.visitor.open("/table")
        here.visitor.driver.add_cookie({"name": "language", "value": LANGUAGES[game]})
        here.visitor.open("/table")

        moved = here.visitor.driver.execute_async_script(WATCH, seen, TABLE)

        if width == 1280:  # it is the same on every screen, only larger
            here.visitor.open("/table?wall")
            moved += here.visitor.driver.execute_async_script(WATCH, seen, WALL)
        assert not moved, "\n".join([f"{width} x {height}:", *moved])
