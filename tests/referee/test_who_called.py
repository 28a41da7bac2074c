"""The call at a table: the first is the caller, what is still in a hand is laid down and counts."""

import pytest
from farmyard_top import CARDS, Yard, hunting

from companion.referee.commands import Answer

THREE = ("Ana", "Ben", "Cleo")
WORMS = [card.token for card in CARDS]


def all_have_two() -> Yard:
    """Ana and Cleo have what hens wait for, Ben has two worms nobody wants."""
    yard = hunting(players=THREE)
    yard.front = {"Ana": WORMS[:2], "Ben": WORMS[20:22], "Cleo": WORMS[2:4]}
    yard.rests()
    yard.heard.clear()
    return yard


@pytest.mark.parametrize("later", [0.05, 0.4, 2.0])
def test_who_presses_later_takes_over_neither_the_call_nor_its_broken_hearts(later: float) -> None:
    """Ben has called, with two worms nobody wants; Ana presses while the table comes to rest."""
    yard = all_have_two()
    yard.calls("Ben")
    yard.waits(0.2)
    yard.calls("Ana", later)
    yard.rests_for(2.5)
    assert yard.told().count("CockadoodleCalled") == 1
    assert "Ben called first." in yard.lines()
    assert yard.state["chips"] == {"Ana": 0, "Ben": 2, "Cleo": 0}


def test_who_presses_after_the_count_is_told_who_was_first() -> None:
    yard = all_have_two()
    yard.calls("Ben")
    yard.rests_for(2.5)
    assert yard.asked() == "CountRight"
    yard.calls("Ana")
    assert yard.lines()[-1] == "Ben called first."
    assert yard.asked() == "CountRight"


def test_nobody_is_counted_while_the_table_has_not_said_who_was_first() -> None:
    """A tie is asked once, and the count waits for the answer however long the table rests."""
    yard = all_have_two()
    yard.calls("Ben")
    yard.calls("Ana", 0.01)
    assert yard.asked() == "WhoCalled"
    yard.rests_for(6.0)
    yard.rests_for(2.0)
    assert yard.asked() == "WhoCalled" and yard.state["pending"] == "hunt"
    assert yard.told().count("WhoCalled") == 1
    yard.referee.take(Answer("Ana"))
    yard.rests_for(2.5)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
    assert yard.state["chips"] == {"Ana": 0, "Ben": 0, "Cleo": 0}, "the caller has two right ones"


def test_what_is_still_in_a_hand_is_laid_down_and_counts() -> None:
    """Cleo lays her second worm down three seconds after Ana has called: everybody was told to."""
    yard = hunting(players=THREE)
    yard.front = {"Ana": WORMS[:2], "Ben": [], "Cleo": WORMS[2:3]}
    yard.rests()
    yard.calls("Ana")
    assert "lay down what you hold" in yard.heard[-1].line.lower()
    assert "hands off" not in yard.heard[-1].line.lower()
    yard.rests_for(1.0)
    assert yard.state["pending"] == "hunt", "hands are given time"
    yard.waits(2.0)
    yard.front["Cleo"] = WORMS[2:4]
    yard.rests_for(2.5)
    assert yard.state["scored"]["Cleo"] == [CARDS[2].id, CARDS[3].id]


def test_nobody_waits_where_all_tokens_lie_on_the_table() -> None:
    """Forty tokens, four of them in front: no hand holds one."""
    yard = all_have_two()
    yard.front["Ben"] = []
    yard.backs = 36
    yard.rests()
    yard.calls("Ana")
    yard.rests(rested=0.6)
    assert yard.state["pending"] == "between"


def test_a_worm_laid_down_after_the_count_is_counted_all_the_same() -> None:
    """Cleo was slow. Until the count is confirmed it is made again with what she held."""
    yard = hunting(players=THREE)
    yard.front = {"Ana": WORMS[:2], "Ben": [], "Cleo": WORMS[2:3]}
    yard.rests()
    yard.calls("Ana")
    yard.rests_for(2.5)
    assert yard.asked() == "CountRight"
    yard.front["Cleo"] = WORMS[2:4]
    yard.rests_for(2.5)
    assert yard.state["scored"]["Cleo"] == [CARDS[2].id, CARDS[3].id]
    assert yard.asked() == "CountRight"
    yard.front = {player: [] for player in THREE}
    yard.rests_for(2.5)
    assert yard.state["scored"]["Cleo"] == [CARDS[2].id, CARDS[3].id], "clearing up changes nothing"


def test_who_clears_up_at_once_has_scored_what_lay_there() -> None:
    yard = all_have_two()
    yard.calls("Ana")
    yard.waits(0.5)
    yard.front["Ana"] = []
    yard.rests_for(2.5)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]


def test_a_worm_in_the_hand_does_not_make_a_call() -> None:
    """Ana has one worm in front and one in her hand; laying it down after the call is too late."""
    yard = hunting()
    yard.front["Ana"] = WORMS[:1]
    yard.rests()
    yard.calls("Ana")
    yard.rests()
    assert yard.told()[-1] == "TwoWormsToCall"
    yard.front["Ana"] = WORMS[:2]
    yard.rests_for(2.5)
    assert yard.state["pending"] == "hunt"
    yard.calls("Ana")
    yard.rests_for(2.5)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]


# Worms face down before the players


def hidden_hunt() -> Yard:
    """Ana has two worms face down before her, Cleo one."""
    yard = hunting(players=THREE, facedown=True)
    yard.front = {"Ana": WORMS[:2], "Ben": [], "Cleo": WORMS[2:3]}
    yard.hidden = set(WORMS)
    yard.rests()
    return yard


def test_two_backs_in_front_may_be_called_and_are_turned_over_for_the_count() -> None:
    yard = hidden_hunt()
    yard.calls("Ana")
    yard.rests_for(3.0)
    assert "TwoWormsToCall" not in yard.told()
    assert yard.told().count("TurnOver") == 1
    assert yard.referee.next_line() == "Turn your worms over, all of you."
    yard.hidden = {WORMS[2]}
    yard.rests_for(2.5)
    assert yard.state["pending"] == "hunt", "Cleo's is still hidden"
    yard.hidden = set()
    yard.rests_for(2.5)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
    assert yard.state["scored"]["Cleo"] == [CARDS[2].id]


def test_one_back_in_front_is_too_few_to_call() -> None:
    yard = hidden_hunt()
    yard.calls("Cleo")
    yard.rests()
    assert yard.told()[-1] == "TwoWormsToCall"
    assert yard.state["pending"] == "hunt"


def test_a_worm_seen_before_it_was_turned_down_stays_in_front() -> None:
    """Ana lays hers down face up and then turns it: she did not put it back."""
    yard = hunting(facedown=True)
    yard.front["Ana"] = WORMS[:1]
    yard.rests()
    yard.hidden = set(WORMS)
    yard.rests()
    assert "WormReturned" not in yard.told()
    yard.front["Ana"] = WORMS[:2]
    yard.rests()
    yard.calls("Ana")
    yard.rests()
    yard.hidden = set()
    yard.rests_for(2.5)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
