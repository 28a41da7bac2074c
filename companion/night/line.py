"""A table's place at a night: its courier in a thread of its own, and what the night may order here."""

import asyncio
import logging
import threading
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from companion.announcements.announcement import Announcement
from companion.journal import Journal
from companion.night.codes import pass_from
from companion.night.courier import Broker, Courier
from companion.night.discovery import MISSING, find_broker
from companion.night.outbox import Outbox, outbox_path
from companion.night.partner import Partner, Table
from companion.night.picture import picture
from companion.night.topics import Topics
from companion.rules.reading import record, text, texts
from companion.rules.refusals import Refusal
from companion.settings import NightSettings
from hardware.trouble import Trouble

log = logging.getLogger(__name__)


class Host(Table, Protocol):
    """What a night may ask of the table's program."""

    @property
    def playing(self) -> bool: ...

    def announce(self, announcement: Announcement) -> None: ...


class NightLine:
    """Opened with the table and closed with it; nothing in here is ever waited for."""

    def __init__(
        self,
        settings: NightSettings,
        table: Host,
        journal: Journal,
        name: str,
        language: str,
        box: Path | str | None = None,
    ) -> None:
        if find_spec("aiomqtt") is None:
            raise MISSING
        self._settings, self._table = settings, table
        own = pass_from(settings.code)
        self._outbox = Outbox(box or outbox_path(), journal, own.night, language)
        info = {"name": name, "language": language}
        self._partner = Partner(table, journal, self._outbox)
        self.courier = Courier(
            self._find,
            Topics(settings.prefix),
            own,
            self._outbox,
            info,
            self._obey,
            self._partner.hear,
            self._partner.tell,
        )
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="night", daemon=True)

    def open(self, resumed: bool) -> None:
        """Begin to talk. Before it, a table that plays on what was interrupted knows whether another one shares it."""
        if resumed:
            self._partner.resume()
        self._thread.start()

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """The table's newest snapshot."""
        self.courier.show(picture(snapshot))

    def close(self, patience_seconds: float = 2.0) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(lambda: self._task and self._task.cancel())
            self._thread.join(patience_seconds)
        elif not self._loop.is_closed():
            self._loop.close()  # it was never opened
        if not self._thread.is_alive():
            self._outbox.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda _, said: log.info("night %s", said.get("message")))
        self._task = self._loop.create_task(self.courier.run())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except Exception:  # the table plays on without its night; the log has why
            log.exception("the line to the night has ended")
        finally:
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    def _find(self) -> Broker | None:
        said = self._settings
        if said.broker:
            return Broker(said.broker, said.port, said.tls, said.authority)
        found = find_broker(said.prefix)
        return found and replace(found, tls=found.tls or said.tls, authority=said.authority)

    def _obey(self, order: Mapping[str, Any]) -> str:
        try:
            match order.get("do"):
                case "say":
                    line = text(order.get("line"), "line")[:200]
                    self._table.announce(Announcement("NightSays", "prompt", ":rooster:", line, line, "good", 2))
                case "begin":
                    if self._table.playing:
                        return "A game is on at this table."
                    if "share" in order:
                        self._partner.begin(order)
                        return ""
                    game, players = text(order.get("game"), "game"), texts(order.get("players"), "players")
                    self._table.start(game, players, record(order.get("options", {}), "options"))
                case "take":
                    from companion.night.goods import take  # loads OpenCV: only tables that are handed something pay

                    take(order)
                case other:
                    return f"This table knows no order {other!r}."
        except (Refusal, Trouble, ValueError) as why:
            return str(why)
        return ""
