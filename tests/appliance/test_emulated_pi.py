"""What make pi measures by can fail: the parts of it that need no emulator."""

from pathlib import Path

import numpy as np
import pytest
from emulated_pi.checks import compared, summary
from emulated_pi.table import bytes_of, likeness
from emulated_pi.tree import as_pi
from emulated_pi.wheels import meant
from emulated_pi.workshop import Failed, Workshop

from companion.announcements.clips import themed
from hardware.ports import SAMPLE_RATE
from hardware.settings import DisplaySettings

BOARD = """/dts-v1/;

/ {
\tmodel = "linux,dummy-virt";
\tcompatible = "linux,dummy-virt";

\tgpio-keys {
\t\tcompatible = "gpio-keys";

\t\tpoweroff {
\t\t\tgpios = <0x8005 0x03 0x00>;
\t\t};
\t};

\tpl061@9030000 {
\t\tphandle = <0x8005>;
\t};

\tpcie@10000000 {
\t\tdma-coherent;
\t};
};
"""


def test_the_crow_is_told_from_other_sounds() -> None:
    """Late, quieter and in noise it is heard; another sound is not."""
    crow, other = themed("crow"), themed("tick")
    pause = np.zeros(SAMPLE_RATE, np.int16)
    noise = np.random.default_rng(1).normal(0, 200, len(crow) + 2 * SAMPLE_RATE)
    heard = (np.concatenate([pause, crow // 2, pause]) + noise).astype(np.int16)

    assert likeness(heard, crow) > 0.8
    assert likeness(np.concatenate([pause, other, pause, *[other] * 20]), crow) < 0.5
    assert likeness(noise.astype(np.int16), crow) < 0.5


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's
def test_a_picture_of_the_lamps_has_bytes_of_its_own() -> None:
    dark, lit = ["." * 32] * 8, ["#" + "." * 31, *["." * 32] * 7]

    assert bytes_of(dark, DisplaySettings()) != bytes_of(lit, DisplaySettings())
    assert len(bytes_of(lit, DisplaySettings())) == 8 * 4 * 2


def test_the_board_is_made_a_pi() -> None:
    tree = as_pi(BOARD)

    assert 'model = "Raspberry Pi 4 Model B' in tree and 'dummy-virt";\n\tcompatible' not in tree
    assert "gpio-keys" not in tree and "pl061" not in tree
    assert "dma-coherent" in tree and "gpio-simulator" in tree
    assert tree.count("{") == tree.count("}")


def test_readings_that_differ_are_refused() -> None:
    one = [[("die", "5", 0.99), ("die", "worm", 0.97)]]

    assert compared(one, [[("die", "5", 0.985), ("die", "worm", 0.97)]]).startswith("2 pieces on 1 tables, all alike")
    with pytest.raises(Failed, match="another reading"):
        compared(one, [[("die", "5", 0.99), ("die", "1", 0.97)]])
    with pytest.raises(Failed, match="as surely"):
        compared(one, [[("die", "5", 0.6), ("die", "worm", 0.97)]])


def test_only_what_pytest_says_last_counts() -> None:
    assert summary("1 failed in a note\n=== 3 passed, 2 skipped in 9.1s ===\n") == "3 passed, 2 skipped in 9.1s"
    assert summary("1 failed, 20 passed in 9.1s\n") == "1 failed, 20 passed in 9.1s"
    assert summary("Killed") == "no summary"


def test_what_is_for_other_machines_is_left_out() -> None:
    listed = ["numpy==2.4.6 ; python_full_version < '3.12'", "numpy==2.5 ; python_full_version >= '3.12'"]

    assert meant(listed, "3.11") == ["numpy==2.4.6"]
    assert meant(listed, "3.13") == ["numpy==2.5"]
    assert meant(["rpi-ws281x==5 ; platform_machine == 'armv7l'"], "3.11") == []


def test_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    made: list[int] = []
    workshop = Workshop(tmp_path)
    for key in ("a", "a", "b"):
        workshop.once("root", key, lambda: made.append(1))
    assert len(made) == 2

    with pytest.raises(Failed), workshop.step("a step"):
        raise Failed("it broke")
    assert not workshop.right and "**not right:** it broke" in workshop.table()
