"""A hunt of Rooster Run to tell stories at: cards, tokens and presses go in, what was said comes out."""

from collections.abc import Callable, Mapping
from typing import Any

from mats import mat_on
from twin_sight import observe

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.journal import Journal
from companion.referee.referee import Referee
from companion.referee.settle import Look, State
from companion.referee.sitting import sit_down
from companion.referee.track import Track
from companion.settings import RefereeSettings
from hardware.ports import Press
from vision.observation import TableObservation
from vision.render.scene import Card, Scene, Token

PLAYERS = ("Ana", "Ben")
CARDS = GAMES["rooster-run"].box.cards


class Yard:
    """``yard.front["Ana"] = [...]``, ``yard.rests()``: hands lay tokens down, the referee looks."""

    def __init__(self, hunt_seconds: int = 0, players: tuple[str, ...] = PLAYERS, **options: Any) -> None:
        self.heard: list[Announcement] = []
        self.players = players
        self.mat = mat_on("rooster-run", len(players))
        self.sitting = sit_down(Journal(":memory:"), "rooster-run", players, options)
        settings = RefereeSettings(hunt_seconds=hunt_seconds)
        track = Track(self.mat, players, settings)
        self.referee = Referee(self.sitting, Wording("en"), settings, self.heard.append, track)
        self.cards = list(CARDS[:8])
        self.front: dict[str, list[str]] = {player: [] for player in players}
        self.hidden: set[str] = set()  # worms that lie face down before somebody
        self.pond: list[str] = []  # worms that lie face up there
        self.backs = 0  # and how many face down
        self.misreads: Callable[[TableObservation], TableObservation] = lambda seen: seen
        self._spell = 0
        self.now = 10.0

    def rests(self, rested: float = 0.6) -> None:
        """The table lies still, and has done so for a while."""
        self._spell += 1
        for n in range(4):
            self.now += 0.1
            seen = self.misreads(observe(self.scene(), n, self.now))
            self.referee.take(Look(self.now, n, State.STABLE, self._spell, rested, observation=seen))

    def rests_for(self, seconds: float) -> None:
        """The table comes to rest and lies still for so long."""
        self._spell += 1
        rested = 0.2
        while rested < seconds:
            self.now, rested = self.now + 0.1, rested + 0.1
            seen = self.misreads(observe(self.scene(), 0, self.now))
            self.referee.take(Look(self.now, 0, State.STABLE, self._spell, rested, observation=seen))

    def waits(self, seconds: float) -> None:
        """Time goes by, hands are over the table."""
        until = self.now + seconds
        while self.now < until:
            self.now += 0.1
            self.referee.take(Look(self.now, 0, State.HAND, self._spell))

    def calls(self, player: str, later: float = 0.0) -> None:
        """Somebody presses the button before him."""
        seat = self.players.index(player) + 1
        self.referee.take(Press(f"call:{seat}", self.now + later))

    def asked(self) -> str | None:
        return self.referee.question.words.key if self.referee.question else None

    def scene(self) -> Scene:
        cards = [Card(card.id, card.value, self.mat.zone(f"card:{n}").centre) for n, card in enumerate(self.cards, 1)]
        tokens = [Token(worm, (100.0 + 40 * n, 90.0)) for n, worm in enumerate(self.pond)]
        tokens += [Token("back", (20.0 + 27 * (n % 20), 40.0 + 27 * (n // 20)), 0.0, False) for n in range(self.backs)]
        for seat, player in enumerate(self.players, 1):
            x, y = self.mat.zone(f"front:{seat}").centre
            for n, worm in enumerate(self.front[player]):
                tokens.append(Token(worm, (x - 18 + 18 * n, y), 0.0, worm not in self.hidden))
        return Scene(mat=self.mat, cards=tuple(cards), tokens=tuple(tokens))

    def told(self) -> list[str]:
        return [one.key for one in self.heard]

    def refused(self) -> list[str]:
        return [one.key for one in self.heard if one.kind == "refusal"]

    def lines(self) -> list[str]:
        return [one.line for one in self.heard]

    @property
    def state(self) -> Mapping[str, Any]:
        return self.sitting.game.report(self.sitting.state)


def hunting(hunt_seconds: int = 0, players: tuple[str, ...] = PLAYERS, **options: Any) -> Yard:
    yard = Yard(hunt_seconds, players, **options)
    yard.rests()
    assert yard.state["pending"] == "hunt"
    return yard
