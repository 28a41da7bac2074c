"""Plays a whole evening through the real referee without a Pi."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.journal import Journal
from companion.mats import mat_of
from companion.odds.robots import Robot
from companion.referee.referee import Referee
from companion.referee.settle import Look
from companion.referee.sitting import resume, sit_down
from companion.referee.track import Track
from companion.referee.watch import Reads, Watch
from companion.rehearsal.onlooker import Onlooker
from companion.rehearsal.play import Play, play_of
from companion.rehearsal.stage import FAST, REAL, Shot
from companion.rules.contract import Game
from companion.settings import RefereeSettings
from hardware.frame import Frame
from vision.render.paint import Painter

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")


@dataclass
class Verdicts:
    """Truth against verdicts of one game."""

    game: str
    seed: int
    decisions: int = 0
    wrong: int = 0
    stuck: int = 0
    misread: int = 0  # rolls whose faces were wrong at first
    needless: int = 0  # refusals where nobody had done anything wrong
    questions: int = 0
    mistakes_made: int = 0
    mistakes_named: int = 0
    frames: int = 0
    seconds: float = 0.0
    thought: float = 0.0  # of these the referee's own, in processor time
    winners: list[str] = field(default_factory=list)
    mistakes: list[tuple[str, bool]] = field(default_factory=list)  # each kind made, and whether it was named rightly
    latency: list[float] = field(default_factory=list)  # table seconds from the last motion to each accepted deed

    def line(self) -> dict[str, Any]:
        told = dict(vars(self))
        late = sorted(told.pop("latency"))
        told["missed"] = sorted({kind for kind, named in told.pop("mistakes") if not named})
        told["latency_median"] = round(late[len(late) // 2], 2) if late else None
        told["latency_95"] = round(late[int(len(late) * 0.95)], 2) if late else None
        told["seconds"] = round(self.seconds, 1)
        told["ms_a_decision"] = round(1000 * told.pop("thought") / max(1, self.decisions), 1)
        return told


class Sight(Protocol):
    """How shots of the play become looks."""

    def see(self, shot: Shot, number: int, at: float) -> Look: ...

    def enough(self, spell: int) -> None: ...


class PaintedSight:
    """Paints every shot and has it seen as if by a camera."""

    def __init__(self, reader: Reads, settings: RefereeSettings) -> None:
        self._watch = Watch(reader, settings)
        self._painter = Painter()

    def see(self, shot: Shot, number: int, at: float) -> Look:
        return self._watch.see(Frame(self._painter.paint(shot.scene), number, at, "painted"))

    def enough(self, spell: int) -> None:
        self._watch.enough(spell)


def rehearse(
    game: Game[Any],
    seed: int,
    robot: Robot,
    sight: Callable[[Play], Sight],
    *,
    players: Sequence[str] = NAMES[:3],
    variant: Mapping[str, Any] = MappingProxyType({}),
    fast: bool = True,
    journal: Journal | None = None,
    tell: Callable[[Announcement], None] = lambda announcement: None,
    settings: RefereeSettings | None = None,
    mistake_rate: float = 0.0,
    liveliness: float = 0.0,
    heard: Callable[[int], None] = lambda deeds: None,
) -> Verdicts:
    """One game from frames to winners, compared with the truth; a match the journal has not ended goes on."""
    settings = settings or RefereeSettings()
    journal = journal or Journal(":memory:")
    record = journal.unfinished()
    sitting = sit_down(journal, game.name, players, variant) if record is None else resume(journal, record)
    track = Track(mat_of(game.name), players, settings, first_look_counts=record is None, faces=game.faces)
    verdicts = Verdicts(game.name, seed)

    def hear(said: Announcement) -> None:
        verdicts.needless += said.kind == "refusal" and not (mistake_rate or liveliness)
        tell(said)

    referee = Referee(sitting, Wording("en"), settings, hear, track)
    pace, habits = FAST if fast else REAL, {"mistake_rate": mistake_rate, "liveliness": liveliness}
    bench = Onlooker(lambda: referee, referee.take)
    play = play_of(game)(sitting.match, robot, bench, pace, seed, **habits)
    eye = sight(play)
    begun, now = time.monotonic(), 0.0
    referee.open()
    for shot in play.shots():
        now += shot.seconds
        verdicts.frames += 1
        deeds = sitting.deeds
        look = eye.see(shot, verdicts.frames, now)
        thinking = time.process_time()
        referee.take(look)
        verdicts.thought += time.process_time() - thinking
        eye.enough(referee.decided_spell)
        if sitting.deeds > deeds:
            verdicts.latency.append(look.rested)
            heard(sitting.deeds)
    verdicts.seconds = time.monotonic() - begun
    verdicts.decisions = len(play.truth.actions)
    verdicts.questions = play.questions + play.helped
    verdicts.stuck, verdicts.misread = int(play.stuck), len(play.misread)
    verdicts.mistakes = play.mistakes
    verdicts.mistakes_made = len(play.mistakes)
    verdicts.mistakes_named = sum(named for _, named in play.mistakes)
    winners = game.winners(sitting.state)
    verdicts.wrong = play.wrong + (not play.wrong and winners != game.winners(play.truth.state))
    verdicts.winners = list(winners or ())
    return verdicts
