"""A table's line to its night: says what happened, hears what is ordered, and comes back by itself.

Nobody waits for it. Events are sent in order and again until the night says that it has written them down; the newest
picture of the table is sent when it can be.
"""

import asyncio
import logging
import secrets
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.night.codes import Pass
from companion.night.letters import Letter, Odd, opened, seal
from companion.night.outbox import Outbox
from companion.night.topics import FROM_NIGHT, Topics
from companion.rules.refusals import Refusal
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
WINDOW = 64  # events on their way to the night
AGAIN_SECONDS = 5.0  # without a word from the night, events are sent once more
PICTURE_SECONDS = 0.25  # the night is shown a table four times a second at most
KEEPALIVE_SECONDS = 10  # a table cut off is missed after one and a half of these
LONGEST_WAIT_SECONDS = 10.0
QUIET = logging.Logger("mqtt", logging.CRITICAL)  # a lost line is nothing to log for hours: it comes back by itself

Whisper = tuple[str, str, Mapping[str, Any]]  # to which table, of which shared game, and what
Order = Callable[[Mapping[str, Any]], str]  # carries out an order of the night; what it returns is why not, or ""


@dataclass(frozen=True)
class Broker:
    """Where the night's broker is."""

    host: str
    port: int = 1884
    tls: bool = False
    authority: str = ""  # file of the certificate authority, where it is not a known one


def encryption(broker: Broker) -> ssl.SSLContext | None:
    if not broker.tls:
        return None
    try:
        return ssl.create_default_context(cafile=broker.authority or None)
    except (OSError, ssl.SSLError) as error:
        raise Trouble(
            f"I cannot use the certificate {broker.authority}: {error}.", "Look at [night] authority."
        ) from error


