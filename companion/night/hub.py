"""The night's line to the broker: hears all tables, tells them what is written down, and gives orders."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.night.courier import KEEPALIVE_SECONDS, Broker, encryption, leaving
from companion.night.desk import Desk
from companion.night.gate import STRANGERS
from companion.night.letters import LONGEST, seal
from companion.night.topics import FROM_TABLE, Topics

log = logging.getLogger(__name__)
WRITE_SECONDS = 0.2  # so often what came in is written down and confirmed
WAITING = 5000  # letters; more than that are dropped here, and events are sent again


class _Overflow(logging.Filter):
    """Counts what the client library threw away because too much came at once, instead of logging each."""

    def __init__(self, count: Callable[[], None]) -> None:
        super().__init__()
        self._count = count

    def filter(self, record: logging.LogRecord) -> bool:
        full = "queue is full" in record.getMessage()
        if full:
            self._count()
        return not full


class Hub:
    """Lives in one asyncio loop; everything it knows is the desk's."""

    def __init__(
        self,
        desk: Desk,
        topics: Topics,
        broker: Broker,
        password: str = "",
        changed: Callable[[], None] = lambda: None,
        greet: Callable[[], Mapping[str, bytes]] = dict,
    ) -> None:
        self.desk, self._topics, self._broker, self._password = desk, topics, broker, password
        self._changed, self._greet = changed, greet
        self._client: Any = None
        self._shown = -1
        self._number = 0
        self.online = False
        self.greeted = False  # whether the broker has what others than tables should find there

    async def run(self) -> None:
        """Until cancelled: listen, and after each loss of the broker come back."""
        import aiomqtt

        while True:
            try:
                await asyncio.create_task(self._talk(aiomqtt))
            except* (aiomqtt.MqttError, OSError) as lost:
                log.info("night broker=%s lost: %s", self._broker, lost.exceptions)
            except* sqlite3.Error as full:  # the tables keep what was not written down and tell it again
                log.warning("night cannot write: %s", full.exceptions)
            self._client, self.online = None, False
            self.desk.version += 1
            self._show()
            if leaving():
                break
            await asyncio.sleep(0.5)

    async def _talk(self, mqtt: Any) -> None:
        own = logging.Logger("mqtt", logging.WARNING)  # of this line alone
        own.parent = log
        own.addFilter(_Overflow(lambda: self.desk.gate.refuse(STRANGERS, "too many")))
        client = mqtt.Client(
            self._broker.host,
            self._broker.port,
            identifier=f"night-{secrets.token_hex(4)}",
            username="night" if self._password else None,
            password=self._password or None,
            tls_context=encryption(self._broker),
            keepalive=KEEPALIVE_SECONDS,
            timeout=10,
            max_queued_incoming_messages=WAITING,
            logger=own,
        )
        async with client:
            self._client = client
            self.greeted = False
            await client.subscribe([(self._topics.of("+", kind), 1) for kind in FROM_TABLE])
            self.desk.write()
            self.desk.missed.update(self.desk.seats)  # what came while we were away
            for table in self.desk.seats:
                await self._confirm(client, table)
            self.online = True
            async with asyncio.TaskGroup() as both:
                both.create_task(self._listen(client))
                both.create_task(self._write(client))

    async def _listen(self, client: Any) -> None:
        count = 0
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            self.desk.take(str(message.topic), payload[: LONGEST + 1])
            count += 1
            if count % 200 == 0:
                await asyncio.sleep(0)  # a flood must not keep the pages from being answered

    async def _write(self, client: Any) -> None:
        while True:
            if not self.greeted:
                self.greeted = True
                for topic, payload in self._greet().items():
                    await client.publish(topic, payload, qos=1, retain=True)
            for table in self.desk.write():
                await self._confirm(client, table)
            whispers, self.desk.whispers = self.desk.whispers, {}
            for (table, _), said in whispers.items():
                await self._send(client, table, "near", {**said, "session": self._session(table)}, seq=self._next())
            self._show()
            await asyncio.sleep(WRITE_SECONDS)

    async def _confirm(self, client: Any, table: str) -> None:
        missed, self.desk.missed = table in self.desk.missed, self.desk.missed - {table}
        await self._send(client, table, "heard", {"event": self.desk.heard(table), "again": missed})

    def _show(self) -> None:
        if self.desk.version != self._shown:
            self._shown = self.desk.version
            self._changed()

    async def order(self, table: str, order: Mapping[str, Any], patience_seconds: float = 5.0) -> str:
        """Have a table do something; returns why it did not, or "" when it is done."""
        seat = self.desk.seats.get(table)
        if seat is None or self._client is None or not seat.online:
            return "This table is not there."
        number = self._next()
        await self._send(self._client, table, "cmd", {**order, "session": self._session(table)}, seq=number)
        deadline = time.monotonic() + patience_seconds
        while number not in seat.orders:
            if time.monotonic() > deadline:
                return "This table does not answer."
            await asyncio.sleep(0.02)
        return seat.orders.pop(number)

    def _next(self) -> int:
        """A number larger than any before, whatever was started again meanwhile."""
        self._number = max(self._number + 1, time.time_ns() // 1_000_000)
        return self._number

    def _session(self, table: str) -> Any:
        return self.desk.seats[table].info.get("session")

    async def _send(self, client: Any, table: str, kind: str, body: Mapping[str, Any], seq: int = 0) -> None:
        topic = self._topics.of(table, kind)
        letter = seal(self.desk.gate.keys[table], topic, table, seq or body.get("event", 0), body)
        await client.publish(topic, letter, qos=1, retain=kind == "heard")
