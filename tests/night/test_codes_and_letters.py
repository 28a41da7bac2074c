"""Join codes, and letters that tell who wrote them."""

import json

import pytest

from companion.night.codes import LETTERS, code_for, night_secret, pass_from, table_id
from companion.night.letters import LONGEST, Odd, opened, seal
from companion.night.topics import Topics
from hardware.trouble import Trouble

SECRET = "0f" * 32
TOPIC = Topics().of("oak", "event")
OAK, ELM = (pass_from(code_for(SECRET, table)) for table in ("oak", "elm"))


def test_a_code_says_the_table_and_its_key_however_it_is_typed() -> None:
    code = code_for(SECRET, "table-4")

    assert pass_from(code).table == "table-4"
    assert pass_from(f"  {code.upper()} ") == pass_from(code.replace("-", " ")) == pass_from(code)
    assert set(code.removeprefix("table-4").replace("-", "")) <= set(LETTERS), "no letter looks like another"


def test_no_table_can_guess_another_ones_code_from_its_own() -> None:
    assert OAK.key != ELM.key
    assert code_for(SECRET, "oak") != code_for(night_secret(), "oak"), "each night has codes of its own"
    assert OAK.night != pass_from(code_for(night_secret(), "oak")).night


@pytest.mark.parametrize("typed", ["", "oak", "oak-1234-5678", "oak-k7mq", "../etc-k7mq-29xw", "oak/+-k7mq-29xw"])
def test_what_is_no_code_is_said(typed: str) -> None:
    with pytest.raises(Trouble, match="no join code"):
        pass_from(typed)


@pytest.mark.parametrize(
    ("name", "table"), [("Table 4", "table-4"), ("  Große Eiche! ", "grosse-eiche"), ("Ñandú", "nandu")]
)
def test_a_tables_name_becomes_one_that_topics_can_bear(name: str, table: str) -> None:
    assert table_id(name) == table
    assert Topics().read(Topics().of(table, "state")) == (table, "state")


def test_a_name_of_nothing_is_said() -> None:
    with pytest.raises(Trouble, match="table's name"):
        table_id("!?")


def test_a_letter_is_read_by_who_has_the_key() -> None:
    letter = opened(OAK.key, TOPIC, "oak", seal(OAK.key, TOPIC, "oak", 7, {"line": "Kikeriki, Zoë! \ud83d"}))

    assert (letter.table, letter.seq, letter.body["line"]) == ("oak", 7, "Kikeriki, Zoë! \ud83d")


def changed(**changes: object) -> bytes:
    return json.dumps({**json.loads(seal(OAK.key, TOPIC, "oak", 7, {"a": 1})), **changes}).encode()


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (b"", "malformed"),
        (b"\xff\xfe", "malformed"),
        (b"[" * 20_000, "malformed"),
        (b'{"v": 1}', "malformed"),
        (changed(seq=True), "malformed"),
        (changed(seq="7"), "malformed"),
        (changed(mac=7), "malformed"),
        (changed(extra=1), "malformed"),
        (changed(mac="0" * 64), "wrong key"),
        (changed(mac="é" * 64), "wrong key"),
        (changed(seq=8), "wrong key"),
        (changed(body={"a": 2}), "wrong key"),
        (changed(body={"a": float("nan")}), "wrong key"),
        (seal(ELM.key, TOPIC, "oak", 7, {}), "wrong key"),
        (seal(OAK.key, Topics().of("oak", "state"), "oak", 7, {}), "wrong key"),
        (seal(OAK.key, TOPIC, "elm", 7, {}), "wrong table"),
        (b" " * (LONGEST + 1), "too long"),
    ],
    ids=str,
)
def test_any_other_letter_is_odd_and_says_why(payload: bytes, why: str) -> None:
    with pytest.raises(Odd) as odd:
        opened(OAK.key, TOPIC, "oak", payload)

    assert odd.value.why == why
