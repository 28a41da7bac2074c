"""Tokens, cards and tiles are laid out, named in order, and known."""

import io
from pathlib import Path

import numpy as np
import pytest

from calibration.lay_out import LayOutWizard, alike, in_rows
from calibration.pretend_pieces import BOXES, PretendLayer
from calibration.session import Session
from companion.cli import main
from companion.languages import said
from vision.flat.find_flat import Found
from vision.flat.read_flat import FlatReader
from vision.piece_set import load_set
from vision.pyramid import Pyramid


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path


def rectangle(x: float, y: float, size: float = 20.0) -> Found:
    return Found(False, np.array([x, y]), np.diag([size, size]), 0.9)


def test_pieces_are_numbered_as_people_read() -> None:
    crooked = [rectangle(300, 108), rectangle(100, 100), rectangle(200, 95), rectangle(120, 210), rectangle(10, 200)]
    assert [tuple(one.centre) for one in in_rows(crooked)] == [(100, 100), (200, 95), (300, 108), (10, 200), (120, 210)]


def test_clutter_of_other_sizes_is_left_out() -> None:
    tiles = [rectangle(50 * n, 100) for n in range(1, 5)]
    twice = rectangle(51, 101)
    assert len(alike([*tiles, twice, rectangle(400, 300, 45), rectangle(450, 100, 8)])) == 4
    assert alike([]) == []


@pytest.mark.parametrize(("kind", "learned"), [("tiles", "17 names from 3"), ("tokens", "16 names from 2")])
def test_the_verb_teaches_a_box_on_the_painted_table(
    kind: str, learned: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", f"my-{kind}", "--kind", kind]) == 0
    assert f"Learned {learned} photographs" in capsys.readouterr().out
    made = load_set(f"my-{kind}")
    assert made.examined
    assert sorted(made.names) == sorted(BOXES[kind])
    tokens, _, tiles = FlatReader([made]).read(Pyramid(PretendLayer(kind, seed=3).still().pixels))
    read = [str(tile.number) for tile in tiles] if kind == "tiles" else [token.design for token in tokens]
    assert sorted(read) == sorted(BOXES[kind][:8])


def settled(wizard: LayOutWizard, host: PretendLayer) -> None:
    for _ in range(12):
        wizard.take(host.read())


def test_names_that_do_not_fit_are_sent_back() -> None:
    wizard, host = LayOutWizard("tiles", "tiles"), PretendLayer("tiles")
    wizard.answer("21 22")
    assert "no tiles to name" in wizard.prompt.fault
    settled(wizard, host)
    assert len(wizard.prompt.boxes) == 8
    wizard.answer("21 22 23")
    assert "I see 8 tiles, but heard 3 names" in wizard.prompt.fault
    wizard.answer("21 22 23 24 25 26 27 worm")
    assert "no number" in wizard.prompt.fault
    wizard.answer("finish")
    assert "labels.json" in wizard.prompt.fault


def test_what_was_named_is_kept_when_the_wizard_is_left() -> None:
    first, host = LayOutWizard("tiles", "tiles"), PretendLayer("tiles")
    settled(first, host)
    first.answer("21 22 23 24 25 26 27 28")
    again = LayOutWizard("tiles", "tiles")
    assert again.named == ["21", "22", "23", "24", "25", "26", "27", "28"]
    assert "Named so far: 21" in again.prompt.say
    again.answer("restart")
    assert LayOutWizard("tiles", "tiles").named == []


def test_two_names_for_one_tile_are_refused_when_it_is_finished() -> None:
    wizard, host = LayOutWizard("tiles", "tiles"), PretendLayer("tiles")
    session = Session(wizard, host)
    for names in ("21 22 23 24 25 26 27 28", "31 32 33 34 35 36 37 38"):
        for _ in range(12):
            session.step()
        session.answer(names)
        session.step()
        host.lay_again()
    wizard.answer("finish")
    assert "looks the same" in wizard.prompt.fault
    assert "genauso aus" in said(wizard.prompt.fault, "de")
    assert "müssen gleich heißen" in said(wizard.prompt.fault, "de")
    assert wizard.made is None
