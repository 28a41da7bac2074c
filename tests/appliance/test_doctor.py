"""A healthy Pi is left in peace; each illness is named with its cure."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_machine import FakeMachine

from companion.appliance.diagnosis import diagnose
from companion.appliance.doctor import Finding, examine
from companion.appliance.machine import Machine, version_of
from companion.cli import main
from companion.settings import Settings, default_path
from hardware.settings import ButtonsSettings, CameraSettings, DisplaySettings, MicrophoneSettings, SpeakerSettings
from hardware.trouble import Trouble

WIRED = Settings(
    camera=CameraSettings(driver="picamera"),
    buttons=ButtonsSettings(driver="gpio"),
    display=DisplaySettings(driver="max7219"),
    speaker=SpeakerSettings(driver="alsa"),
    microphone=MicrophoneSettings(driver="portaudio"),
)


def ills(machine: Machine, settings: Settings = WIRED) -> list[Finding]:
    return [finding for finding in examine(settings, machine) if finding.state == "ill"]


def test_a_healthy_pi_has_nothing_to_cure() -> None:
    findings = examine(WIRED, FakeMachine())
    assert [finding for finding in findings if finding.state != "good"] == []
    assert {finding.part for finding in findings} >= {
        *("python", "packages", "board", "groups", "camera", "buttons", "matrix", "speaker", "speech"),
        *("microphone", "clock", "disk", "warmth", "power"),
    }


def test_the_doctor_says_how_much_of_the_sensor_is_seen() -> None:
    machine = FakeMachine()
    machine.sees = (0.0, 0.125, 1.0, 0.75)
    told = [finding.say for finding in examine(WIRED, machine) if finding.part == "camera"]
    assert any("100% of the sensor's width and 75% of its height" in say for say in told)


Break = Callable[[FakeMachine], object]
ILLNESSES: list[tuple[str, Break, str, str]] = [
    ("python", lambda m: setattr(m, "version", (3, 9)), "Python 3.9 is not tried", "bookworm or trixie"),
    ("system", lambda m: setattr(m, "processor", "armv7l"), "not 64-bit", "Raspberry Pi OS (64-bit)"),
    ("packages", lambda m: m.errors.update(cv2=ImportError("libGL.so.1")), "cv2 does not load", "apt install libgl1"),
    (
        "packages",
        lambda m: m.packages.update({"opencv-python-headless": "5"}),
        "overwrite each other",
        "-m pip uninstall",
    ),
    ("groups", lambda m: m.mine.discard("spi"), "may not use the LED matrix", "usermod -aG spi"),
    ("camera", lambda m: m.errors.update(libcamera=ImportError("No module")), "picamera2 does not load", "apt install"),
    (
        "camera",
        lambda m: m.errors.update(picamera2=ValueError("numpy.dtype size changed")),
        "does not fit numpy 2",
        "simplejpeg>=1.8.2",
    ),
    ("camera", lambda m: setattr(m, "sees", Trouble("It is in use.", "Stop it.")), "in use", "Stop it"),
    ("buttons", lambda m: m.packages.update(lgpio="0.0.0.2"), "empty shell", "apt install python3-lgpio"),
    ("buttons", lambda m: m.errors.update(lgpio=ImportError("")), "lgpio is not installed", "python3-lgpio"),
    ("buttons", lambda m: m.packages.update(gpiozero="1.6.2"), "gpiozero 1.6.2", "gpiozero>=2.0.1.post3"),
    ("buttons", lambda m: m.paths.discard("/dev/gpiochip0"), "no GPIO pins", "keyboard"),
    ("matrix", lambda m: m.paths.discard("/dev/spidev0.0"), "SPI is switched off", "do_spi 0"),
    ("matrix", lambda m: m.locked.add("/dev/spidev0.0"), "may not use /dev/spidev0.0", "usermod -aG spi"),
    ("matrix", lambda m: m.errors.update(spidev=ImportError("")), "spidev is not installed", "python3-spidev"),
    ("matrix", lambda m: m.errors.update({"luma.led_matrix": ImportError("")}), "luma.led_matrix", "-m pip install"),
    ("speaker", lambda m: m.programs.difference_update({"pw-play", "aplay"}), "no program to play", "alsa-utils"),
    ("speaker", lambda m: m.paths.discard("/run/user/1000/pipewire-0"), "PipeWire is not running", "system unit"),
    ("speaker", lambda m: setattr(m, "silence", Trouble("No sink.", "Plug one in.")), "No sink", "Plug one in"),
    ("speech", lambda m: m.programs.discard("espeak-ng"), "espeak-ng is not installed", "apt install espeak-ng"),
    ("microphone", lambda m: setattr(m, "deafness", Trouble("No mic.", "Plug one in.")), "No mic", "Plug one in"),
    ("clock", lambda m: setattr(m, "now", 1970), "The clock says it is 1970", "timedatectl"),
    ("disk", lambda m: setattr(m, "free", 10**8), "Only 95 MB are free", "recordings"),
    ("disk", lambda m: m.files.update({"/proc/mounts": "overlay / overlay rw 0 0"}), "is an overlay", "XDG_DATA_HOME"),
    (
        "warmth",
        lambda m: m.files.update({"/sys/class/thermal/thermal_zone0/temp": "83000"}),
        "83 °C",
        "heat sink",
    ),
    (
        "power",
        lambda m: m.answers.update({("vcgencmd", "get_throttled"): "throttled=0x50005"}),
        "too weak right now",
        "power supply",
    ),
]


@pytest.mark.parametrize(("part", "illness", "say", "fix"), ILLNESSES, ids=[f"{one[0]}-{one[2]}" for one in ILLNESSES])
def test_each_illness_is_named_with_its_cure(part: str, illness: Break, say: str, fix: str) -> None:
    machine = FakeMachine()
    illness(machine)
    found = [finding for finding in ills(machine) if finding.part == part]
    assert found
    assert say in found[0].say
    assert fix in found[0].fix
    assert found[0].say.endswith(".")
    assert found[0].fix.endswith(".") != ("{command}" in getattr(found[0].fix, "template", "")), (
        "a command can be copied"
    )


def test_what_nobody_asked_for_is_only_noted() -> None:
    """The same Pi without SPI, lgpio and sound, but with a table.toml that wants none of them."""
    machine = FakeMachine()
    machine.paths.clear()
    machine.programs.clear()
    machine.errors.update(lgpio=ImportError(""), picamera2=ImportError(""))
    assert ills(machine, Settings()) == []
    assert len([one for one in examine(Settings(), machine) if one.state == "note"]) >= 4


def test_a_laptop_is_healthy_without_pi_parts() -> None:
    machine = FakeMachine()
    machine.files.clear()
    machine.paths.clear()
    assert ills(machine, Settings()) == []
    assert ills(machine, replace(Settings(), camera=CameraSettings(driver="webcam")))[0].part == "camera"


def test_little_memory_and_a_past_weakness_are_notes() -> None:
    machine = FakeMachine()
    machine.files["/proc/meminfo"] = "MemTotal: 900000 kB"
    machine.answers[("vcgencmd", "get_throttled")] = "throttled=0x50000"
    machine.answers[("timedatectl", "show", "-p", "NTPSynchronized", "--value")] = "no"
    notes = [finding.part for finding in examine(WIRED, machine) if finding.state == "note"]
    assert notes == ["clock", "power", "power", "memory"]


def test_a_broken_table_toml_is_one_more_finding(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[camera]\nlens = 3\n")
    findings = diagnose(tmp_path / "table.toml", FakeMachine())
    assert findings[0].state == "ill"
    assert "lens" in findings[0].say
    assert len(findings) > 10


def test_an_owner_without_a_table_toml_is_not_ill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert diagnose(default_path(), FakeMachine())[0].state == "good"
    assert diagnose(tmp_path / "another.toml", FakeMachine())[0].state == "ill"


def test_the_verb_speaks_lines_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[camera]\ndriver = "webcam"\nindex = 61\n')
    assert main(["doctor", "--settings", str(tmp_path / "table.toml")]) == 1
    out = capsys.readouterr().out
    assert "! camera    There is no camera at /dev/video61." in out
    assert "to cure." in out
    assert main(["doctor", "--json", "--settings", str(tmp_path / "table.toml")]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["healthy"] is False
    assert {"part", "state", "say", "fix"} == set(told["findings"][0])


def test_the_real_machine_answers_every_question() -> None:
    machine = Machine()
    assert machine.read("/nowhere") is None
    assert machine.run("false") is None
    assert machine.run("echo", "hello") == "hello"
    assert machine.package("no-such-package") is None
    assert machine.import_error("no_such_module") is not None
    assert machine.free_bytes(Path("/nowhere/at/all")) > 0
    assert machine.groups()


def test_versions_compare_as_numbers() -> None:
    assert version_of("2.0.1.post3") >= (2, 0, 1, 3) > version_of("2.0.1")
    assert version_of("0.0.0.2") < (0, 2)
