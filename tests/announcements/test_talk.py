"""How much is said: results, what to do next, or everything; and nothing twice."""

import random
import re
from collections import defaultdict

import pytest
from evening import next_action
from kiosk_stage import TouchTable

from companion.announcements.announcement import Announcement
from companion.announcements.talk import Talk
from companion.kiosk.feed import Feed
from companion.referee.commands import Act

SENTENCE = re.compile(r"[.!?](?=\s|$)")


def heard(game: str, level: str, deeds: int = 90) -> dict[int, list[Announcement]]:
    """What is said from a roll, or a choice, to the next, of a game played by touch."""
    feed, said = Feed(), defaultdict[int, list[Announcement]](list)
    talk, rolls = Talk(level), 0  # type: ignore[arg-type]
    table = TouchTable(feed)

    def tell(announcement: Announcement) -> None:
        if talk.says(announcement):
            said[rolls].append(announcement)

    feed.tell = tell  # type: ignore[method-assign]
    table.start(game, ["Ana", "Ben"], {})
    dice = random.Random(3)
    for _ in range(deeds):
        assert table.referee is not None
        action = next_action(table, table.referee.snapshot(), dice)
        rolls += "keep" not in action
        table.take(Act(action))
    return said


@pytest.mark.parametrize("game", ["heckmeck", "heckmeck-junior"])
def test_of_a_roll_at_most_two_sentences_are_said(game: str) -> None:
    for said in heard(game, "next").values():
        of_the_roll = [one for one in said if one.mood == "plain" and one.key != "RollAll"]
        assert sum(len(SENTENCE.findall(one.spoken)) for one in of_the_roll) <= 2, [one.spoken for one in said]


def test_who_wants_results_only_hears_no_advice() -> None:
    said = [one for part in heard("heckmeck", "results").values() for one in part]
    assert said and all(one.kind != "prompt" and one.mood != "plain" for one in said)


def test_the_talkative_table_also_says_what_was_rolled() -> None:
    everything, usual = (
        {one.key for part in heard("heckmeck", level).values() for one in part} for level in ("everything", "next")
    )
    assert everything - usual >= {"DiceRolled", "DiceKept", "TurnBegun"}
    assert usual >= {"TileTaken", "RollOrStop", "RollAll"}


def test_what_was_just_said_is_not_said_again_as_advice() -> None:
    talk = Talk()
    taken = Announcement("TileTaken", "deed", "", "", "26: take tile 26, Ana.", "good")
    assert talk.says(taken)
    assert not talk.says(Announcement("TakeTile", "prompt", "", "", "Take tile 26, Ana.", urgency=0))
    assert talk.says(Announcement("RollAll", "prompt", "", "", "Ben, roll all 8 dice.", urgency=0))
