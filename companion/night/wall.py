"""What hangs on the wall: every table as it is now, and who leads."""

from collections.abc import Mapping
from typing import Any

from companion.night.desk import Desk, Seat

PATIENCE_SECONDS = 30.0  # a question or a refusal that stands longer than this needs somebody


def tables(desk: Desk, now: float) -> list[dict[str, Any]]:
    """All invited tables, in the order they were invited."""
    return [_table(table, seat, now) for table, seat in desk.seats.items()]


def _table(table: str, seat: Seat, now: float) -> dict[str, Any]:
    state = seat.state
    scores = state.get("scores")
    scores = scores if isinstance(scores, dict) else {}
    winners, turn = _list(state.get("winners")), _list(state.get("turn_of"))
    best = max((score for score in scores.values() if type(score) is int), default=0)
    return {
        "id": table,
        "name": seat.name,
        "online": seat.online,
        "joined": bool(seat.info),
        "game": state.get("game"),
        "title": state.get("title"),
        "over": bool(winners),
        "players": [
            {
                "name": name,
                "score": scores[name],
                "turn": name in turn and not winners,
                "leads": name in winners if winners else best > 0 and scores[name] == best,
            }
            for name in scores
        ],
        "next": str(state.get("next") or "")[:160],
        "help": _help(seat, now),
    }


def _help(seat: Seat, now: float) -> dict[str, str] | None:
    """Why somebody should go there."""
    asks: Any = seat.state.get("asks")
    if not seat.online:
        return {"kind": "away", "line": ""} if seat.state.get("game") and not seat.state.get("winners") else None
    if not isinstance(asks, Mapping) or seat.asks_since is None:
        return None
    waits = now - seat.asks_since > PATIENCE_SECONDS
    kind = str(asks.get("kind"))
    return {"kind": kind, "line": str(asks.get("line", ""))[:160]} if waits or kind == "blind" else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
