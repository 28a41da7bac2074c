"""Wording: every event has its phrase in every language, and the phrases fit where they are shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest
from kinds import event_kinds

from companion.announcements.wording import Wording
from companion.games import GAMES, part
from companion.games.grill.events import TileTaken
from companion.games.rooster_run.events import ChipTaken, CockadoodleCalled
from companion.languages import languages
from companion.rules.refusals import FaceAlreadyKept, Refusal

for name in GAMES:
    part(name, "at_table.ways")  # what a game refuses at the table is said too

EXAMPLES: Mapping[str, Any] = {
    "player": "Ana", "victim": "Ben", "face": "worm", "faces": ("1", "worm", "5"), "may_keep": ("5",), "count": 2,
    "total": 18, "dice_left": 4, "tile": 24, "worms": 1, "result": 25, "specialist": "hen", "round": 2, "rounds": 4,
    "cards": ("red-1",), "worm": "red-1", "card": "red-1", "value": 5, "sweetheart": False, "chips": 2,
    "winners": ("Ana",), "scores": {"Ana": 9, "Ben": 3},
}  # fmt: skip
REASONS = ("nothing_new", "no_worm", "no_tile")


def all_events() -> Iterator[Any]:
    """One of every event the rules know, and of every way it can be told."""
    for kind in event_kinds():
        assert is_dataclass(kind)
        facts = {field.name: EXAMPLES.get(field.name) for field in fields(kind)}
        variants = [facts]
        if "reason" in facts:
            variants = [{**facts, "reason": reason} for reason in REASONS]
        variants += [{**facts, "victim": None}] if kind.__name__ in ("BratwormWon", "SpecialistWon") else []
        variants += [{**facts, "tile": None}] if kind.__name__ == "SpecialistMoved" else []
        variants += [{**facts, "may_keep": ()}] if kind.__name__ == "DiceRolled" else []
        variants += [{**facts, "winners": ("Ana", "Ben")}] if kind.__name__ == "GameWon" else []
        yield from (kind(**one) for one in variants)


@pytest.mark.parametrize("language", languages())
def test_every_event_can_be_told_and_fits(language: str) -> None:
    """A missing phrase or a missing fact raises here; too long a one is named."""
    wording = Wording(language)
    for event in all_events():
        told = wording.event(event)
        assert told.line, event
        assert len(told.line) <= 60, told.line
        assert told.matrix.startswith(":") or len(told.matrix) <= 5, told.matrix


def test_numbers_come_first_and_names_are_the_players() -> None:
    said = Wording("en").event(TileTaken("Ana", 24, 1, 24))
    assert said.spoken == "24: take tile 24, Ana."
    assert said.line == "Ana takes tile 24: 1 worm."
    assert Wording("de").event(TileTaken("Ana", 24, 1, 24)).line == "Ana nimmt die 24: 1 Wurm."


def test_the_rule_is_named_in_the_language_of_whoever_is_refused() -> None:
    assert Wording("de").rule(FaceAlreadyKept("4")) == "Würfel: jede Sorte einmal je Zug"
    assert Wording("en").rule(FaceAlreadyKept("4")) == FaceAlreadyKept.rule


def test_numbers_and_faces_are_worded() -> None:
    assert Wording("de").refusal_line(FaceAlreadyKept("worm")).startswith("Die Würmer liegen schon heraus.")
    assert [Wording("de").faces(face, count) for face, count in (("5", 1), ("5", 2), ("worm", 3))] == [
        "eine 5", "zwei Fünfen", "drei Würmer",
    ]  # fmt: skip
    assert Wording("en").event(ChipTaken("Ana", 1, 2)).line == "Ana takes a broken heart: 2 now."


def test_the_call_interrupts_everything() -> None:
    assert Wording("en").event(CockadoodleCalled("Ana")).urgency == 3


@dataclass(eq=False)
class NoSuchTile(Refusal):
    rule = "made up for this test"
    say = "There is no tile {tile}."
    tile: int


def test_a_refusal_without_a_translation_is_said_in_english_rather_than_not_at_all() -> None:
    told = Wording("de").refusal(NoSuchTile(99), "Ana")
    assert told.line == "There is no tile 99."
    assert (told.kind, told.mood, told.facts["rule"]) == ("refusal", "bad", "made up for this test")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"keep": "worm", "count": 2}, "lay aside two worms"),
        ({"stop": True}, "stop"),
        ({"choose": {"from": "Ben"}}, "from Ben"),
        ({"choose": "lower"}, "the next lower tile"),
        ({"put_back": "hen"}, "the hen goes back"),
        ({"keep": True, "player": "Ana"}, "Ana keeps the worm"),
        ({"pick": "red-1", "player": "Ana"}, "Ana picks the worm of red 1"),
        ({"pick": "blank-1", "player": "Ana"}, "Ana picks a blank worm"),
        ({"roll": ["1", "2"], "golden": "worm"}, "rolled 1, 2, worm"),
    ],
)
def test_an_action_can_stand_on_a_button(action: Mapping[str, Any], said: str) -> None:
    assert Wording("en").choice(action) == said
