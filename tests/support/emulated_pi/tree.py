"""The device tree: QEMU's plain board, edited until Linux takes it for a Raspberry Pi 4 with pretend pins."""

import re
from pathlib import Path

from emulated_pi.workshop import Workshop

# Pins as on the header: 8, 10 and 11 are the matrix's SPI wires, the others are free for buttons.
DEVICES = """
	gpio-sim {
		compatible = "gpio-simulator";
		pins: bank0 {
			gpio-controller;
			#gpio-cells = <2>;
			ngpios = <54>;
			gpio-sim,label = "pinctrl-bcm2711";
		};
	};
	spi {
		compatible = "spi-gpio";
		#address-cells = <1>;
		#size-cells = <0>;
		sck-gpios = <&pins 11 0>;
		mosi-gpios = <&pins 10 0>;
		cs-gpios = <&pins 8 1>;
		num-chipselects = <1>;
		matrix@0 {
			compatible = "rohm,dh2228fv";
			reg = <0>;
			spi-max-frequency = <1000000>;
		};
	};
	system {
		linux,revision = <0xc03111>;
	};
"""
MODEL = """model = "Raspberry Pi 4 Model B Rev 1.1";
	compatible = "raspberrypi,4-model-b", "brcm,bcm2711", "linux,dummy-virt";"""


def pi_tree(workshop: Workshop, board: list[str], into: Path) -> None:
    """Ask QEMU for its board's tree and make a Pi of it."""
    plain, text = into.with_suffix(".plain.dtb"), into.with_suffix(".dts")
    wanted = [word.replace("virt,", f"virt,dumpdtb={plain},") if word.startswith("virt,") else word for word in board]
    workshop.run(wanted)
    workshop.run(["dtc", "-q", "-I", "dtb", "-O", "dts", "-o", text, plain])
    text.write_text(as_pi(text.read_text()))
    workshop.run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", into, text])


def as_pi(text: str) -> str:
    # The board's own pins would be gpiochip0, which on a Pi are the header's.
    for node in (r"pl061@[0-9a-f]+", r"gpio-keys", r"gpio-restart", r"gpio-poweroff"):
        text = _without(text, node)
    text = re.sub(r"^\tmodel = .*;$\n", "", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^\tcompatible = .*;$", f"\t{MODEL}", text, count=1, flags=re.MULTILINE)
    head, brace, rest = text.rpartition("};")
    return head + DEVICES + brace + rest


def _without(text: str, node: str) -> str:
    """The tree without one node and all in it."""
    found = re.search(rf"^(\t*){node} \{{.*?^\1\}};\n", text, re.DOTALL | re.MULTILINE)
    return text[: found.start()] + text[found.end() :] if found else text
