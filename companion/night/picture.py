"""A table as the night sees it: who plays what, who leads, and whether it needs somebody."""

from collections.abc import Mapping
from typing import Any

AS_IT_IS = ("seq", "game", "title", "options", "players", "turn_of", "scores", "winners", "next", "paused", "clock")


def picture(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """Of the table's snapshot; an empty one is a table where nobody plays."""
    if not snapshot.get("game"):
        return {"game": None, "asks": None}
    shown = {key: snapshot.get(key) for key in AS_IT_IS}
    return {**shown, "report": snapshot.get("state"), "asks": _asks(snapshot)}


def _asks(snapshot: Mapping[str, Any]) -> dict[str, str] | None:
    """What keeps the table waiting, if anything does."""
    if (snapshot.get("machine") or {}).get("state") == "BLIND":
        return {"kind": "blind", "line": ""}
    for kind, key in (("question", "line"), ("refusal", "say")):
        if snapshot.get(kind):
            return {"kind": kind, "line": str(snapshot[kind].get(key, ""))[:200]}
    return None
