"""Installing says what it does, does it once, and can be undone to the last line."""

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.appliance.install import POLKIT, Place, advice, kiosk_steps, service_steps
from companion.appliance.machine import Machine
from companion.appliance.steps import AddLines, Command, Step, WriteFile, run_command
from companion.appliance.watchdog import Watchdog
from companion.cli import main
from companion.verbs.install import carry_out
from companion.verbs.uninstall import undo


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    program = Path(shutil.which("true") or "/bin/true")
    return Place(tmp_path, tmp_path / "data", program, program, "ana", 8123)


class Shell:
    """Remembers commands instead of running them."""

    def __init__(self, good: bool = True) -> None:
        self.ran: list[tuple[str, ...]] = []
        self.good = good

    def __call__(self, command: Sequence[str]) -> bool:
        self.ran.append(tuple(command))
        return self.good


def everything(place: Place) -> list[Step]:
    return [*service_steps(place), *kiosk_steps(place)]


def files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_dry_run_says_all_and_does_nothing(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell()
    carry_out(everything(place), dry_run=True, run=shell)
    said = capsys.readouterr().out
    assert files(place.home) == {}
    assert shell.ran == []
    assert said.count("would ") == len(everything(place))


def test_what_is_installed_is_undone_to_the_last_line(place: Place) -> None:
    autostart = place.home / ".config/labwc/autostart"
    autostart.parent.mkdir(parents=True)
    autostart.write_text("swaybg -i dusk.png &")  # the owner's, without a newline at its end
    before = files(place.home)
    shell = Shell()

    assert carry_out(everything(place), dry_run=False, run=shell) == []
    installed = files(place.home)
    assert ".config/systemd/user/cockadoodle.service" in installed
    assert "data/kiosk.sh &\n# cockadoodle end" in installed[".config/labwc/autostart"]
    assert ("systemctl", "--user", "--no-block", "enable", "--now", "cockadoodle.service") in shell.ran
    assert ("loginctl", "enable-linger", "ana") in shell.ran

    (place.config / "systemd/user/default.target.wants").mkdir()  # as systemctl enable would leave it
    (place.config / "systemd/user/default.target.wants/cockadoodle.service").touch()
    assert undo(everything(place), dry_run=False, run=shell) == 8
    assert ("systemctl", "--user", "disable", "--now", "cockadoodle.service") in shell.ran
    assert ("loginctl", "disable-linger", "ana") in shell.ran
    assert ("sudo", "-n", "rm", "-f", str(POLKIT)) in shell.ran
    left = files(place.home)
    left.pop(".config/systemd/user/default.target.wants/cockadoodle.service")  # systemctl's own to remove
    assert {name: text.rstrip("\n") for name, text in left.items()} == before


def test_installing_twice_changes_nothing(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    carry_out(everything(place), dry_run=False, run=Shell())
    once = files(place.home)
    carry_out(everything(place), dry_run=False, run=Shell())
    assert files(place.home) == once
    assert "already so: write" in capsys.readouterr().out


def test_the_owners_own_keys_are_left_alone(place: Place) -> None:
    keys = place.config / "labwc" / "rc.xml"
    keys.parent.mkdir(parents=True)
    keys.write_text("<my-keys/>")
    carry_out(kiosk_steps(place), dry_run=False, run=Shell())
    undo(kiosk_steps(place), dry_run=False, run=Shell())
    assert keys.read_text() == "<my-keys/>"


def test_nothing_installed_means_nothing_to_undo(place: Place) -> None:
    shell = Shell()
    assert undo(everything(place), dry_run=False, run=shell) == 0
    assert shell.ran == []


def test_a_linger_of_somebody_else_stays(place: Place) -> None:
    step = Command(("loginctl",), ("loginctl", "back"), needed=lambda: False, mark=place.data / "mark")
    assert step.done()
    assert not step.present()


def test_polkits_folder_which_nobody_may_look_into_is_no_hindrance(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Debian: a user may not even ask whether our rule lies there."""
    stat = Path.stat

    def closed(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.is_relative_to(POLKIT.parent):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", closed)
    shell = Shell()
    assert carry_out(service_steps(place), dry_run=False, run=shell) == []
    assert carry_out(service_steps(place), dry_run=False, run=shell) == []
    assert sum(str(POLKIT) in words for words in shell.ran) == 1, "told once"
    undo(service_steps(place), dry_run=False, run=shell)
    assert ("sudo", "-n", "rm", "-f", str(POLKIT)) in shell.ran


def test_a_step_that_fails_is_reported(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    failed = carry_out(service_steps(place), dry_run=False, run=Shell(good=False))
    assert [str(step) for step in failed] == [
        f"run sudo -n install -m 644 {place.data}/power-off.rules /etc/polkit-1/rules.d/60-cockadoodle.rules",
        "run systemctl --user daemon-reload",
        "run systemctl --user --no-block enable --now cockadoodle.service",
        "run loginctl enable-linger ana",
    ]
    (place.home / "file").touch()
    blocked = WriteFile(place.home / "file" / "unit", "")
    assert carry_out([blocked], dry_run=False) == [blocked]
    assert "file" in capsys.readouterr().out


def test_an_updated_line_is_written_anew(place: Place) -> None:
    old = AddLines(place.home / "autostart", "old.sh &\n")
    new = AddLines(place.home / "autostart", "new.sh &\n")
    old.do(run_command)
    assert not new.done()
    new.do(run_command)
    assert "old.sh" not in (place.home / "autostart").read_text()
    assert new.done()


def test_systemd_is_told_of_an_updated_unit(place: Place) -> None:
    carry_out(service_steps(place), dry_run=False, run=Shell())
    unit = place.config / "systemd/user/cockadoodle.service"
    (unit.parent / "default.target.wants").mkdir()  # as systemctl enable would leave it
    (unit.parent / "default.target.wants" / unit.name).touch()
    unit.write_text(unit.read_text().replace("Restart=", "Restart=no # "))
    shell = Shell()
    carry_out(service_steps(place), dry_run=False, run=shell)
    assert ("systemctl", "--user", "daemon-reload") in shell.ran
    assert ("systemctl", "--user", "--no-block", "enable", "--now", "cockadoodle.service") not in shell.ran


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_with_the_unit(place: Place) -> None:
    carry_out([step for step in service_steps(place) if isinstance(step, WriteFile)], dry_run=False)
    unit = place.config / "systemd/user/cockadoodle.service"
    done = subprocess.run(
        ["systemd-analyze", "--user", "--man=no", "verify", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        env={"XDG_RUNTIME_DIR": str(place.home), "PATH": "/usr/bin:/bin", "HOME": str(place.home)},
    )
    complaints = [line for line in done.stderr.splitlines() if "cockadoodle" in line]
    assert done.returncode == 0, done.stderr
    assert complaints == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_who_breaks_in_through_the_page_finds_little_to_break(place: Place) -> None:
    """systemd's own measure: 9.6 without any of it, 10 is the worst."""
    carry_out([step for step in service_steps(place) if isinstance(step, WriteFile)], dry_run=False)
    unit = place.config / "systemd/user/cockadoodle.service"
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=30", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1:]


def test_a_path_with_blanks_and_percents_is_quoted_for_systemd(tmp_path: Path) -> None:
    odd = Place(tmp_path, tmp_path, Path("/opt/my 100% games/companion"), Path("/usr/bin/python3"), "ana")
    unit = next(step for step in service_steps(odd) if isinstance(step, WriteFile))
    assert 'ExecStart="/opt/my 100%% games/companion" run' in unit.text


def test_the_kiosk_script_clears_the_crash_flag_and_starts_the_browser(place: Place, tmp_path: Path) -> None:
    carry_out(kiosk_steps(place), dry_run=False)
    preferences = place.data / "browser/Default/Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text('{"profile":{"exit_type":"Crashed","exited_cleanly":false}}')
    browser = tmp_path / "bin" / "chromium"
    browser.parent.mkdir()
    browser.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\nkill $PPID\n')
    browser.chmod(0o755)
    subprocess.run([place.data / "kiosk.sh"], env={"PATH": f"{browser.parent}:/usr/bin:/bin"}, timeout=20, check=False)
    assert preferences.read_text() == '{"profile":{"exit_type":"Normal","exited_cleanly":true}}'
    asked = (tmp_path / "asked").read_text()
    assert "--kiosk --app=http://127.0.0.1:8123/" in asked
    assert "--autoplay-policy=no-user-gesture-required" in asked


def test_the_verbs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    assert main(["install"]) == 1
    assert "nothing to install" in capsys.readouterr().err
    monkeypatch.setattr(Machine, "is_root", lambda machine: True)
    assert main(["install", "--service"]) == 1
    assert "not for root" in capsys.readouterr().err
    assert main(["install", "--service", "--kiosk", "--dry-run"]) == 0
    assert "would write" in capsys.readouterr().out
    assert main(["uninstall"]) == 0
    assert "Nothing was installed." in capsys.readouterr().out
    assert files(tmp_path) == {}


# --- watchdog --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_that_we_are_up_and_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    name = f"@cockadoodle-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + name[1:] if abstract else name)
        systemd.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        now = [0.0]
        watchdog = Watchdog(lambda: now[0])
        for _ in range(40):
            watchdog.beat()
            now[0] += 0.1
        watchdog.stop()
        heard = [systemd.recv(64).decode() for _ in range(3)]
    assert heard == ["READY=1", "WATCHDOG=1", "STOPPING=1"]
    watchdog.stop()  # nobody is listening any more, and that is no fault


def test_without_systemd_the_watchdog_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watchdog = Watchdog()
    watchdog.beat()
    watchdog.stop()


def test_a_desktop_that_will_not_start_the_page_is_named() -> None:
    assert not any("Your desktop is" in said for said in advice(service=False, kiosk=True, desktop="labwc:wlroots"))
    assert any("wayfire" in said and "Wayland" in said for said in advice(False, True, desktop="wayfire"))
    assert any("going dark" in said for said in advice(False, True))


RASPI_CONFIG = """\
#!/bin/sh
case $2 in
get_blanking) cat "$0.blanking" ;;
do_blanking) echo "$3" >"$0.blanking" ;;
esac
"""


def test_the_screen_stays_on_and_goes_dark_again_once_uninstalled(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """raspi-config says 0 where the desktop blanks the screen, and 1 where it does not."""
    tool, blanking = place.home / "bin" / "raspi-config", place.home / "bin" / "raspi-config.blanking"
    tool.parent.mkdir()
    tool.write_text(RASPI_CONFIG)
    tool.chmod(0o755)
    blanking.write_text("0\n")
    monkeypatch.setenv("PATH", str(tool.parent), prepend=":")
    asked: list[tuple[str, ...]] = []

    def shell(command: Sequence[str]) -> bool:
        asked.append(tuple(command))
        if "raspi-config" in command:
            return subprocess.run(command[command.index("raspi-config") :], check=False).returncode == 0
        return True

    carry_out(kiosk_steps(place), dry_run=False, run=shell)
    carry_out(kiosk_steps(place), dry_run=False, run=shell)
    assert blanking.read_text() == "1\n"
    assert asked == [("sudo", "-n", "raspi-config", "nonint", "do_blanking", "1")]
    assert not any("going dark" in said for said in advice(False, True))

    undo(kiosk_steps(place), dry_run=False, run=shell)
    assert blanking.read_text() == "0\n"


def test_a_screen_that_stays_on_anyway_is_left_as_it_is(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = place.home / "bin" / "raspi-config"
    tool.parent.mkdir()
    tool.write_text(RASPI_CONFIG)
    tool.chmod(0o755)
    (place.home / "bin" / "raspi-config.blanking").write_text("1\n")
    monkeypatch.setenv("PATH", str(tool.parent), prepend=":")
    shell = Shell()

    carry_out(kiosk_steps(place), dry_run=False, run=shell)
    undo(kiosk_steps(place), dry_run=False, run=shell)

    assert shell.ran == []
