"""Whoever asks what may be done now hears the rule in force in two sentences, and what the choices are worth."""

import pytest
from kiosk_stage import TouchTable
from random_play import VARIANTS, random_match

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.kiosk.feed import Feed
from companion.languages import languages
from companion.referee.commands import Act, Explain


class Ears(Feed):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Announcement] = []

    def tell(self, announcement: Announcement) -> None:
        self.heard.append(announcement)


def test_who_asks_hears_the_rule_and_the_best_choice_with_its_odds() -> None:
    ears = Ears()
    table = TouchTable(ears)
    table.start("heckmeck", ["Ana", "Ben"], {})
    table.take(Act({"roll": ["1", "1", "2", "3", "4", "5", "5", "worm"]}))
    assert not ears.snapshot["coach"]
    ears.heard.clear()

    table.take(Explain())

    rule, advice = ears.heard
    assert rule.spoken.startswith("Lay aside all dice of one face") and rule.spoken.count(".") == 2
    assert advice.key == "AdviceKeep" and "%" in advice.line
    assert {choice["keep"] for choice in ears.snapshot["coach"]["choices"]} == {"1", "2", "3", "4", "5", "worm"}


def test_it_can_be_shown_without_a_word_and_is_gone_with_the_next_deed() -> None:
    ears = Ears()
    table = TouchTable(ears)
    table.start("heckmeck", ["Ana", "Ben"], {})
    table.take(Act({"roll": ["1", "1", "2", "3", "4", "5", "5", "worm"]}))
    ears.heard.clear()
    table.take(Explain(aloud=False))
    assert ears.heard == [] and ears.snapshot["coach"]["best"]
    table.take(Act({"keep": "worm"}))
    assert ears.snapshot["coach"] is None


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_moment_of_a_game_has_its_rule_in_every_language(game: str) -> None:
    moments = {
        GAMES[game].report(before)["pending"]
        for options in VARIANTS[game][:2]
        for before, *_ in random_match(GAMES[game], 3, options, seed=4)
    }
    assert len(moments) > 1
    for language in languages():
        wording = Wording(language, game)
        assert [moment for moment in moments if not wording.rule_in_force(moment)] == [], language
