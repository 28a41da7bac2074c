"""Two tables with one game and a bad line between them; time is counted, not waited for."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.journal import Journal
from companion.night.shared import Entry, Guest, Message, Owner
from companion.odds.robots import ROBOTS
from companion.referee.sitting import Sitting, sit_down
from companion.rehearsal.luck import luck


class Ledgered:
    """A book over a real journal."""

    def __init__(self, game: str, players: Sequence[str]) -> None:
        self._begin = game, tuple(players)
        self.journal = Journal(":memory:")
        self.anew = -1
        self.begin_anew()

    def begin_anew(self) -> None:
        self.anew += 1
        self.sitting: Sitting = sit_down(self.journal, *self._begin, {})

    def deeds(self) -> Sequence[Entry]:
        return [(deed.kind, deed.deed) for deed in self.sitting.log]

    def do(self, number: int, deed: Entry) -> bool:
        if number != self.sitting.deeds:
            return False
        kind, facts = deed
        if kind == "undo":
            self.sitting.undo()
        elif kind in ("pause", "resume"):
            self.sitting.pause(kind == "pause")
        elif kind == "end":
            self.sitting.end()
        else:
            self.act(self.sitting.game.action_from(facts))
        return True

    def act(self, action: Any) -> None:
        self.sitting.act(action)
        if self.sitting.match.over:
            self.sitting.end()


class BadLine:
    """Loses, doubles and delays."""

    def __init__(self, dice: Random, lost: float, most_late: int) -> None:
        self._dice, self._lost, self._late = dice, lost, most_late
        self._on_the_way: list[tuple[int, Message]] = []

    def send(self, now: int, message: Message) -> None:
        for _ in range(1 + (self._dice.random() < 0.1)):
            if self._dice.random() >= self._lost:
                self._on_the_way.append((now + self._dice.randint(1, self._late), message))

    def due(self, now: int) -> list[Message]:
        come = [message for at, message in self._on_the_way if at <= now]
        self._on_the_way = [one for one in self._on_the_way if one[0] > now]
        return come


def play(
    game: str, seed: int, *, lost: float = 0.3, late: int = 12, cut: range = range(0)
) -> tuple[Ledgered, Ledgered, int]:
    """A whole game; each side rolls and moves for its own players only. Returns both books and how long it took."""
    dice = Random(seed)
    players = ["Ana", "Ben", "Cleo", "Dora"][: dice.choice((2, 3, 4))]
    home = [set(players[0::2]), set(players[1::2])]
    books = [Ledgered(game, players), Ledgered(game, players)]
    ends: list[Owner | Guest] = [Owner(books[0]), Guest(books[1])]
    lines = [BadLine(dice, lost, late), BadLine(dice, lost, late)]
    robots: Mapping[str, Any] = {name: ROBOTS["cautious"](dice) for name in players}
    for now in range(20_000):
        over = [book.sitting.match.over for book in books]
        if all(over) and books[0].deeds() == books[1].deeds():
            return books[0], books[1], now
        for side, (book, end) in enumerate(zip(books, ends, strict=True)):
            sitting = book.sitting
            turn = [name for name in sitting.game.turn_of(sitting.state) if name in home[side]]
            # Now and then people do something before they could have heard of what the others did.
            hasty = dice.random() < 0.002 and not sitting.match.over
            if not over[side] and (turn or hasty) and dice.random() < 0.3:
                player = (turn or list(sitting.game.turn_of(sitting.state)))[0]
                action = robots[player](sitting.game, sitting.state, player)
                book.act(luck(sitting.game, sitting.state, dice) if action is None else action)
                lines[side].send(now, end.tell())
            if now % 5 == 0:
                lines[side].send(now, end.tell())
            for message in lines[1 - side].due(now):
                if now not in cut:
                    end.hear(message)
    raise TimeoutError("the tables never came together")
