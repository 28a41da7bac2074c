"""Who may look and who may command, on a party's Wi-Fi."""

import numpy as np
import pytest
from kiosk_stage import Device, StillTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.guard import BODY_LIMIT, PIN_DIGITS, TRIES_PER_DEVICE, TRIES_SECONDS, Door, LockedOut
from companion.kiosk.preview import Preview
from companion.referee.commands import Undo
from companion.settings import KioskSettings

HERE, PHONE = "127.0.0.1", "192.168.1.23"


class Party:
    """One kiosk, and devices that come to it from anywhere."""

    def __init__(self, *, share_picture: bool = False) -> None:
        self.table = StillTable()
        self.preview = Preview()
        settings = KioskSettings(serve_network=True, share_picture=share_picture)
        self.kiosk = Kiosk(self.table, settings, Feed(), self.preview, language="en", port=8080)

    def device(self, address: str) -> Device:
        return Device(self.kiosk.app, address)


def test_this_machine_may_command() -> None:
    party = Party()

    assert party.device(HERE).post("/api/do/undo").status_code == 200
    assert party.table.taken == [Undo()]


def test_others_may_look_and_not_command() -> None:
    party = Party()
    phone = party.device(PHONE)

    assert phone.get("/table").status_code == 200
    refused = phone.post("/api/do/undo")

    assert (refused.status_code, party.table.taken) == (403, [])
    assert "PIN" in refused.json()["say"]


def test_a_phone_commands_once_it_knows_the_pin() -> None:
    party = Party()
    phone = party.device(PHONE)
    assert party.kiosk.door.pin not in phone.get("/table").text

    assert phone.post("/api/join", {"pin": party.kiosk.door.pin}).status_code == 200

    assert phone.post("/api/do/undo").status_code == 200
    assert party.device("192.168.1.24").post("/api/do/undo").status_code == 403


def test_a_new_pin_sends_everybody_out_again() -> None:
    party = Party()
    phone = party.device(PHONE)
    phone.post("/api/join", {"pin": party.kiosk.door.pin})

    assert phone.post("/api/pin").status_code == 403  # that is the host's to do
    assert party.device(HERE).post("/api/pin").status_code == 200

    assert phone.post("/api/do/undo").status_code == 403


def test_the_pin_cannot_be_guessed() -> None:
    party = Party()
    phone = party.device(PHONE)
    wrong = "000000" if party.kiosk.door.pin != "000000" else "111111"

    answers = [phone.post("/api/join", {"pin": wrong}).status_code for _ in range(TRIES_PER_DEVICE + 1)]

    assert answers == [403] * TRIES_PER_DEVICE + [429]
    assert phone.post("/api/join", {"pin": party.kiosk.door.pin}).status_code == 429
    assert party.device("192.168.1.24").post("/api/join", {"pin": party.kiosk.door.pin}).status_code == 200


def test_who_guesses_locks_out_nobody_but_himself() -> None:
    """A party's joker types wrong PINs from many devices; whoever knows it comes in all the same."""
    door = Door(clock=lambda: 0.0)
    for device in range(5000):
        for _ in range(TRIES_PER_DEVICE):
            assert door.enter("nope", f"10.0.{device // 250}.{device % 250}") is None
    with pytest.raises(LockedOut):
        door.enter(door.pin, "10.0.19.249")
    assert door.enter(door.pin, "10.1.0.1")


def test_a_whole_networks_addresses_need_a_hundred_days_for_the_pin() -> None:
    """Each time a device was locked out it waits twice as long."""
    now, tries = 0.0, 0
    door = Door(clock=lambda: now)
    while now < 24 * 3600:
        try:
            door.enter("nope", "10.0.0.1")
            tries += 1
        except LockedOut as locked:
            now += locked.seconds
    assert 254 * tries / 10**PIN_DIGITS < 1 / 50  # a day, for half the PINs
    assert now > TRIES_SECONDS


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "", "127.0.0.1.evil.example", "[::1"])
def test_a_name_that_is_not_ours_is_turned_away(host: str) -> None:
    """DNS rebinding: a page elsewhere lets its own name point at our address."""
    assert Party().device(HERE).get("/table", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.1.5"])
def test_our_own_names_are_known(host: str) -> None:
    assert Party().device(HERE).get("/table", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"origin": ""}, {"sec-fetch-site": "cross-site"}],
    ids=str,
)
def test_commands_come_from_our_own_pages_only(headers: dict[str, str]) -> None:
    party = Party()

    assert party.device(HERE).post("/api/do/undo", headers=headers).status_code == 403
    assert party.table.taken == []


def test_a_form_of_another_page_is_no_command() -> None:
    party = Party()
    headers = {"content-type": "text/plain"}

    assert party.device(HERE).post("/api/do/undo", content="{}", headers=headers).status_code == 415


def test_too_much_at_once_is_turned_away() -> None:
    party = Party()
    here = party.device(HERE)

    assert here.post("/api/do/undo", content=b" " * (BODY_LIMIT + 1)).status_code == 413
    lie = here.post("/api/do/undo", content=b" " * (BODY_LIMIT + 1), headers={"content-length": "2"})
    assert lie.status_code == 400
    assert party.table.taken == []


@pytest.mark.parametrize("length", ["", "-1", "x", "9" * 5000])
def test_a_length_that_is_none_is_no_error_of_ours(length: str) -> None:
    headers = {"content-length": length}
    assert Party().device(HERE).post("/api/do/undo", content="{}", headers=headers).status_code == 411


@pytest.mark.parametrize("body", ["", "[]", "{", "7", '"undo"', "[" * 5000])
def test_what_is_no_json_object_gets_a_sentence(body: str) -> None:
    answer = Party().device(HERE).post("/api/do/undo", content=body)

    assert (answer.status_code, answer.json()["say"]) == (400, "That is no JSON object.")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_unknown(method: str) -> None:
    assert Party().device(HERE).request(method, "/api/do/undo").status_code == 405


def test_every_answer_is_sealed() -> None:
    party = Party()
    for path in ("/", "/static/x/app.js", "/nowhere", "/api/me"):
        policy = party.device(PHONE).get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("name", ["..%2fserver.py", "/etc/passwd", "%2e%2e/pages/shell.html", "app.py"])
def test_no_file_name_from_outside_reaches_the_disk(name: str) -> None:
    answer = Party().device(HERE).get(f"/static/x/{name}")

    assert answer.status_code == 404
    assert "root:" not in answer.text


def test_hands_are_private_unless_the_host_shares_them() -> None:
    private, shared = Party(), Party(share_picture=True)
    for party in (private, shared):
        party.preview.offer(np.zeros((72, 128, 3), np.uint8))

    assert private.device(HERE).get("/still.jpg").status_code == 200
    assert private.device(PHONE).get("/still.jpg").status_code == 403
    assert private.device(PHONE).get("/preview.mjpg").status_code == 403
    assert shared.device(PHONE).get("/still.jpg").status_code == 200


def test_a_cookie_of_nonsense_is_a_guest() -> None:
    phone = Party().device(PHONE)

    for cookie in ("cockadoodle=x", "cockadoodle", ";;;=", 'cockadoodle="\\351"'):
        assert phone.get("/api/me", headers={"cookie": cookie}).json()["rights"] == "guest"
