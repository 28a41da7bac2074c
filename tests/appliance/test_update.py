"""A new release stays only if the doctor finds nothing new."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.appliance.update import SET_UP, Move, checkout_of, illnesses, move, update
from companion.cli import main
from hardware.trouble import Trouble

PIPX = Path("/somewhere/pipx/venvs/cockadoodle")


def report(*ills: str) -> str:
    findings = [{"part": "x", "state": "ill", "say": ill, "fix": ""} for ill in ills]
    return json.dumps({"healthy": not ills, "findings": findings})


class Computer:
    """Answers commands; the doctor's reports come one after the other."""

    def __init__(self, *reports: str, failing: str = "") -> None:
        self.reports = list(reports)
        self.failing = failing
        self.ran: list[str] = []

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        line = " ".join(command)
        if command[-2:] == ("doctor", "--json"):
            return 0, self.reports.pop(0)
        self.ran.append(line)
        return (1, "no network") if self.failing and self.failing in line else (0, "")


STEPS = Move((("pipx", "install", "new"),), (("pipx", "install", "old"),))


def test_a_healthy_release_stays() -> None:
    computer = Computer(report(), report())
    assert update(STEPS, "companion", computer, lambda line: None)
    assert computer.ran == ["pipx install new"]


def test_an_illness_of_before_is_no_reason_to_go_back() -> None:
    computer = Computer(report("SPI is off."), report("SPI is off."))
    assert update(STEPS, "companion", computer, lambda line: None)


@pytest.mark.parametrize("after", [report("cv2 does not load."), "Traceback", ""])
def test_a_new_illness_sends_it_back(after: str) -> None:
    computer, said = Computer(report(), after), list[str]()
    assert not update(STEPS, "companion", computer, said.append)
    assert computer.ran == ["pipx install new", "pipx install old"]
    assert any(line.startswith("Going back: ") for line in said)


def test_a_failed_download_sends_it_back_with_the_reason() -> None:
    computer, said = Computer(report(), failing="new"), list[str]()
    assert not update(STEPS, "companion", computer, said.append)
    assert "Going back: no network" in said


def test_no_way_back_is_said() -> None:
    with pytest.raises(Trouble, match="could not go back") as trouble:
        update(STEPS, "companion", Computer(report(), failing="install"), lambda line: None)
    assert "matches are safe" in trouble.value.fix


def test_pipx_keeps_sight_of_the_systems_camera_on_a_pi() -> None:
    steps = move(PIPX, None, "0.1.0", "", pi=True, answer=Computer())
    assert steps.forward == (("pipx", "install", "--force", "--system-site-packages", "cockadoodle[pi]"),)
    assert steps.back[0][-1] == "cockadoodle[pi]==0.1.0"
    assert move(PIPX, None, "0.1.0", "0.2.0", pi=False, answer=Computer()).forward[0][-1] == "cockadoodle==0.2.0"


def test_a_checkout_moves_by_git_and_back_to_where_it_was(tmp_path: Path) -> None:
    def git(command: Sequence[str]) -> tuple[int, str]:
        return 0, "abc123" if "rev-parse" in command else ""

    steps = move(Path("/usr"), tmp_path, "0.1.0", "v0.2.0", pi=False, answer=git)
    assert steps.forward[1][-1] == "v0.2.0"
    assert steps.back[0][-1] == "abc123"
    assert steps.forward[-1] == steps.back[-1] == (str(tmp_path / SET_UP), "run")
    assert (Path(__file__).parents[2] / SET_UP).is_file(), "what is run after an update must be there"


@pytest.mark.parametrize(
    ("listed", "release"), [("1f\trefs/tags/v0.10.0\n2e\trefs/tags/v0.9.1", "v0.10.0"), ("", "origin/HEAD")]
)
def test_a_checkout_moves_to_the_newest_release(tmp_path: Path, listed: str, release: str) -> None:
    def git(command: Sequence[str]) -> tuple[int, str]:
        return 0, listed if "ls-remote" in command else "abc123" if "rev-parse" in command else ""

    assert move(Path("/usr"), tmp_path, "0.1.0", "", pi=False, answer=git).forward[1][-1] == release


def test_own_changes_in_a_checkout_are_not_run_over(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="changes of its own"):
        move(Path("/usr"), tmp_path, "0.1.0", "", pi=False, answer=lambda command: (0, "M companion/cli.py"))


def test_an_unknown_kind_of_installation_is_left_alone() -> None:
    with pytest.raises(Trouble, match="how I was installed"):
        move(Path("/usr"), None, "0.1.0", "", pi=False, answer=Computer())


def test_a_doctor_that_does_not_start_is_an_illness() -> None:
    assert illnesses(lambda command: (1, "ImportError"), "companion") == {"The doctor itself does not start."}


def test_where_a_module_runs_from(tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    module = tmp_path / "companion" / "__init__.py"
    assert checkout_of(module) is None
    (tmp_path / ".git").mkdir()
    assert checkout_of(module) == tmp_path.resolve()


def test_the_verb_tells_before_it_does(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("companion.verbs.update.sys.prefix", str(PIPX))
    assert main(["update", "--to", "9.9", "--dry-run"]) == 0
    assert "would run pipx install --force cockadoodle" in capsys.readouterr().out
