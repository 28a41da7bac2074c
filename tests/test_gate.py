"""Nothing odd comes in: every text, number, order and archive from outside passes one gate."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import gate


@pytest.mark.parametrize("name", ["Ana", "Zoë", "孫悟空", "Ana-Lena", "x" * 20, "🐓"])
def test_a_name_that_people_can_read_is_let_in(name: str) -> None:
    assert gate.player_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * 21, "\ud800", "A\x1b[2Ja", "A\nB", "A\u202eB", "A\x00", None, 7, ["Ana"]]
)
def test_a_name_that_would_break_a_page_or_a_terminal_is_refused(name: Any) -> None:
    with pytest.raises(gate.Unfit, match="1 to 20 letters"):
        gate.player_name(name)


def test_two_ways_of_typing_a_name_are_one_name() -> None:
    assert gate.player_name("Zoe\u0308") == gate.player_name("Zo\u00eb")


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[]", b"{", b'{"a": NaN}', b'{"a": "\\ud800"}', b'{"\\u0007": 1}', b'{"a": 1e999}', b"[" * 10_000),
        *(b'{"a": ' + b"9" * 400 + b"}", b'{"a":' * 20 + b"1" + b"}" * 20),
    ],
)
def test_an_order_that_cannot_be_used_is_refused(body: bytes) -> None:
    with pytest.raises(gate.Unfit):
        gate.values(body)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()), st.lists))
def test_what_is_let_in_can_be_written_anywhere(value: Any) -> None:
    try:
        let_in = gate.values(json.dumps({"value": value}).encode())
    except gate.Unfit:
        return
    assert json.loads(json.dumps(let_in, ensure_ascii=False).encode()) == let_in


@pytest.mark.parametrize("written", ["", "-1", "9" * 5000, "٣", "1e3", "1.0"])
def test_what_is_no_number_is_refused(written: str) -> None:
    with pytest.raises(gate.Unfit):
        gate.number(written)


def test_what_was_written_before_there_was_a_gate_is_made_readable() -> None:
    assert gate.mended({"a\ud800": ["\x1b[2J", 3, None]}) == {"a\ufffd": ["\ufffd[2J", 3, None]}
