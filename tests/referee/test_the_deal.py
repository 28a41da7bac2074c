"""Eight chickens a round, each of them once, and worms that found theirs stay in the box: what is wrong is said."""

from farmyard_top import CARDS, Yard, hunting

from companion.referee.commands import Act

WORMS = [card.token for card in CARDS]


def second_round() -> Yard:
    """Ana has won two hens; the table has been cleared for the next eight."""
    yard = hunting()
    yard.front["Ana"] = WORMS[:2]
    yard.rests()
    yard.calls("Ana")
    yard.rests_for(2.5)
    yard.front["Ana"] = []
    yard.cards = list(CARDS[2:8])  # the hens nobody won still lie there
    yard.rests_for(4.0)
    assert "refusal" not in [one.kind for one in yard.heard], "they are cleared away in a moment"
    return yard


def test_a_card_of_an_earlier_round_is_named() -> None:
    yard = second_round()
    yard.cards = [*CARDS[8:15], CARDS[3]]
    yard.rests_for(2.5)
    assert yard.lines()[-1] == f"{'Red 3'.lower()} was up in an earlier round. Lay another card there."
    yard.cards = list(CARDS[8:16])
    yard.rests()
    assert yard.state["round"] == 2 and yard.state["pending"] == "hunt"


def test_seven_cards_are_counted() -> None:
    yard = second_round()
    yard.cards = list(CARDS[8:15])
    yard.rests_for(4.0)
    assert yard.lines()[-1] == ("I see 7 of the 8 chickens, none at place 8. Lay one there, or shift it a little.")


def test_a_card_that_is_dealt_is_given_time() -> None:
    yard = second_round()
    for number in range(9, 16):
        yard.cards = list(CARDS[8:number])
        yard.rests_for(1.0)
    assert "refusal" not in [one.kind for one in yard.heard]


def test_a_colour_that_is_out_is_named() -> None:
    yard = Yard(one_colour_out=True)
    yard.cards = [*CARDS[0:3], *CARDS[8:11], CARDS[16], CARDS[24]]
    yard.rests_for(2.5)
    assert yard.told()[-1] == "ColourIsOut"
    assert yard.lines()[-1].startswith("One colour was taken out")


def test_a_card_twice_is_named() -> None:
    yard = Yard()
    yard.cards = [*CARDS[:7], CARDS[0]]
    yard.rests_for(2.5)
    assert yard.told()[-1] == "CardTwice"


def in_the_second_hunt() -> Yard:
    yard = second_round()
    yard.cards = list(CARDS[8:16])
    yard.rests_for(1.0)
    assert yard.state["pending"] == "hunt"
    yard.heard.clear()
    return yard


def test_a_worm_of_the_box_that_shows_its_face_in_the_pond_is_named() -> None:
    yard = in_the_second_hunt()
    yard.pond = [WORMS[0]]
    yard.rests_for(2.5)
    assert yard.refused() == ["WormOfTheBox"]


def test_a_worm_of_the_box_before_a_player_is_named() -> None:
    yard = in_the_second_hunt()
    yard.front["Ben"] = [WORMS[1]]
    yard.rests_for(2.5)
    assert yard.refused() == ["WormOfTheBox"]


def test_more_tokens_than_there_can_be_are_counted() -> None:
    """Two worms have found their hens, and still forty lie in the pond."""
    yard = in_the_second_hunt()
    yard.backs = 38
    yard.rests_for(4.0)
    assert yard.refused() == []
    yard.backs = 40
    yard.rests_for(4.0)
    assert yard.lines()[-1] == "I count 40 worms, there should be 38. Those that found their hens belong in the box."
    yard.backs = 38
    yard.rests_for(4.0)
    assert yard.told()[-1] == "PutRight"


def test_the_page_deals_no_card_of_an_earlier_round_either() -> None:
    yard = second_round()
    deal = [{"id": c.id, "worm": c.token, "value": c.value, "colour": c.colour} for c in (*CARDS[8:15], CARDS[3])]
    yard.referee.take(Act({"deal": deal}))
    assert yard.told()[-1] == "CardWasUp"
