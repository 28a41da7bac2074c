"""Robots at a table of dice and tiles: they take tiles without a word now and then, and forget to give them back."""

from collections.abc import Iterator

from companion.games.grill.at_table.mistakes import grill_mistakes
from companion.games.grill.deeds import Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.events import TileReturned, TileSnatched, TileTaken, TileTurned
from companion.rehearsal.mistakes import Mistake
from companion.rehearsal.play import PUT_RIGHT_SECONDS, Play
from companion.rehearsal.stage import Shot
from companion.rules.contract import Action

SILENT = 0.4  # how often a tile is just taken where the referee sees tiles


class GrillPlay(Play):
    """One game of dice and tiles."""

    _forgot = False

    def _say(self, action: Action) -> Iterator[Shot]:
        if not isinstance(action, Stop | TakeFrom | TakeTile | TakeLower):
            yield from super()._say(action)
            return
        wins = any(isinstance(event, TileTaken | TileSnatched) for event in self.truth.deeds[-1].events)
        if not (wins and self._bench.watches_tiles() and self.chance.random() < SILENT):
            yield from super()._say(action)
            yield from self._wait()

    def _forgets(self) -> bool:
        """Now and then the hands leave undone what a failed attempt costs."""
        lost = any(isinstance(event, TileReturned | TileTurned) for event in self.truth.deeds[-1].events)
        self._forgot = lost and not self.truth.over and self.chance.random() < self._mistake_rate
        return self._forgot

    def _late(self) -> Iterator[Shot]:
        """What was left undone is asked for once the next roll has fallen, and done."""
        if self._forgot:
            self._forgot = False
            named = self._bench.refusal()
            self.mistakes.append(("did not return or turn a tile", named in ("TileNotReturned", "TileNotTurned")))
            yield from self.stage.arrange(self._game.layout(self.truth.state))
            yield from self._pause(PUT_RIGHT_SECONDS)

    def _err(self, action: Action) -> Iterator[Shot]:
        if not self._forgot:
            yield from super()._err(action)

    def _mistakes(self, action: Action) -> list[Mistake]:
        return grill_mistakes(self._game, self.truth.state, action, self.stage, self.chance)


PLAY = GrillPlay
