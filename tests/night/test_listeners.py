"""Others who listen: the example of docs/events.md, Home Assistant, and tables that find their night by themselves."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import aiomqtt
import pytest
from mosquitto import Mosquitto, needs_mosquitto
from night_table import NightTable

from companion.night.courier import Broker
from companion.night.discovery import announced, find_broker
from companion.night.home import messages
from companion.night.ledger import Ledger
from companion.night.night import Night
from companion.night.topics import Topics

EVENTS = Path(__file__).parents[2] / "docs" / "events.md"


@needs_mosquitto
def test_the_example_of_the_docs_says_who_won(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    script = tmp_path / "listen.py"
    example = re.search(r"```python\n(.*?)```", EVENTS.read_text("utf-8"), re.DOTALL)
    assert example is not None
    script.write_text(example[1])
    line = [sys.executable, str(script), "127.0.0.1", str(broker.port)]
    listener = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)

    night = Night(Ledger(tmp_path / "night.db"), Broker("127.0.0.1", broker.port))
    code = night.invite("Oak")
    night.open()

    async def play() -> str:
        table = NightTable(tmp_path, broker.port, code)
        sitting = await table.play("heckmeck", ["Ana", "Ben"])
        await table.all_heard()
        await table.close()
        return " and ".join(sitting.game.winners(sitting.state) or ())

    try:
        assert listener.stdout is not None
        assert listener.stdout.readline() == "listening\n"
        winner = asyncio.run(play())
        assert listener.stdout.readline() == f"oak: {winner} won.\n"
    finally:
        listener.kill()
        listener.communicate()
        night.close()
        broker.kill()


@needs_mosquitto
def test_home_assistant_finds_every_table_also_one_that_comes_later(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    night = Night(Ledger(tmp_path / "night.db"), Broker("127.0.0.1", broker.port), home=True)
    night.invite("Oak")

    async def found() -> set[str]:
        async with aiomqtt.Client("127.0.0.1", broker.port) as home:
            await home.subscribe("homeassistant/#")
            names: set[str] = set()
            async for message in home.messages:
                names.add(json.loads(bytes(message.payload))["device"]["name"])
                if names == {"Oak", "Elm"}:
                    return names
        return names

    try:
        night.open()
        night.invite("Elm")
        assert asyncio.run(asyncio.wait_for(found(), 20)) == {"Oak", "Elm"}
    finally:
        night.close()
        broker.kill()


def test_a_discovery_message_has_what_home_assistant_wants() -> None:
    told = {topic: json.loads(payload) for topic, payload in messages(Topics(), {"table-4": "Table 4"}).items()}

    crow = told["homeassistant/device_automation/cockadoodle_table_4/crow/config"]
    assert (crow["automation_type"], crow["topic"]) == ("trigger", "cockadoodle/v1/table-4/event")
    sensors = [config for topic, config in told.items() if "automation" not in topic]
    assert len({config["unique_id"] for config in sensors}) == len(sensors) == 3
    assert all(re.fullmatch(r"homeassistant/[a-z_]+/[a-zA-Z0-9_-]+/[a-z]+/config", topic) for topic in told)


def test_a_table_finds_its_night_in_the_network() -> None:
    here = {"interfaces": ["127.0.0.1"]}
    try:
        with announced("Club evening", "127.0.0.1", 1899, "club", True, **here):
            found = find_broker("club", 6.0, **here)
    except OSError as error:
        pytest.skip(f"no multicast here: {error}")
    assert found == Broker("127.0.0.1", 1899, tls=True)