def leaving() -> bool:
    """Whether this task was told to end; an error on the way out may have taken the place of that word.

    A task group counts as told, too, once one of its own has failed: it belongs into a task of its own.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Courier:
    """One table's connection; lives in one asyncio loop."""

    def __init__(
        self,
        find: Callable[[], Broker | None],
        topics: Topics,
        own: Pass,
        outbox: Outbox,
        info: Mapping[str, Any],
        obey: Order = lambda order: "This table takes no orders.",
        hear: Callable[[str, str, Mapping[str, Any]], None] = lambda origin, share, said: None,
        whisper: Callable[[], Whisper | None] = lambda: None,
    ) -> None:
        self._find, self._topics, self._pass, self._outbox = find, topics, own, outbox
        self._info = {**info, "session": secrets.token_hex(8)}  # an order names it, so none of yesterday is obeyed
        self._obey, self._hear, self._whisper = obey, hear, whisper
        self._picture: tuple[int, Mapping[str, Any]] | None = None
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.sent = self._heard = outbox.oldest - 1  # the last event sent, and the last the night has
        self._heard_at = 0.0
        self._last = {"cmd": 0, "near": 0}
        self.online = False
        self.refused: dict[str, int] = {}  # why -> how many letters were not taken

    def show(self, picture: Mapping[str, Any]) -> None:
        """The table looks like this now. From any thread; returns at once."""
        number = (self._picture[0] if self._picture else 0) + 1
        self._picture = number, picture
        self.ring()

    @property
    def picture(self) -> Mapping[str, Any] | None:
        """What was last shown."""
        return self._picture[1] if self._picture else None

    def ring(self) -> None:
        """Something new is in the journal. From any thread."""
        if self._loop is not None and self._wake is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    async def run(self) -> None:
        """Until cancelled: connect, talk, and after each loss connect again."""
        import aiomqtt

        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        wait = 0.25
        while True:
            broker = await asyncio.to_thread(self._find)
            began = time.monotonic()
            try:
                if broker is not None:
                    await asyncio.create_task(self._talk(aiomqtt, broker))
            except* (aiomqtt.MqttError, OSError) as lost:
                log.info("night broker=%s lost: %s", broker, lost.exceptions)
            except* Exception as odd:  # a full disk, a journal somebody holds: nothing is lost by trying again later
                log.warning("night broker=%s given up for now: %r", broker, odd.exceptions)
            finally:
                self.online = False
            if leaving():
                break
            wait = 0.25 if time.monotonic() - began > 5 else min(2 * wait, LONGEST_WAIT_SECONDS)
            await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))  # not all tables in the same moment

    async def _talk(self, mqtt: Any, broker: Broker) -> None:
        table, step = self._pass.table, self._outbox.step
        here, gone = step(), step()
        will = mqtt.Will(self._topic("online"), self._sealed("online", gone, {"online": False}), qos=1, retain=True)
        client = mqtt.Client(
            broker.host,
            broker.port,
            identifier=f"{table}-{secrets.token_hex(4)}",
            username=table,
            password=self._pass.password,
            will=will,
            tls_context=encryption(broker),
            keepalive=KEEPALIVE_SECONDS,
            timeout=10,
            max_queued_incoming_messages=200,
            logger=QUIET,
        )
        async with client:
            await client.subscribe([(self._topic(kind), 1) for kind in FROM_NIGHT])
            await client.publish(
                self._topic("online"), self._sealed("online", here, {"online": True}), qos=1, retain=True
            )
            await client.publish(self._topic("info"), self._sealed("info", step(), self._info), qos=1, retain=True)
            self.online = True
            self.sent, self._heard_at = self._heard, time.monotonic()
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._speak(client))
                    both.create_task(self._listen(client))
            except asyncio.CancelledError:  # who leaves politely says so himself
                with suppress(mqtt.MqttError, TimeoutError):
                    await client.publish(will.topic, will.payload, qos=1, retain=True, timeout=1)
                raise

    async def _speak(self, client: Any) -> None:
        assert self._wake is not None
        shown, shown_at = 0, 0.0
        while True:
            self._wake.clear()
            self._outbox.harvest()
            now = time.monotonic()
            if self.sent > self._heard and now - self._heard_at > AGAIN_SECONDS:
                self.sent, self._heard_at = self._heard, now
            while self.sent - self._heard < WINDOW and (row := next(iter(self._outbox.after(self.sent, 1)), None)):
                seq, body = row
                letter = self._sealed("event", seq, {**body, "oldest": self._outbox.oldest})
                self.sent = seq  # before it is sent: meanwhile the night may ask for an earlier one
                await client.publish(self._topic("event"), letter, qos=1)
            if whisper := await asyncio.to_thread(self._whisper):
                to, share, said = whisper
                letter = self._sealed("far", self._outbox.step(), {"to": to, "share": share, "say": said})
                await client.publish(self._topic("far"), letter, qos=1)
            picture = self._picture
            if picture is not None and picture[0] != shown and now - shown_at >= PICTURE_SECONDS:
                letter = self._sealed("state", self._outbox.step(), picture[1])
                await client.publish(self._topic("state"), letter, qos=1, retain=True)
                shown, shown_at = picture[0], now
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), PICTURE_SECONDS if picture and picture[0] != shown else 1.0)

    async def _listen(self, client: Any) -> None:
        async for message in client.messages:
            table, kind = self._topics.read(str(message.topic)) or ("", "")
            try:
                letter = opened(self._pass.key, str(message.topic), table, bytes(message.payload or b""))
                if kind == "heard":
                    self._take_heard(letter)
                else:
                    await self._take(client, kind, letter)
            except Odd as odd:
                self.refused[odd.why] = self.refused.get(odd.why, 0) + 1
                log.warning("refused topic=%s why=%s", message.topic, odd.why)

    def _take_heard(self, letter: Letter) -> None:
        seq = letter.body.get("event")
        if type(seq) is not int or not 0 <= seq <= self._outbox.newest:
            raise Odd("malformed")
        self._outbox.heard(seq)
        self._heard, self._heard_at = seq, time.monotonic()
        # A night that has just come back has missed what was on its way; otherwise only silence means that.
        self.sent = seq if letter.body.get("again") is True else max(self.sent, seq)
        self.ring()

    async def _take(self, client: Any, kind: str, letter: Letter) -> None:
        """An order of the night, or what another table says; each once, and none of an earlier session."""
        if kind not in self._last:
            raise Odd("malformed")
        if letter.body.get("session") != self._info["session"]:
            raise Odd("of another session")
        if letter.seq <= self._last[kind]:
            raise Odd("sent again")
        self._last[kind] = letter.seq
        if kind == "cmd":
            why = await asyncio.to_thread(self._obey, letter.body)
            answer = {"order": letter.seq, "done": not why, "why": why}
            await client.publish(self._topic("ack"), self._sealed("ack", self._outbox.step(), answer), qos=1)
            return
        origin, share, said = (letter.body.get(key) for key in ("from", "share", "say"))
        if not isinstance(origin, str) or not isinstance(share, str) or not isinstance(said, dict):
            raise Odd("malformed")
        try:
            await asyncio.to_thread(self._hear, origin, share, said)
        except (Refusal, ValueError) as error:
            raise Odd("malformed") from error
        self.ring()

    def _topic(self, kind: str) -> str:
        return self._topics.of(self._pass.table, kind)

    def _sealed(self, kind: str, seq: int, body: Mapping[str, Any]) -> bytes:
        return seal(self._pass.key, self._topic(kind), self._pass.table, seq, body)
