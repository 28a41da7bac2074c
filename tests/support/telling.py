"""Tells a rehearsed game as it would be watched: what lies on the table, what is pressed, what is announced."""

from collections.abc import Iterator
from random import Random
from typing import Any

from twin_sight import TwinSight

from companion.announcements.announcement import Announcement
from companion.games import GAMES
from companion.odds.robots import cautious
from companion.referee.settle import Look, State
from companion.rehearsal.onlooker import Onlooker
from companion.rehearsal.play import Play
from companion.rehearsal.run import Verdicts, rehearse
from companion.rehearsal.stage import Shot
from companion.settings import RefereeSettings
from hardware.ports import Press
from vision.render.scene import Scene
from vision.table.zones import Mat, zone_at


class Telling(TwinSight):
    """A truthful eye that writes down what it sees whenever the table has come to rest in a new way."""

    def __init__(self, mat: Mat, lines: list[str]) -> None:
        super().__init__(RefereeSettings())
        self._mat = mat
        self._lines = lines
        self._lay: dict[str, str] = {}

    def see(self, shot: Shot, number: int, at: float) -> Look:
        look = super().see(shot, number, at)
        if look.state is State.STABLE:
            lies = _zones(shot.scene, self._mat)
            news = [zone for zone in sorted({*lies, *self._lay}) if lies.get(zone) != self._lay.get(zone)]
            if news:
                told = "; ".join(f"{zone} {lies.get(zone, '-')}" for zone in news)
                self._lines.append(f"{at:6.1f}  {told}")
            self._lay = lies
        return look


def _zones(scene: Scene, mat: Mat) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for spot, piece in _pieces(scene):
        found.setdefault(zone_at(mat, *spot) or "beside the mat", []).append(piece)
    return {zone: " ".join(sorted(pieces)) for zone, pieces in found.items()}


def _pieces(scene: Scene) -> Iterator[tuple[tuple[float, float], str]]:
    for die in scene.dice:
        cocked = die.turned != (0.0, 0.0, 0.0)
        yield die.at, "leaning" if cocked else f"golden {die.face}" if die.style == "golden" else die.face
    for tile in scene.tiles:
        yield tile.at, str(tile.number) if tile.face_up else "face-down"
    for card in scene.cards:
        yield card.at, card.design
    for token in scene.tokens:
        if token.face_up:
            yield token.at, token.design


def told(game: str, seed: int, monkeypatch: Any) -> tuple[str, Verdicts]:
    """The whole evening as a text, with a few mistakes and people who take their time."""
    lines: list[str] = []
    tell = Onlooker.tell

    def noted(bench: Any, given: Any) -> None:
        lines.append(f"        ({f'{given.button} is pressed' if isinstance(given, Press) else f'touched: {given}'})")
        tell(bench, given)

    def heard(said: Announcement) -> None:
        if said.kind != "prompt" or said.key in ("PutRight", "Welcome", "Countdown", "Go"):
            lines.append(f"          {said.line}")

    def sight(play: Play) -> Telling:
        return Telling(play.stage.mat, lines)

    monkeypatch.setattr(Onlooker, "tell", noted)
    players = ("Ana", "Ben")
    verdicts = rehearse(
        *(GAMES[game], seed, cautious(Random(seed)), sight),
        players=players,
        tell=heard,
        mistake_rate=0.08,
        liveliness=0.08,
    )
    return "\n".join([f"{GAMES[game].title} at the table: {' and '.join(players)}", "", *lines]) + "\n", verdicts
