"""What a result brings, ruling by ruling."""

from companion.games import GAMES
from companion.games.grill.at_table.odds.boxes import dice_game

HECKMECK = dice_game(GAMES["heckmeck"])
DELUXE = dice_game(GAMES["heckmeck-deluxe"])
JUNIOR = dice_game(GAMES["heckmeck-junior"])


def test_the_exact_tile_else_the_next_lower_and_no_other() -> None:
    spoils = HECKMECK.spoils([22, 25, 30])
    assert [spoils.of(result) for result in (21, 22, 24, 25, 29, 30, 40)] == [None, 1, 1, 2, 2, 3, 3]


def test_a_rivals_tile_comes_for_its_exact_number_alone() -> None:
    spoils = HECKMECK.spoils([21], rivals=[36])
    assert [spoils.of(result) for result in (35, 36, 37, 40)] == [1, 4, 1, 1]


def test_a_rivals_tile_needs_no_lower_one_on_the_grill() -> None:
    assert HECKMECK.spoils([30], rivals=[23]).of(23) == 1
    assert HECKMECK.spoils([30], rivals=[23]).of(24) is None


def test_a_rivals_loss_counts_if_the_setting_says_so() -> None:
    assert HECKMECK.spoils([21], rivals=[25]).of(25) == 2
    assert HECKMECK.spoils([21], rivals=[25], rivals_loss=True).of(25) == 4


def test_ones_own_top_tile_is_at_risk_but_not_in_junior() -> None:
    assert HECKMECK.spoils([21], stack=[22, 33]).at_risk == 4
    assert HECKMECK.spoils([21]).at_risk == 0
    assert JUNIOR.spoils([4], stack=[9]).at_risk == 0


def test_eleven_and_thirteen_come_for_their_number_and_never_from_a_player() -> None:
    spoils = DELUXE.spoils([11, 24], rivals=[13])
    assert [spoils.of(result) for result in (11, 12, 13, 23, 24)] == [1, None, None, None, 1]


def test_the_hen_saves_the_tile_on_either_side() -> None:
    assert DELUXE.spoils([21], stack=[33], hens=[33]).at_risk == 0
    guarded = DELUXE.spoils([21], rivals=[33], hens=[33])
    assert guarded.of(33) == 0, "in Deluxe there is no choice but to take the hen"
    assert DELUXE.spoils([21], rivals=[33], hens=[33], optional_steal=True).of(33) == 1


def test_any_lower_tile_may_be_the_dearer_one() -> None:
    """Only in a box where worms do not grow with the numbers; the owner's file may say so."""
    odd = dice_game(GAMES["heckmeck-junior"]).spoils([4, 5])
    assert (odd.of(6), odd.free_lower) == (1, False)
    dear = type(odd)({4: 3, 5: 1}, {}, 0, frozenset(), must_steal=False, free_lower=True)
    assert dear.of(6) == 3
    assert type(odd)({4: 3, 5: 1}, {}, 0, frozenset(), must_steal=False, free_lower=False).of(6) == 1


def test_the_apple_is_worth_three_worms() -> None:
    assert DELUXE.spoils([29, 30], apple=29).of(29) == 6
    assert DELUXE.spoils([29], rivals=[26], apple=26).of(26) == 5
    assert DELUXE.spoils([29], [36], own_apple=True).at_risk == 7


def test_the_ravens_tile_brings_a_bratworm() -> None:
    assert DELUXE.spoils([23, 24], raven=23).of(23) == 2
