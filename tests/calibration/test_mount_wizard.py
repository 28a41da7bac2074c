"""From a bare camera to a known table, as the host lives it."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mats import mat_on

from calibration.mounting import MountWizard
from calibration.pretend import PretendMount, over
from calibration.session import Session
from calibration.terminal import converse
from calibration.wording import Line
from companion.cli import main
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.render.lens import lens
from vision.render.scene import HEIGHT, WIDTH, Hand, Light, Scene
from vision.table.mounting import Mounting
from vision.table.zones import EDGE_MM

SHEET = mat_on("heckmeck", 4)


def mounted(scene: Scene, board: bool, frames: int = 120) -> tuple[MountWizard, list[Line]]:
    wizard = MountWizard(lock=lambda: {"exposure_us": 9000.0}, board=board)
    host = PretendMount(lambda: wizard.prompt, SHEET, scene)
    faults = []
    for _ in range(frames):
        wizard.take(host.read())
        faults.append(wizard.prompt.fault)
        if wizard.prompt.done:
            break
    return wizard, faults


def test_the_board_and_the_mat_are_asked_for_and_the_table_is_known() -> None:
    scene = Scene(camera=over(SHEET, tilt_deg=25), mat=SHEET)
    wizard, _ = mounted(scene, board=True)
    assert wizard.prompt.done
    assert wizard.mounting is not None
    assert wizard.mounting.lens.error_px is not None
    assert wizard.mounting.lens.error_px < 0.5
    assert wizard.mounting.controls == {"exposure_us": 9000.0}
    assert "lens is measured" in wizard.prompt.say
    eye = lens(scene.camera, (WIDTH, HEIGHT))
    edge = [(x, y) for x in (-EDGE_MM, 174.0, 374.0) for y in (-EDGE_MM, 106.0, 238.0)]
    pixels = eye.project([(*spot, 0.0) for spot in edge])
    assert np.abs(wizard.mounting.points_mm(pixels) - edge).max() < 2


@pytest.mark.parametrize("tilt", [0, 20, 45])
def test_without_a_board_the_mat_itself_tells_enough(tilt: float) -> None:
    scene = Scene(camera=over(SHEET, tilt_deg=tilt), mat=SHEET)
    wizard, _ = mounted(scene, board=False)
    assert wizard.mounting is not None
    pixels = lens(scene.camera, (WIDTH, HEIGHT)).project([(300.0, 190.0, 0.0), (20.0, 20.0, 0.0)])
    assert np.abs(wizard.mounting.points_mm(pixels) - [(300, 190), (20, 20)]).max() < 2


def test_a_covered_marker_is_named_and_three_are_enough() -> None:
    covered = Scene(camera=over(SHEET), mat=SHEET, hands=(Hand(at=(348.0, 5.0)),))
    wizard, faults = mounted(covered, board=False)
    assert any("near right (2)" in fault for fault in faults)
    assert wizard.mounting is not None


def test_a_dark_room_is_named() -> None:
    dark = Scene(camera=over(SHEET), mat=SHEET, light=Light(brightness=0.04, room=0.1))
    _, faults = mounted(dark, board=False, frames=6)
    assert any("dark" in fault for fault in faults)


def test_a_picture_still_adapting_is_waited_for() -> None:
    wizard = MountWizard(board=False)
    host = PretendMount(lambda: wizard.prompt, SHEET)
    for step in range(12):
        dimmer = replace(host.scene.light, brightness=0.4 + 0.04 * step)
        host.scene = replace(host.scene, light=dimmer)
        wizard.take(host.read())
    assert wizard.prompt.step == "settle"
    assert "still changing" in wizard.prompt.see


class Unplugged:
    """A camera that is pulled out for its third to fifth frame."""

    def __init__(self, camera: PretendMount) -> None:
        self._camera, self._reads = camera, 0

    def read(self) -> Frame | None:
        self._reads += 1
        if 3 <= self._reads <= 5:
            raise Trouble("The camera gives no more pictures.", "Check its cable.")
        return self._camera.read() if self._reads < 60 else None

    def read_after(self, moment: float) -> Frame | None:
        return self.read()

    def close(self) -> None:
        self._camera.close()


def test_an_unplugged_camera_is_named_and_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.terminal.PATIENCE_SECONDS", 0)
    wizard = MountWizard(board=False)
    session = Session(wizard, Unplugged(PretendMount(lambda: wizard.prompt, SHEET)))
    prompts = [session.prompt]
    while not session.prompt.done and session.step():
        prompts.append(session.prompt)
    assert any("Check its cable" in prompt.fault for prompt in prompts)
    assert session.prompt.done
    session.close()


def test_the_page_can_follow_a_session_that_runs_by_itself() -> None:
    wizard = MountWizard(board=False)
    session = Session(wizard, Unplugged(PretendMount(lambda: wizard.prompt, SHEET)))
    session.start()
    assert session.wait(30)
    session.close()
    assert session.prompt.to_json()["done"] is True
    assert session.frame is not None


def test_the_verb_mounts_the_painted_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    out = tmp_path / "mounting.toml"
    assert main(["mount", "--no-board", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "> Lay the mat flat under the camera" in said
    assert "above the table" in said
    assert Mounting.load(out).places[1] == (348.0, 212.0, 0.0)


def test_the_board_can_be_skipped_by_a_word() -> None:
    wizard = MountWizard()
    session = Session(wizard, PretendMount(lambda: wizard.prompt, SHEET))
    out = io.StringIO()
    while session.prompt.step != "board":
        session.step()
    session.answer("skip")
    assert converse(session, None, out).done
    assert "skip" in out.getvalue()
    session.close()
