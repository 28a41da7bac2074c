"""A table to tell stories at: a stage, a referee with a twin of the eye, and everything that was said."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from mats import mat_on
from twin_sight import TwinSight

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.journal import Journal
from companion.referee.commands import Command
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting, sit_down
from companion.referee.track import Track
from companion.rehearsal.stage import FAST, Shot, Stage
from companion.settings import RefereeSettings
from hardware.ports import Press


class TableTop:
    """``table.rolls("1 1 2 5 worm ...")``: hands do it, the referee looks, ``table.said`` has the lines."""

    def __init__(
        self,
        game: str = "heckmeck",
        players: tuple[str, ...] = ("Ana", "Ben"),
        *,
        language: str = "en",
        journal: Journal | None = None,
        sitting: Sitting | None = None,
        setup: Mapping[str, Any] | None = None,
        doubt: float = 0.0,
        ground: str = "mat",
    ) -> None:
        self.settings = RefereeSettings()
        self.heard: list[Announcement] = []
        self.sitting = sitting or sit_down(journal or Journal(":memory:"), game, players, {})
        if setup is not None:
            start = GAMES[game].state_from({"players": list(players), **setup})
            self.sitting.match = type(self.sitting.match)(GAMES[game], players, {}, start)
        laid = mat_on(game, len(players))
        self.stage = Stage(laid, players, Random(3), FAST, GAMES[game].box)
        track = Track(laid, players, self.settings, ground, sitting is None, GAMES[game].faces)
        self.referee = Referee(self.sitting, Wording(language), self.settings, self.heard.append, track)
        self.sight = TwinSight(self.settings, doubt)
        self.now = 0.0
        self._frame = 0
        self.play(self.stage.arrange(self.layout, at_once=True))

    @property
    def state(self) -> dict[str, Any]:
        return self.sitting.game.report(self.sitting.state)

    @property
    def layout(self) -> Mapping[str, tuple[str, ...]]:
        return self.sitting.game.layout(self.sitting.state)

    def said(self, *kinds: str) -> list[str]:
        return [one.line for one in self.heard if not kinds or one.kind in kinds]

    def keys(self) -> list[str]:
        return [one.key for one in self.heard]

    def hush(self) -> None:
        self.heard.clear()

    # What hands do

    def play(self, shots: Iterable[Shot]) -> None:
        for shot in shots:
            self.now += shot.seconds
            self._frame += 1
            self.referee.take(self.sight.see(shot, self._frame, self.now))

    def rest(self, seconds: float = 0.8) -> None:
        until = self.now + seconds
        while self.now < until:
            self.play(self.stage.rest(1))

    def rolls(self, faces: str, seconds: float = 0.8) -> None:
        aside = self.stage.in_zone("aside") if self.layout["aside"] else []
        self.play(self.stage.roll(faces.split(), aside))
        self.rest(seconds)

    def lays_aside(self, faces: str, seconds: float = 0.8) -> None:
        chosen = []
        for face in faces.split():
            chosen.append(next(die for die in self.stage.in_zone("tray") if die.face == face and die not in chosen))
        self.play(self.stage.lay_aside(chosen))
        self.rest(seconds)

    def tiles(self, seconds: float = 0.8, **moves: str) -> None:
        """Lay tiles: ``tiles(home_24="", place_Ana="24")``."""
        zones = {zone.replace("_", ":"): tuple(pieces.split()) for zone, pieces in moves.items()}
        self.play(self.stage.arrange({**self.shown(), **zones}))
        self.rest(seconds)

    def follow_the_book(self, seconds: float = 0.8) -> None:
        self.play(self.stage.arrange(self.layout))
        self.rest(seconds)

    def shown(self) -> dict[str, tuple[str, ...]]:
        return {zone: self.stage.shows(zone) for zone in self.layout if zone.partition(":")[0] in ("home", "place")}

    def presses(self, button: str, kind: str = "press") -> None:
        self.referee.take(Press(button, self.now, kind))

    def touches(self, command: Command) -> None:
        self.referee.take(command)

    def does(self, shots: Callable[[Stage], Iterator[Shot]], seconds: float = 0.8) -> None:
        self.play(shots(self.stage))
        self.rest(seconds)
