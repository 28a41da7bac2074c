"""The broker that companion night sets up: a table writes below its own name only, and strangers not at all."""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import aiomqtt
import pytest
from mosquitto import free_port, needs_mosquitto

from companion.cli import main
from companion.journal import Journal
from companion.night.broker import (
    NIGHT,
    Plan,
    RunningBroker,
    encrypted,
    hashed,
    password,
    port_of,
    viewer_password,
    write,
)
from companion.night.codes import code_for, pass_from
from companion.night.courier import Broker, Courier
from companion.night.outbox import Outbox
from companion.night.topics import Topics
from hardware.trouble import Trouble

SECRET = "0f" * 32
OAK, ELM = (pass_from(code_for(SECRET, table)) for table in ("oak", "elm"))


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[Plan]:
    made = Plan(tmp_path / "broker", port=free_port(), network=False)
    write(made, SECRET, ["oak"])
    yield made


def test_a_password_is_kept_as_mosquitto_keeps_it() -> None:
    """Compared with a line that mosquitto_passwd wrote for "worm"."""
    assert hashed("worm", b"twelve bytes").startswith("$7$101$dHdlbHZlIGJ5dGVz$")


@needs_mosquitto
def test_a_table_writes_below_its_own_name_only(plan: Plan) -> None:
    broker = RunningBroker(plan.folder)

    async def evening() -> list[str]:
        def client(user: str, word: str) -> aiomqtt.Client:
            return aiomqtt.Client("127.0.0.1", plan.port, username=user, password=word, timeout=5)

        for user, word in (("oak", ELM.password), ("elm", ELM.password), ("", "")):
            with pytest.raises(aiomqtt.MqttError):
                async with client(user, word):
                    pass
        write(plan, SECRET, ["oak", "elm"])
        broker.read_again()
        heard: list[str] = []
        async with client(NIGHT, password(SECRET, NIGHT)) as night, client("oak", OAK.password) as oak:
            await night.subscribe("cockadoodle/#", qos=1)
            await asyncio.sleep(0.3)
            async with client("viewer", viewer_password(SECRET)) as viewer, client("elm", ELM.password) as elm:
                await viewer.publish("cockadoodle/v1/oak/cmd", b"by a viewer", qos=1)
                await elm.publish("cockadoodle/v1/oak/event", b"by another table", qos=1)
                await oak.publish("cockadoodle/v1/oak/cmd", b"an order to itself", qos=1)
                await oak.publish("cockadoodle/v1/oak/event", b"its own", qos=1)
            async for message in night.messages:
                heard.append(bytes(message.payload).decode())
                break
            with pytest.raises((aiomqtt.MqttError, TimeoutError)):
                await oak.publish("cockadoodle/v1/oak/event", b"x" * 100_000, qos=1, timeout=3)
                async with asyncio.timeout(3):
                    await oak.publish("cockadoodle/v1/oak/event", b"after that", qos=1)
        return heard

    try:
        assert asyncio.run(evening()) == ["its own"]
        broker.mind()  # it runs: nothing to do
        with pytest.raises(Trouble, match="in use"):
            RunningBroker(plan.folder)
    finally:
        broker.close()


@needs_mosquitto
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed, which makes the certificate")
def test_a_table_talks_over_an_encrypted_line(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    asked = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=night -keyout {key} -out {certificate}"
    subprocess.run([*asked.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    plan = Plan(tmp_path / "broker", "cockadoodle", free_port(), False, str(certificate), str(key))
    write(plan, SECRET, ["oak"])
    broker = RunningBroker(plan.folder)

    async def online() -> bool:
        where = Broker("127.0.0.1", plan.port, True, str(certificate))
        outbox = Outbox(":memory:", Journal(":memory:"), OAK.night)
        courier = Courier(lambda: where, Topics(), OAK, outbox, {})
        task = asyncio.create_task(courier.run())
        deadline = time.monotonic() + 20
        while not courier.online and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        task.cancel()
        was = courier.online
        await asyncio.gather(task, return_exceptions=True)
        return was

    try:
        assert encrypted(plan.folder)
        assert asyncio.run(online())
    finally:
        broker.close()


def test_set_up_shows_what_it_writes_and_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "cockadoodle" / "broker"
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert main(["night", "--set-up", "--tables", "Oak"]) == 1
    assert not folder.exists()
    assert "pattern write cockadoodle/v1/%u/event" in capsys.readouterr().out

    monkeypatch.setattr("builtins.input", lambda _: "y")
    assert main(["night", "--set-up", "--tables", "Table 4", "--broker-port", "1999"]) == 0
    told = capsys.readouterr().out
    assert "Oak: oak-" in told and "Table 4: table-4-" in told and str(folder) in told
    assert port_of(folder) == 1999
    assert (folder / "passwords").stat().st_mode & 0o077 == 0, "nobody else may read them"


def test_a_table_joins_by_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    code = code_for(SECRET, "oak")
    assert main(["night", "--join", code]) == 0
    assert f'code = "{code}"' in (tmp_path / "cockadoodle" / "table.toml").read_text()
    assert main(["night", "--join", "nonsense"]) == 1
    assert "no join code" in capsys.readouterr().err


def test_a_night_without_a_broker_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["night"]) == 1
    assert "companion night --set-up" in capsys.readouterr().err
