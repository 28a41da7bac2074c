"""The Pi is switched off by a long hold, but only after a yes, and only a Pi."""

from collections.abc import Sequence

import pytest
from fake_machine import FakeMachine

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.appliance.shutdown import shut_down
from companion.journal import Journal
from companion.referee.referee import Referee
from companion.referee.sitting import sit_down
from companion.seating import track_for
from companion.settings import RefereeSettings, TableSettings
from hardware.ports import Press
from hardware.trouble import Trouble


def test_only_a_pi_is_switched_off() -> None:
    laptop = FakeMachine()
    laptop.files.clear()
    with pytest.raises(Trouble, match="Only a Raspberry Pi"):
        shut_down(laptop, lambda command: pytest.fail("nothing may be run"))


def test_sudo_is_the_second_try_and_a_refusal_is_said() -> None:
    tried: list[Sequence[str]] = []

    def only_sudo(command: Sequence[str]) -> bool:
        tried.append(command)
        return command[0] == "sudo"

    shut_down(FakeMachine(), only_sudo)
    assert [command[0] for command in tried] == ["systemctl", "sudo"]
    with pytest.raises(Trouble, match="may not switch this Pi off"):
        shut_down(FakeMachine(), lambda command: False)


@pytest.fixture
def table() -> tuple[Referee, list[Announcement], list[str]]:
    told, switched = list[Announcement](), list[str]()
    sitting = sit_down(Journal(":memory:"), "heckmeck", ("Ana", "Ben"), {})
    track = track_for(sitting, TableSettings(), RefereeSettings(), first_look_counts=False)
    referee = Referee(sitting, Wording("en"), RefereeSettings(), told.append, track)
    referee.shut_down = lambda: switched.append("off")
    return referee, told, switched


@pytest.mark.parametrize(("answer", "off"), [("green", ["off"]), ("red", [])])
def test_a_long_hold_of_yellow_is_asked_back(
    table: tuple[Referee, list[Announcement], list[str]], answer: str, off: list[str]
) -> None:
    referee, told, switched = table
    referee.take(Press("yellow", 1.0, "long_hold"))
    assert told[-1].matrix == "OFF?"
    assert switched == []
    referee.take(Press(answer, 9.0))
    assert switched == off
    assert referee.question is None


def test_a_long_hold_of_another_colour_asks_nothing(table: tuple[Referee, list[Announcement], list[str]]) -> None:
    referee, _, _ = table
    referee.take(Press("blue", 1.0, "long_hold"))
    assert referee.question is None


def test_a_chord_takes_the_last_deed_back(table: tuple[Referee, list[Announcement], list[str]]) -> None:
    referee, told, _ = table
    referee.take(Press("green+red", 1.0, "chord"))
    assert told  # there is nothing to take back yet, and that is said
