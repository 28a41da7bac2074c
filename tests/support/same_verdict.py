"""Compares a verdict of the judge with what a case expects, as the shared runner does."""

from typing import Any

PARTIAL = {"stacks", "scores", "bratworms", "visible", "scored", "chips", "points", "front", "kept"}
UNORDERED = {"box", "returned", "discarded", "eliminated", "out"}


def differences(expect: dict[str, Any], verdict: dict[str, Any]) -> list[str]:
    """What is not as expected; what is not mentioned may be anything."""
    if "error" in verdict:
        return [str(verdict["error"])]
    wrong = []
    if verdict["illegal_at"] != expect.get("illegal_at"):
        wrong.append(f"illegal_at: want {expect.get('illegal_at')}, got {verdict['illegal_at']} ({verdict['refusal']})")
    if (verdict["refusal"] is None) != (verdict["illegal_at"] is None):
        wrong.append("a refusal comes with what it refuses, and only then")
    for key, want in expect.items():
        if key == "illegal_at":
            continue
        got = verdict["state"][key]
        if key in PARTIAL and isinstance(want, dict):
            got = {name: got[name] for name in want}
        if key == "scored":
            want, got = ({player: sorted(ids) for player, ids in side.items()} for side in (want, got))
        elif key in UNORDERED and isinstance(want, list):
            want, got = sorted(want), sorted(got)
        if got != want:
            wrong.append(f"{key}: want {want}, got {got}")
    return wrong
