"""Phones come in by one tap at the table and one look at its code; then a phone is its owner's buttons."""

from collections.abc import Callable

import cv2
import httpx
import numpy as np
import pytest
from browser import Visitor, complaints, resize
from kiosk_room import Room
from kiosk_stage import TouchTable

from companion.kiosk.dealing import deal
from companion.kiosk.phones import own_address
from companion.referee.commands import Act, Pause
from companion.settings import load

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not own_address()[0].isdigit(), reason="this machine is in no network"),
]


def scanned(visitor: Visitor) -> str:
    """What a phone reads that looks at the screen."""
    picture = cv2.imdecode(np.frombuffer(visitor.driver.get_screenshot_as_png(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return str(cv2.QRCodeDetector().detectAndDecode(picture)[0])


def let_in(here: Room) -> str:
    """Two taps at the table; the address in its code."""
    here.visitor.open("/phone")
    here.visitor.touch("button", "Let phones in")
    here.visitor.touch(".doubt .danger", "Yes")
    here.visitor.sees(".qr")
    loaded = "return document.querySelector('.qr').complete && document.querySelector('.qr').naturalWidth > 0"
    here.visitor.until(lambda: bool(here.visitor.driver.execute_script(loaded)), "the code")
    return scanned(here.visitor)


def test_one_tap_opens_the_table_to_phones_and_a_scan_is_all_they_need(room: Callable[..., Room]) -> None:
    here = room()
    here.table.start("rooster-run", ["Ana", "Ben"], {})
    outside = f"http://{own_address()}:{here.kiosk.port}"
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)

    address = let_in(here)

    assert address == f"{outside}/phone#{here.kiosk.kiosk.door.pin}"
    assert load(here.table.settings_file).kiosk.serve_network
    phone = Visitor(here.visitor.driver, outside)
    resize(phone.driver, 390, 844)
    phone.open(address.removeprefix(outside))
    phone.touch("button", "Ben")
    phone.sees("button", "Draw my sweetheart")
    here.table.take(Act(deal(here.table.journal)))
    assert not phone.driver.find_elements("css selector", "#pin")
    assert here.kiosk.kiosk.door.pin not in phone.driver.current_url
    phone.sees("button.crow")
    phone.touch(".my-buttons button", "Pause")
    phone.until(lambda: Pause() in here.table.taken, "the pause")
    phone.touch(".help-button")
    phone.sees(".help .rule-card")


def test_a_table_that_is_shut_again_answers_here_alone(room: Callable[..., Room]) -> None:
    here = room(network=True)
    outside = f"http://{own_address()}:{here.kiosk.port}/phone"
    assert httpx.get(outside).status_code == 200
    guests_code, hosts_code = (httpx.get(f"{base}qr.svg").text for base in (outside[:-5], here.kiosk.url))
    assert guests_code != hosts_code  # a guest in the network has not seen the screen

    here.visitor.open("/phone")
    here.visitor.touch("button", "Let nobody in")

    here.visitor.sees("button", "Let phones in")
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)
    here.visitor.open("/")
    assert complaints(here.visitor.driver) == []


def test_the_page_stays_open_while_phones_are_let_in(room: Callable[..., Room]) -> None:
    here = room()
    assert isinstance(here.table, TouchTable)
    here.table.start("heckmeck", ["Ana", "Ben"], {})
    let_in(here)
    here.table.take(Pause())
    here.visitor.touch("#menu-button")
    here.visitor.touch(".menu a", "The table")
    here.visitor.sees(".next", "Paused")
