"""A camera in the network: the newest picture counts, and what goes wrong is said without giving its password away."""

import time
from argparse import ArgumentParser

import numpy as np
import pytest
from street_camera import street_camera

from companion.settings import Settings
from companion.verbs.run import arguments, chosen
from hardware.cameras import url
from hardware.settings import CameraSettings
from hardware.trouble import Trouble


def test_only_the_newest_picture_is_shown() -> None:
    """Two seconds after the last look the lamp is on: no older picture comes first."""
    pictures = [np.full((180, 320, 3), level, np.uint8) for level in [30] * 5 + [220]]
    with street_camera(pictures) as there:
        camera = url.open_camera(CameraSettings(address=there.address))
        first = camera.read()
        time.sleep(2.0)
        now = camera.read()
        camera.close()

    assert first is not None and first.pixels.mean() < 60
    assert now is not None and now.pixels.mean() > 190
    assert 0 < time.monotonic() - now.taken_at < 5


def test_a_camera_that_goes_is_said_and_found_again() -> None:
    with street_camera() as there:
        camera = url.open_camera(CameraSettings(address=there.address))
        assert camera.read() is not None
        there.on = False
        with pytest.raises(Trouble, match="sends no more pictures") as gone:
            while True:
                camera.read()
        assert "secret" not in str(gone.value)
        assert "127.0.0.1" in gone.value.say
        there.on = True
        assert camera.read() is not None
        camera.close()


@pytest.mark.parametrize("address", ["", "/etc/passwd", "file:///etc/passwd", "video.mp4", "http://", "rtsp:"])
def test_only_addresses_of_the_network_are_opened(address: str) -> None:
    with pytest.raises(Trouble, match="none I can use") as trouble:
        url.open_camera(CameraSettings(address=address))
    assert "[camera]" in trouble.value.fix


def test_an_address_where_nobody_answers_is_said() -> None:
    with pytest.raises(Trouble, match="cannot reach the camera") as trouble:
        url.open_camera(CameraSettings(address="http://somebody:secret@127.0.0.1:9/video"))
    assert "127.0.0.1:9" in trouble.value.say
    assert "secret" not in str(trouble.value)


def test_the_address_is_given_on_the_command_line() -> None:
    parser = ArgumentParser()
    arguments(parser)
    camera = chosen(Settings(), parser.parse_args(["--camera", "url:rtsp://192.168.1.20:8554/live"])).camera
    assert (camera.driver, camera.address, camera.path) == ("url", "rtsp://192.168.1.20:8554/live", "")
