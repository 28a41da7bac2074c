"""Luck, skill and the fairness of the dice, as the pages want them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion.announcements.wording import Wording
from companion.insight.fairness import Fairness, judge
from companion.insight.honesty import Honesty, by_set
from companion.insight.luck import ALIKE, Ply, Weighed, weigh
from companion.odds.advise import worths
from companion.rules.actions import Roll
from companion.rules.contract import Game
from companion.rules.match import Match

GILDED = "golden"


def parted(match: Match[Any]) -> Weighed | None:
    """Luck and skill of a match that is over; none where nobody knows what a choice is worth."""
    if not match.over or worths(match.game, match.start) is None:
        return None
    return weigh(match, lambda state: worths(match.game, state))


def parts(match: Match[Any]) -> dict[str, dict[str, float]] | None:
    """What of each player's result was luck, and what his choices gave up."""
    told = parted(match)
    if told is None:
        return None
    return {player: {"luck": one.luck, "given_up": one.given_up} for player, one in told.accounts.items()}


def weighed(match: Match[Any], reached: Sequence[int]) -> dict[str, Any] | None:
    """The same as the pages want it.

    ``reached`` says for each step of the story how many deeds the match had there.
    """
    told = parted(match)
    if told is None:
        return None

    last = {deeds: step for step, deeds in enumerate(reached)}

    def marked(ply: Ply | None) -> dict[str, Any] | None:
        if ply is None:
            return None
        facts = {"step": last[ply.deed + 1], "player": ply.player, "luck": ply.luck, "given_up": ply.given_up}
        return {**facts, "better": ply.better}

    return {
        "accounts": {player: asdict(account) for player, account in told.accounts.items()},
        "plies": [marked(ply) for ply in told.plies if abs(ply.luck) > ALIKE or ply.given_up > ALIKE],
        "luckiest": marked(told.luckiest),
        "worst": marked(told.worst_choice),
    }


def what_if(match: Match[Any], wording: Wording) -> dict[str, Any]:
    """What may be done as the match stands, and what each choice is worth where somebody knows."""
    game, state = match.game, match.state
    forms = [game.action_to(action) for action in game.legal_actions(state)]
    return {"legal": [{"action": form, "line": wording.choice(form)} for form in forms], "hint": worths(game, state)}


def rolled(match: Match[Any]) -> dict[str, int]:
    """How often each face came up on the ordinary dice, as it was corrected in the end."""
    rolls = (deed.action for deed in match.deeds if isinstance(deed.action, Roll))
    return dict(Counter(face for roll in rolls for face in roll.faces))


def apart(match: Match[Any], readings: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """The same for the golden die and for dice of different sets: those that can be told apart."""
    gilded = Counter(roll.golden for deed in match.deeds if isinstance(roll := deed.action, Roll) and roll.golden)
    told = by_set(match, readings)
    return {**(told if len(told) > 1 else {}), **({GILDED: dict(gilded)} if gilded else {})}


def fairness(game: Game[Any], summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Whether the dice of these matches of a game are fair, each kind that can be told apart for itself, too.

    None for a game without dice.
    """
    if not game.faces:
        return None
    seen: Counter[str] = Counter()
    each: dict[str, Counter[str]] = defaultdict(Counter)
    for summary in summaries:
        seen.update(summary.get("rolled", {}))
        for name, faces in summary.get("apart", {}).items():
            each[name].update(faces)
    sides = {name: game.box.golden_die if name == GILDED else game.box.die for name in each}
    kinds = [{"name": name, **_told(faces, sides[name] or game.faces)} for name, faces in sorted(each.items())]
    return {**_told(seen, game.box.die or game.faces), "each": kinds}


def _told(seen: Counter[str], printed: Sequence[str]) -> dict[str, Any]:
    sides = Counter(printed)
    told: Fairness = judge(seen.elements(), {face: sides[face] for face in dict.fromkeys(printed)})
    return {**asdict(told), "rolls": told.rolls}


def trusted(summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """How far the reading of these matches may be trusted, all together."""
    return asdict(sum((Honesty(**one["honesty"]) for one in summaries if "honesty" in one), Honesty()))
