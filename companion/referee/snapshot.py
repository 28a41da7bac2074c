"""The whole table as one JSON-able value, for pages, terminals and recordings."""

from typing import TYPE_CHECKING, Any

from companion.referee.prompts import doubt
from companion.rules.contract import Action

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee


def snapshot(referee: "Referee") -> dict[str, Any]:
    """What everyone may know now."""
    sitting, track, wording = referee.sitting, referee.track, referee.wording
    game, state = sitting.game, sitting.state
    expected, belief = game.layout(state), track.belief
    differences = track.table.differences(expected) if track.table is not None else {}
    winners, report = game.winners(state), game.report(state)
    return {
        "seq": sitting.deeds,
        "match": sitting.id,
        "game": game.name,
        "title": game.title,
        "options": dict(sitting.match.options),
        "players": list(game.scores(state)),
        "turn_of": list(game.turn_of(state)),
        "dice_due": game.dice_due(state),
        "golden_due": game.golden_due(state),
        "state": report,
        "scores": dict(game.scores(state)),
        "winners": None if winners is None else list(winners),
        "machine": {"state": str(referee.machine), "sureness": round(belief.sureness, 3) if belief else None},
        "dice": [
            {
                "face": die.face,
                "sureness": round(die.sureness, 3),
                "runner_up": die.runner_up,
                "zone": die.zone,
                "box": die.box,
                "quad": die.quad,
                "golden": die.golden,
                "cocked": die.cocked,
            }
            for die in (belief.dice if belief else ())
        ],
        **{f"{kind}s": _pieces(referee, kind) for kind in ("token", "card", "tile")},
        "layout": {zone: list(pieces) for zone, pieces in expected.items()},
        "differences": [wording.difference(zone, *both) for zone, both in differences.items()],
        "legal": [_deed(referee, action) for action in game.legal_actions(state)],
        "question": referee.question.form() if referee.question else None,
        "refusal": _refusal(referee),
        "last": [
            {"key": one.key, "kind": one.kind, "line": one.line, "mood": one.mood, "player": one.player}
            for one in referee.told
        ],
        "next": referee.next_line(),
        "rule": wording.rule_in_force(str(report.get("pending", ""))),
        "clock": referee.ways.clock,
        "coach": referee.seats.hint(),
        "coached": sorted(sitting.roles["coach"]),
        "robots": sorted(sitting.roles["robot"]),
        "levels": {name: sitting.levels[name] for name in sorted(sitting.roles["robot"])},
        "paused": sitting.paused,
        "language": wording.language,
    }


def _deed(referee: "Referee", action: Action) -> dict[str, Any]:
    """What may be done now, and what is to be asked back first."""
    game, wording = referee.game, referee.wording
    form, asked = game.action_to(action), doubt(game, referee.state, action, wording)
    return {"action": form, "line": wording.choice(form), "doubt": asked.line if asked else None}


def _pieces(referee: "Referee", kind: str) -> list[dict[str, Any]]:
    belief = referee.track.belief
    return [
        {"piece": one.piece, "sureness": round(one.sureness, 3), "zone": one.zone, "quad": one.quad}
        for one in (belief.pieces if belief else ())
        if one.kind == kind
    ]


def _refusal(referee: "Referee") -> dict[str, Any] | None:
    refusal, table = referee.refusal, referee.track.table
    if refusal is None:
        return None
    line = referee.wording.refusal_line(refusal)
    say, _, fix = line.partition(". ")
    return {
        "key": type(refusal).__name__,
        "rule": referee.wording.rule(refusal),
        "say": line,
        "fix": fix or say,
        "box": table.odd_box(referee.game.layout(referee.state)) if table is not None else None,
    }
