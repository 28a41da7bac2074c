"""A question only the table can answer, with the choices it has, the likeliest first."""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.referee.belief import DieBelieved
from companion.referee.stories import plain
from companion.referee.weigh import Telling
from companion.rules.contract import Game
from companion.rules.pieces import Face, Player

OFFERED = 4  # ways to explain the table
NO_DIE = "no_die"  # what looked like one


@dataclass(frozen=True)
class Question:
    """Asked once, shown until it is answered or the table answers it by going on."""

    id: int
    words: Announcement
    choices: tuple[tuple[str, str], ...]  # value, line
    answer: Callable[[str], None] = field(repr=False, compare=False)
    stays: bool = False  # deeds do not answer it
    default: str = ""  # the answer of a table that just goes on; such a question gives way to any other
    picture: bytes = b""  # of what is asked about, as PNG

    def form(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "key": self.words.key,
            "line": self.words.line,
            "choices": [{"value": value, "line": line} for value, line in self.choices],
            "default": self.default,
            "picture": f"data:image/png;base64,{b64encode(self.picture).decode()}" if self.picture else None,
        }


Choices = list[tuple[str, str]]


def of_a_die(
    told: Sequence[Telling], dice: Sequence[DieBelieved], faces: Sequence[Face], wording: Wording
) -> tuple[int, Announcement, Choices] | None:
    """Which face the one die shows on which all hangs, or whether it is one; none where it hangs on more."""
    picks = [one.picks for one in told if len(one.picks) == len(dice)][:2]
    differ = [n for n, both in enumerate(zip(*picks, strict=True)) if len(set(both)) > 1]
    if len(picks) < 2 or len(differ) != 1 or told[0].misread != told[1].misread:
        return None
    index = differ[0]
    named = [NO_DIE if pick is None else plain(pick) for pick in (one[index] for one in picks)]
    likely = dict.fromkeys([*named, *(name for name, _ in dice[index].known)])
    words = wording.question("WhichFace", index=index, at=dice[index].at)
    lines = {NO_DIE: wording.word("choices", NO_DIE)} | {face: wording.face(face) for face in faces}
    return index, words, [(face, lines[face]) for face in likely if face in lines]


def of_deeds(
    told: Sequence[Telling], game: Game[Any], player: Player, wording: Wording
) -> tuple[Announcement, Choices, dict[str, str]]:
    """What was done; each choice in the judge's form, and which outcome it names."""
    choices: Choices = []
    outcomes: dict[str, str] = {}
    for one in told[:OFFERED]:
        form: dict[str, Any] = {"deeds": [game.action_to(deed) for deed in one.story]}
        if one.misread is not None:
            form["misread"] = {"index": one.misread.index, **game.action_to(one.misread.roll)}
        if one.wrong is not None:
            form["wrong"] = type(one.wrong).__name__
        key = json.dumps(form)
        if key not in outcomes:
            outcomes[key] = one.outcome
            choices.append((key, _line(one, game, wording)))
    return wording.question("WhichDeed", player=player), choices, outcomes


def _line(told: Telling, game: Game[Any], wording: Wording) -> str:
    parts = [wording.prompt("Misread", face=told.misread.face).line] if told.misread is not None else []
    parts += [wording.choice(game.action_to(action)) for action in told.story]
    if told.wrong is not None and not told.story:
        parts.append(wording.refusal_line(told.wrong))
    return " ".join(parts) or wording.word("choices", "nothing")
