"""Every table has painted sets to begin with, and says that they are painted."""

import pytest

from calibration.exchange import thumbnails
from calibration.shipped import DEFAULT, DICE, painted_dice
from vision.piece_set import SHIPPED, read_folder

NAMES = sorted(path.parent.name for path in SHIPPED.glob("*/set.toml"))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "pips"])
def test_a_shipped_set_is_whole_and_says_it_is_a_default(name: str) -> None:
    made = read_folder(SHIPPED / name)
    assert made.about == DEFAULT
    assert made.examined
    assert made.golden == ("golden" in name)
    assert thumbnails(made).shape[2] == 3


def test_every_box_has_its_set() -> None:
    kinds = {name: read_folder(SHIPPED / name) for name in NAMES}
    assert kinds["heckmeck-dice"].names == ("1", "2", "3", "4", "5", "worm")
    assert set(kinds["heckmeck-tiles"].names) == {"11", "13", *(str(n) for n in range(21, 37))}
    assert set(kinds["junior-tiles"].names) == {str(n) for n in range(4, 10)}
    assert len(kinds["rooster-cards"].names) == 32
    assert kinds["rooster-cards"].points["red-8"] == 7
    assert {"blank", "back"} < set(kinds["rooster-tokens"].names)
    assert "pips" in kinds


def test_the_painter_makes_them_again_exactly() -> None:
    name = "heckmeck-golden"
    made, shipped = painted_dice(name, DICE[name]), read_folder(SHIPPED / name)
    assert made.names == shipped.names
    for new, old in zip(made.examples, shipped.examples, strict=True):
        assert abs(new.patch.astype(int) - old.patch.astype(int)).mean() < 3
