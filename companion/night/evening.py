"""What was played at all tables, as their events add up to it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.night.letters import Odd

MORNING = timedelta(hours=6)  # a game begun at two at night belongs to the evening before


@dataclass(frozen=True)
class Played:
    """One match at one table, as far as it is told."""

    table: str
    match: int
    game: str
    title: str
    players: tuple[str, ...]
    begun_at: str
    deeds: int = 0
    scores: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] | None = None
    over: bool = False

    @property
    def counts(self) -> bool:
        """Played to its end, and not broken off."""
        return self.over and bool(self.winners)

    @property
    def evening(self) -> str:
        return (datetime.fromisoformat(self.begun_at) - MORNING).date().isoformat()

    @property
    def everyone(self) -> tuple[str, ...]:
        """Who ever sat there."""
        return tuple(dict.fromkeys([*self.players, *self.scores]))

    def after(self, event: Mapping[str, Any]) -> "Played":
        """With one deed more; a deed out of turn is odd."""
        if event.get("number") != self.deeds or self.over:
            raise Odd("out of turn")
        winners = event.get("winners")
        return replace(
            self,
            deeds=self.deeds + 1,
            scores=_scores(event.get("scores")),
            winners=None if winners is None else _names(winners),
            over=event["what"] == "ended",
        )


def begun(table: str, event: Mapping[str, Any]) -> Played:
    at = event.get("at")
    texts = [event.get(key) for key in ("game", "title")]
    if type(event.get("match")) is not int or not all(isinstance(text, str) and len(text) <= 60 for text in texts):
        raise Odd("malformed")
    try:
        when = datetime.fromisoformat(str(at)).astimezone(UTC)
    except ValueError as error:
        raise Odd("malformed") from error
    return Played(table, event["match"], str(texts[0]), str(texts[1]), _names(event.get("players")), when.isoformat())


def kept(played: Played) -> dict[str, Any]:
    """As the night's journal writes it."""
    return asdict(played)


def read(form: Mapping[str, Any]) -> Played:
    winners = form["winners"]
    lists = {"players": tuple(form["players"]), "winners": None if winners is None else tuple(winners)}
    return Played(**{**form, **lists})


def _names(value: object) -> tuple[str, ...]:
    fits = isinstance(value, list) and len(value) <= 12
    if not fits or not all(isinstance(name, str) and 0 < len(name) <= 40 for name in value):  # type: ignore[attr-defined]
        raise Odd("malformed")
    return tuple(value)  # type: ignore[arg-type]


def _scores(value: object) -> Mapping[str, int]:
    if not isinstance(value, dict) or len(value) > 12 or not all(type(score) is int for score in value.values()):
        raise Odd("malformed")
    _names(list(value))
    return value
