"""A hunt as the referee sees it: cards dealt, worms placed, the call, and what is out of place."""

from collections.abc import Callable
from dataclasses import replace

from farmyard_top import CARDS, PLAYERS, Yard, hunting

from companion.referee.commands import Act, Answer, Pause, Resume
from hardware.ports import Press
from vision.observation import CardSeen, TableObservation, TokenSeen


def test_eight_cards_on_the_table_begin_the_round() -> None:
    yard = hunting()
    assert yard.told()[-2:] == ["CardsDealt", "Countdown"]


def test_worms_before_a_player_are_placed_and_the_call_counts_what_lies_there() -> None:
    """Ana places one, then a second just as she calls: the referee looks before it counts."""
    yard = hunting()
    yard.front["Ana"] = [CARDS[0].token]
    yard.rests()
    assert yard.state["front"]["Ana"] == [CARDS[0].token]
    yard.front["Ana"] = [CARDS[0].token, CARDS[1].token]
    yard.referee.take(Press("call:1", 30.0))
    assert yard.told()[-1] == "CockadoodleCalled", "the crow comes at once"
    yard.rests_for(2.0)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
    assert yard.told().count("CockadoodleCalled") == 1


def test_a_worm_put_back_is_noticed() -> None:
    yard = hunting()
    yard.front["Ben"] = [CARDS[3].token]
    yard.rests()
    yard.front["Ben"] = []
    yard.rests()
    assert yard.state["front"]["Ben"] == []
    assert "WormReturned" in yard.told()[-2:]


def taken_for(worm: str, *chances: tuple[str, float]) -> Callable[[TableObservation], TableObservation]:
    """An eye that takes this worm for others."""

    def change(token: TokenSeen) -> TokenSeen:
        return replace(token, design=chances[0][0], chances=chances) if token.design == worm else token

    return lambda seen: replace(seen, tokens=tuple(map(change, seen.tokens)))


def test_a_worm_that_lies_before_another_is_not_meant() -> None:
    """Ana has the first worm. Ben's looks most like it, but a worm exists once: the next likely name is meant."""
    yard = hunting()
    anas, bens = CARDS[0].token, CARDS[1].token
    yard.front["Ana"] = [anas]
    yard.rests()
    yard.front["Ben"] = [bens]
    yard.misreads = taken_for(bens, (anas, 0.6), (bens, 0.35))
    yard.rests_for(2.0)
    assert (yard.state["front"]["Ana"], yard.state["front"]["Ben"]) == ([anas], [bens])
    assert yard.refused() == []


def test_what_is_told_by_touch_holds_against_the_eye() -> None:
    """The eye takes Ana's worm for a back, whatever she does; she says what it is, and it stays so."""
    yard = hunting()
    worm, second = CARDS[0].token, CARDS[1].token
    yard.front["Ana"] = [worm]
    yard.misreads = taken_for(worm, ("back", 0.99))
    yard.rests_for(2.0)
    assert yard.state["front"]["Ana"] == []
    for deed in ({"pick": worm}, {"keep": True}):
        yard.referee.take(Act({**deed, "player": "Ana"}))
    yard.rests_for(2.0)
    assert yard.state["front"]["Ana"] == [worm]
    yard.misreads = lambda seen: seen
    yard.front["Ana"] = [worm, second]
    yard.rests_for(2.0)
    assert yard.state["front"]["Ana"] == [worm, second], "what hands do after that is seen again"


def test_a_call_without_two_worms_is_refused() -> None:
    yard = hunting()
    yard.referee.take(Press("call:2", 30.0))
    yard.rests()
    assert "TwoWormsToCall" in yard.told()
    assert yard.state["pending"] == "hunt"


def test_a_third_worm_is_refused() -> None:
    yard = hunting()
    yard.front["Ana"] = [card.token for card in CARDS[:3]]
    yard.rests(rested=2.0)
    assert "HasTwoWorms" in yard.told()
    assert yard.state["front"]["Ana"] == [], "which two of the three she means is hers to say"
    yard.front["Ana"].pop()
    yard.rests()
    assert len(yard.state["front"]["Ana"]) == 2


def test_cards_changed_and_worms_shown_are_named() -> None:
    yard = hunting()
    yard.cards[2] = CARDS[20]
    yard.rests(rested=2.0)
    assert yard.told()[-1] == "CardsChanged"
    yard.cards[2] = CARDS[2]
    yard.pond = [CARDS[9].token, CARDS[10].token]
    yard.rests(rested=2.0)
    assert yard.told()[-1] == "WormShown"


# The show


def test_a_card_hard_to_read_was_not_changed() -> None:
    """The eye takes the third card for another, but thought of the right one."""
    yard = hunting()
    card, other = CARDS[2].id, CARDS[11].id
    doubt = ((other, 0.9), (card, 0.08))

    def change(seen: CardSeen) -> CardSeen:
        return replace(seen, design=other, chances=doubt) if seen.design == card else seen

    yard.misreads = lambda seen: replace(seen, cards=tuple(map(change, seen.cards)))
    yard.rests_for(4.0)
    assert yard.refused() == []


