"""Sets are files people own: they travel as one zip, and a hostile zip gets nowhere."""

import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.exam import fit_for_play
from calibration.exchange import pack, thumbnails, unpack
from companion.cli import main
from hardware.trouble import Trouble
from vision.piece_set import Example, PieceSet, load_set, save_set, sets_folder

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def red() -> PieceSet:
    chance = np.random.default_rng(1)
    examples = tuple(
        Example(name, chance.integers(0, 255, (48, 48, 3), dtype=np.uint8)) for name in ("1", "worm") for _ in range(2)
    )
    made = PieceSet("red-dice", "dice", examples, about="taught at the table", examined=True)
    save_set(made)
    return made


def test_a_set_goes_out_and_comes_in_as_it_was(red: PieceSet, home: Path) -> None:
    (sets_folder() / "red-dice" / "report.html").write_text("<p>good</p>")
    pack("red-dice", home / "red.zip")
    unpack(home / "red.zip", as_name="blue-dice")
    blue = load_set("blue-dice")
    assert (blue.kind, blue.names, blue.about, blue.examined) == (red.kind, red.names, red.about, True)
    assert all((a.patch == b.patch).all() for a, b in zip(red.examples, blue.examples, strict=True))
    assert not (sets_folder() / "blue-dice" / "report.html").exists()  # a stranger's page is not taken in


def test_a_set_of_that_name_is_not_replaced_unasked(red: PieceSet, home: Path) -> None:
    pack("red-dice", home / "red.zip")
    with pytest.raises(Trouble, match="already"):
        unpack(home / "red.zip")
    unpack(home / "red.zip", replace=True)


def archive(path: Path, members: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if change is not None:
                change(info)
            made.writestr(info, content)
    return path


def gigapixel() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">IIBBBBB", 30000, 30000, 8, 2, 0, 0, 0) + bytes(40)


CROP = cv2.imencode(".png", np.zeros((900, 900, 3), np.uint8))[1].tobytes()
ENTRY = b'[[examples]]\nname = "1"\nfile = "crops/000.png"\n'
TOML = b'format = 1\nkind = "dice"\n' + ENTRY


@pytest.mark.parametrize(
    "name",
    [
        "../evil.toml",
        "/etc/evil.toml",
        "x/../../evil.toml",
        "x\\..\\evil.toml",
        "C:/evil.toml",
        "x/crops/deep/er.png",
        "x/run.py",
        "x/report.html",
        "x/crops/a.exe",
        "loose.toml",
        "y/set.toml",
    ],
)
def test_path_tricks_and_wrong_types_are_refused(home: Path, name: str) -> None:
    bad = archive(home / "bad.zip", {"x/set.toml": TOML, name: b"boo"})
    with pytest.raises(Trouble, match=r"does not belong|more than one"):
        unpack(bad)
    assert not list(home.rglob("evil*"))
    assert not (sets_folder() / "x").exists()


def test_a_link_is_refused(home: Path) -> None:
    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = 0o120777 << 16

    with pytest.raises(Trouble, match="does not belong"):
        unpack(archive(home / "bad.zip", {"x/set.toml": b"/etc/passwd"}, link))


def test_a_bomb_is_refused_before_it_goes_off(home: Path) -> None:
    bomb = archive(home / "bomb.zip", {"x/set.toml": TOML, "x/crops/000.png": bytes(65 * 2**20)})
    assert bomb.stat().st_size < 2**20
    with pytest.raises(Trouble, match="more than 64 MB"):
        unpack(bomb)


