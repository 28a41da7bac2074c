"""Two tables, one game: both ends have the same deeds, whatever the line does."""

from typing import Any

import pytest
from two_tables import Ledgered, play

from companion.night.shared import Guest, Owner

ROLL: tuple[str, dict[str, Any]] = ("action", {"roll": ["1", "2", "3", "4", "5", "5", "5", "worm"]})
OTHER: tuple[str, dict[str, Any]] = ("action", {"roll": ["1", "1", "1", "4", "5", "5", "5", "worm"]})
KEEP: tuple[str, dict[str, Any]] = ("action", {"keep": "5"})


@pytest.mark.parametrize("seed", range(4))
def test_a_game_over_a_line_that_loses_a_third_ends_alike_at_both_ends(seed: int) -> None:
    home, away, _ = play("heckmeck", seed)

    assert home.deeds() == away.deeds()
    assert home.sitting.state == away.sitting.state
    assert home.sitting.match.over and home.anew == 0, "the owner's journal is the game"


def test_a_game_goes_on_after_the_line_was_cut() -> None:
    home, away, took = play("heckmeck", 3, cut=range(100, 1500))
    assert home.deeds() == away.deeds()
    assert took > 1500


@pytest.fixture
def ends() -> tuple[Ledgered, Owner, Ledgered, Guest]:
    home, away = Ledgered("heckmeck", ["Ana", "Ben"]), Ledgered("heckmeck", ["Ana", "Ben"])
    return home, Owner(home), away, Guest(away)


Ends = tuple[Ledgered, Owner, Ledgered, Guest]


def test_what_the_guest_does_is_written_at_the_owner_s(ends: Ends) -> None:
    home, owner, away, guest = ends
    away.do(0, ROLL)
    assert not guest.settled
    owner.hear(guest.tell())
    guest.hear(owner.tell())

    assert home.deeds() == [ROLL]
    assert guest.settled and not owner.settled
    owner.hear(guest.tell())
    assert owner.settled


def test_where_both_did_something_the_owner_s_deed_stands(ends: Ends) -> None:
    home, owner, away, guest = ends
    home.do(0, ROLL)
    away.do(0, OTHER)
    owner.hear(guest.tell())
    guest.hear(owner.tell())
    guest.hear(owner.tell())

    assert home.deeds() == away.deeds() == [ROLL]
    assert away.anew == 1


def test_a_guest_that_lost_its_journal_catches_up(ends: Ends) -> None:
    home, owner, _, guest = ends
    home.do(0, ROLL)
    home.do(1, KEEP)
    guest.hear(owner.tell())
    owner.hear(guest.tell())
    fresh_book = Ledgered("heckmeck", ["Ana", "Ben"])
    fresh = Guest(fresh_book)
    fresh.hear(owner.tell())
    assert fresh_book.deeds() == [], "what comes from the middle is not believed"
    owner.hear(fresh.tell())
    fresh.hear(owner.tell())

    assert fresh_book.deeds() == [ROLL, KEEP]


def test_a_wish_against_the_rules_changes_nothing(ends: Ends) -> None:
    home, owner, away, guest = ends
    owner.hear({"has": 0, "wish": [list(KEEP)]})
    owner.hear({"has": 0, "wish": [["explode", {}]]})
    for odd in ({}, {"has": -1, "wish": []}, {"has": 9, "wish": [list(ROLL)]}, {"has": 0, "wish": "x"}, {"has": True}):
        owner.hear(odd)
    for odd in ({}, {"from": 0, "deeds": [[1, 2]]}, {"from": 5, "deeds": [list(ROLL)]}, {"from": 0, "deeds": {}}):
        guest.hear(odd)

    assert home.deeds() == away.deeds() == []


class Quick(Ledgered):
    """People who do something in the very moment in which the other table's deed is to be carried out."""

    hurry: Any = None

    def do(self, number: int, deed: tuple[str, Any]) -> bool:
        if self.hurry is not None:
            hurry, self.hurry = self.hurry, None
            super().do(self.sitting.deeds, hurry)
        return super().do(number, deed)


def test_where_the_guest_s_people_act_in_the_same_moment_the_owner_s_deed_stands(ends: Ends) -> None:
    home, owner, _, _ = ends
    away = Quick("heckmeck", ["Ana", "Ben"])
    guest = Guest(away)
    home.do(0, ROLL)
    away.hurry = OTHER
    guest.hear(owner.tell())
    owner.hear(guest.tell())
    guest.hear(owner.tell())

    assert home.deeds() == away.deeds() == [ROLL]


def test_where_the_owner_s_people_act_in_the_same_moment_the_wish_is_not_carried_out_after_it() -> None:
    home, away = Quick("heckmeck", ["Ana", "Ben"]), Ledgered("heckmeck", ["Ana", "Ben"])
    owner, guest = Owner(home), Guest(away)
    home.do(0, ROLL)
    guest.hear(owner.tell())
    away.do(1, ("pause", {}))
    home.hurry = KEEP
    owner.hear(guest.tell())
    assert home.deeds() == [ROLL, KEEP]
    guest.hear(owner.tell())

    assert away.deeds() == [ROLL, KEEP]