def test_the_hunt_is_counted_down_and_has_a_clock() -> None:
    yard = hunting()
    assert yard.referee.snapshot()["clock"] == -3
    yard.heard.clear()
    yard.waits(3.5)
    assert [one.matrix for one in yard.heard] == ["2", "1", ":worm:"]
    yard.waits(65)
    assert yard.referee.snapshot()["clock"] == 65
    yard.referee.take(Pause())
    yard.waits(30)
    yard.referee.take(Resume())
    yard.waits(1)
    assert yard.referee.snapshot()["clock"] == 66, "a pause costs no time"


def test_a_hunt_with_a_limit_warns_and_asks_whether_to_end_it() -> None:
    yard = hunting(hunt_seconds=20)
    yard.waits(13.5)
    assert yard.referee.snapshot()["clock"] == 10
    assert yard.heard[-1].line == "10 seconds left."
    yard.waits(10)
    assert yard.asked() == "TimeIsUp" and yard.referee.snapshot()["clock"] == 0
    yard.referee.take(Answer("yes"))
    assert yard.state["pending"] == "between"


def counted() -> Yard:
    """Ana has called with a right worm and one that nobody waits for."""
    yard = hunting()
    yard.front["Ana"] = [CARDS[0].token, CARDS[20].token]
    yard.rests()
    yard.referee.take(Press("call:1", yard.now))
    yard.rests_for(2.0)
    return yard


def test_the_count_is_told_caller_first_and_confirmed_by_the_next_cards() -> None:
    yard = counted()
    keys = yard.told()[yard.told().index("CockadoodleCalled") :]
    assert set(keys[1:3]) == {"WormReturned", "ChickenScored"}
    assert [keys[0], *keys[3:]] == ["CockadoodleCalled", "ChipTaken", "RoundEnded", "CountRight"]
    assert yard.state["chips"]["Ana"] == 1
    yard.front["Ana"] = []
    yard.cards = list(CARDS[8:16])
    yard.rests()
    assert yard.state["pending"] == "hunt" and yard.state["round"] == 2
    assert yard.asked() is None


def test_a_disputed_count_is_set_right_by_touch_and_counted_again() -> None:
    """The eye has taken Ana's second worm for another one. The table says so, and the camera does not insist."""
    yard = counted()
    yard.referee.take(Answer("no"))
    assert yard.state["pending"] == "hunt" and yard.state["chips"]["Ana"] == 0
    assert yard.asked() == "SetRight"
    yard.rests()
    yard.referee.take(Act({"return": CARDS[20].token, "player": "Ana"}))
    yard.referee.take(Act({"pick": CARDS[1].token, "player": "Ana"}))
    yard.referee.take(Act({"keep": True, "player": "Ana"}))
    yard.rests()
    assert yard.state["front"]["Ana"] == [CARDS[0].token, CARDS[1].token], "what was touched stands"
    yard.referee.take(Answer("count_again"))
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
    assert yard.state["chips"]["Ana"] == 0
    assert yard.asked() == "CountRight"


def test_a_disputed_count_may_be_set_right_on_the_table_too() -> None:
    yard = counted()
    yard.referee.take(Answer("no"))
    yard.front["Ana"] = [CARDS[0].token, CARDS[1].token]
    yard.rests()
    yard.referee.take(Answer("count_again"))
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]


def test_sweethearts_are_revealed_before_the_last_count() -> None:
    yard = hunting()
    yard.referee.take(Act({"goto_final": True}))
    state = replace(yard.sitting.state, scored={"Ana": CARDS[1:3], "Ben": CARDS[4:6]}, pending="hunt", round=4)
    yard.sitting.match = type(yard.sitting.match)(yard.sitting.game, PLAYERS, {}, state)
    yard.referee.take(Act({"end_round": True}))
    assert yard.asked() == "Sweetheart"
    question = yard.referee.question
    assert question is not None
    assert [card for card, _ in question.choices] == ["red-3", "none"], "red 2 has no sweetheart card"
    yard.referee.take(Answer("red-3"))
    assert yard.asked() == "Sweetheart" and yard.referee.question is not None
    assert yard.referee.question.words.player == "Ben"
    yard.referee.take(Answer("none"))
    assert yard.told()[-2:] == ["GameWon", "Over"], "no heart is broken, so nothing is drawn"
    assert yard.state["points"]["Ana"] == CARDS[1].value + CARDS[2].value + 5


def test_a_sweetheart_drawn_on_the_phone_is_not_asked_for() -> None:
    yard = hunting()
    yard.referee.take(Act({"draw_sweetheart": "red-3", "player": "Ana"}))
    assert yard.lines()[-1] == "Ana has drawn a sweetheart, in secret."
    state = replace(yard.sitting.state, scored={"Ana": CARDS[1:3], "Ben": ()}, round=4)
    yard.sitting.match = type(yard.sitting.match)(yard.sitting.game, PLAYERS, {}, state)
    yard.referee.take(Act({"end_round": True}))
    assert yard.asked() is None
    assert yard.told()[-3:] == ["SweetheartRevealed", "GameWon", "Over"]
    assert yard.state["points"]["Ana"] == CARDS[1].value + CARDS[2].value + 5
