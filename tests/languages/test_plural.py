"""Which form of a word goes with a number, by rules that are data."""

import pytest

from hardware.plural import category
from hardware.wording import Language

ENGLISH = {"one": "n = 1"}
FRENCH = {"one": "n = 0..1"}
POLISH = {
    "one": "n = 1",
    "few": "n % 10 = 2..4 and n % 100 != 12..14",
    "many": "n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14",
}


@pytest.mark.parametrize(
    ("rules", "number", "form"),
    [
        (ENGLISH, 0, "other"),
        (ENGLISH, 1, "one"),
        (ENGLISH, 2, "other"),
        (FRENCH, 0, "one"),
        (FRENCH, 2, "other"),
        (POLISH, 1, "one"),
        (POLISH, 3, "few"),
        (POLISH, 13, "many"),
        (POLISH, 22, "few"),
        (POLISH, 25, "many"),
    ],
)
def test_the_form_follows_the_number(rules: dict[str, str], number: int, form: str) -> None:
    assert category(rules, number) == form


def test_a_rule_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="'n is 1' is no condition"):
        category({"one": "n is 1"}, 1)


def test_a_sentence_takes_the_form_of_its_number() -> None:
    sentence = "{player} ma {count:one=# kartę|few=# karty|many=# kart|other=# karty}."
    polish = Language("pl", plurals=POLISH)
    told = [polish.fill(sentence, {"player": "Ana", "count": count}) for count in (1, 2, 5)]
    assert told == ["Ana ma 1 kartę.", "Ana ma 2 karty.", "Ana ma 5 kart."]


def test_forms_may_have_gaps_of_their_own() -> None:
    sentence = "{count:one={player} alone|other={player} and # more}"
    assert Language().fill(sentence, {"count": 2, "player": "Ana"}) == "Ana and 2 more"
