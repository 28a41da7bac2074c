"""No name of the program's own reaches a person: whatever a game brings is said in words, in every language."""

import re
from random import Random

import pytest
from kiosk_stage import TouchTable
from random_play import any_deed

from companion.announcements.announcement import Announcement
from companion.games import GAMES
from companion.kiosk.feed import Feed
from companion.languages import languages
from companion.referee.commands import Act

# "2 heart(s)", "free_lower", "red-8", an empty gap, faces one after the other without a comma.
OURS = re.compile(r"\(s\)|[a-z]_[a-z]|\b[a-z]+-\d\b|[{}]|\b[1-6] [1-6]\b(?! )")
DEEDS = 60


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_evening_is_said_in_words(game: str, language: str) -> None:
    said: list[str] = []
    feed = Feed()

    def tell(announcement: Announcement) -> None:
        said.extend((announcement.line, announcement.spoken))

    feed.tell = tell  # type: ignore[method-assign]
    table = TouchTable(feed, language=language)
    table.start(game, ["Ana", "Ben"], {})
    assert table.referee is not None
    chance = Random(4)
    for _ in range(DEEDS):
        snapshot = table.referee.snapshot()
        if snapshot["winners"]:
            break
        said.extend(one["line"] for one in snapshot["legal"])
        deed = any_deed(GAMES[game], table.referee.sitting.state, chance, 0.9)
        table.take(Act(GAMES[game].action_to(deed)))

    assert len(said) > DEEDS
    assert [line for line in said if OURS.search(line)] == []