def test_a_forged_size_does_not_fill_the_memory(home: Path) -> None:
    honest = archive(home / "x.zip", {"x/set.toml": TOML, "x/crops/000.png": bytes(2 * 2**20)}).read_bytes()
    forged = honest.replace((2 * 2**20).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    (home / "forged.zip").write_bytes(forged)
    with pytest.raises(Trouble, match="no archive I can read"):
        unpack(home / "forged.zip")


def test_too_many_files_are_refused(home: Path) -> None:
    with pytest.raises(Trouble, match="2001 files"):
        unpack(archive(home / "many.zip", {f"x/crops/{n}.png": b"" for n in range(2001)}))


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({}, "0 files"),
        ({"x/crops/000.png": b"no"}, "no set.toml"),
        ({"x/set.toml": b"\xff\xfe"}, "cannot be read"),
        ({"x/set.toml": TOML}, "missing or no picture"),
        ({"x/set.toml": TOML, "x/crops/000.png": b"GIF89a"}, "no small PNG"),
        ({"x/set.toml": TOML, "x/crops/000.png": gigapixel()}, "no small PNG"),
        ({"x/set.toml": TOML.replace(b"crops/000.png", b"../../secret.png")}, "outside its folder"),
        ({"x/set.toml": TOML.replace(b"format = 1", b"format = 99")}, "cannot be read|newer version"),
        ({"x/set.toml": TOML.replace(b"format = 1", b'format = "x"')}, "cannot be read"),
        ({"x/set.toml": b'format = 1\nkind = "dice"\nexamples = []\n'}, "no pictures"),
        ({"x/set.toml": TOML.replace(b'"1"', b'"\\u0007"'), "x/crops/000.png": CROP}, "cannot be read"),
        ({"x/set.toml": TOML + 20_000 * ENTRY, "x/crops/000.png": CROP}, "names a picture twice"),
        ({"Bad Name/set.toml": TOML}, "cannot be the name"),
    ],
)
def test_what_is_no_set_is_refused_in_a_sentence(home: Path, members: dict[str, bytes], words: str) -> None:
    with pytest.raises(Trouble, match=words):
        unpack(archive(home / "bad.zip", members))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a zip at all"])
def test_what_is_no_archive_is_refused(home: Path, content: bytes) -> None:
    (home / "bad.zip").write_bytes(content)
    with pytest.raises(Trouble, match="no archive"):
        unpack(home / "bad.zip")
    with pytest.raises(Trouble, match="no file"):
        unpack(home / "missing.zip")


def test_a_cut_off_archive_never_leaves_half_a_set(red: PieceSet, home: Path) -> None:
    pack("red-dice", home / "red.zip")
    whole = (home / "red.zip").read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        (home / "cut.zip").write_bytes(whole[:length])
        with pytest.raises(Trouble):
            unpack(home / "cut.zip", as_name="cut")
    assert not (sets_folder() / "cut").exists()


def test_flipped_bytes_are_refused_or_harmless(red: PieceSet, home: Path) -> None:
    pack("red-dice", home / "red.zip")
    whole = bytearray((home / "red.zip").read_bytes())
    chance = np.random.default_rng(2)
    for _ in range(60):
        flipped = bytearray(whole)
        for spot in chance.integers(0, len(whole), 3):
            flipped[spot] ^= int(chance.integers(1, 256))
        (home / "flipped.zip").write_bytes(flipped)
        try:
            unpack(home / "flipped.zip", as_name="flipped", replace=True)
        except Trouble as trouble:
            assert trouble.say


def test_the_verb_lists_renames_removes_and_shows(red: PieceSet, home: Path, capsys: Said) -> None:
    assert main(["sets"]) == 0
    assert "red-dice" in (listed := capsys.readouterr().out)
    assert "dice, 2 names, 4 pictures, examined" in listed
    assert main(["sets", "rename", "red-dice", "my-dice"]) == 0
    assert main(["sets", "show", "my-dice", "--picture", str(home / "my.png")]) == 0
    assert "names: 1, worm" in capsys.readouterr().out
    assert (home / "my.png").is_file()
    assert main(["sets", "export", "my-dice", "--out", str(home / "my.zip")]) == 0
    assert main(["sets", "remove", "my-dice"]) == 1
    assert "add --yes" in capsys.readouterr().err
    assert main(["sets", "remove", "my-dice", "--yes"]) == 0
    assert not list(sets_folder().glob("*my-dice*"))
    assert main(["sets", "import", str(home / "my.zip")]) == 0
    assert load_set("my-dice").names == red.names
    assert main(["sets", "remove", "nothing", "--yes"]) == 1


def test_a_set_without_an_exam_is_not_played_with_until_it_is_approved(capsys: Said) -> None:
    save_set(PieceSet("new", "dice", (Example("1", np.zeros((48, 48, 3), np.uint8)),)))
    main(["sets"])
    assert "not examined" in capsys.readouterr().out
    assert main(["run", "--set", "new", "--headless"]) == 1
    assert "companion sets approve new" in capsys.readouterr().err
    assert main(["sets", "approve", "new"]) == 0
    assert fit_for_play("new").examined


def test_thumbnails_show_each_name_once(red: PieceSet) -> None:
    assert thumbnails(red, side=32, across=4).shape == (32, 128, 3)


def test_a_broken_set_is_listed_with_its_fault(capsys: Said) -> None:
    broken = sets_folder() / "broken"
    broken.mkdir(parents=True)
    (broken / "set.toml").write_text("kind = ")
    assert main(["sets"]) == 0
    assert "cannot be read" in capsys.readouterr().out
