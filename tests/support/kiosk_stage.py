"""Tables without a camera, and devices that ask their kiosk."""

import asyncio
import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp

from companion.announcements.wording import Wording
from companion.journal import Journal
from companion.kiosk.feed import Feed
from companion.odds.robots import Level
from companion.referee.referee import Referee
from companion.referee.sitting import resume, sit_down
from companion.referee.track import Track
from companion.seating import give_roles
from companion.settings import RefereeSettings, TableSettings
from hardware.trouble import Trouble


class StillTable:
    """Keeps the Table protocol of the kiosk and does nothing but remember."""

    def __init__(self, folder: Path | None = None) -> None:
        self._journal = Journal(folder / "journal.sqlite" if folder else ":memory:")
        self._folder = folder or Path("nowhere")
        self.started: list[tuple[str, tuple[str, ...], dict[str, Any]]] = []
        self.taken: list[object] = []
        self.languages: list[str] = []
        self.tried: list[str] = []
        self.speakerless = False
        self.ended = False
        self.robots_play = False
        self.new_here = False
        self.troubles: list[Trouble] = []

    @property
    def journal(self) -> Journal:
        return self._journal

    @property
    def settings_file(self) -> Path:
        return self._folder / "table.toml"

    @property
    def painted(self) -> bool:
        return True

    @property
    def demo(self) -> bool:
        return self.robots_play

    @property
    def by_touch(self) -> bool:
        return False

    @property
    def toured(self) -> bool:
        return not self.new_here

    def end_tour(self) -> None:
        self.new_here = False

    @property
    def health(self) -> Mapping[str, str]:
        return {"referee": "good"}

    @property
    def mute(self) -> bool:
        return self.speakerless

    def start(
        self, game: str, players: Sequence[str], options: Mapping[str, Any], robots: Mapping[str, Level] = {}
    ) -> None:
        self.started.append((game, tuple(players), dict(options)))

    def take(self, command: object) -> None:
        self.taken.append(command)

    def speak(self, language: str) -> None:
        self.languages.append(language)

    def start_anew(self) -> None:
        self.ended = True

    def try_out(self, part: str) -> None:
        if part not in ("sound", "voice", "lamps"):
            raise Trouble(f"I cannot try {part!r}.")
        self.tried.append(part)


class TouchTable(StillTable):
    """The real referee, played by touch alone: what the pages order is what happens."""

    def __init__(self, feed: Feed, folder: Path | None = None, language: str = "en") -> None:
        super().__init__(folder)
        self.referee: Referee | None = None
        self._feed = feed
        self._wording = Wording(language)
        self._one_at_a_time = threading.Lock()
        if record := self.journal.unfinished():
            sitting = resume(self.journal, record)
            self._seat(Referee(sitting, self._wording, RefereeSettings(), feed.tell, self._track(record.players)))

    def start(
        self, game: str, players: Sequence[str], options: Mapping[str, Any], robots: Mapping[str, Level] = {}
    ) -> None:
        super().start(game, players, options)
        sitting = sit_down(self.journal, game, players, options)
        give_roles(sitting, TableSettings(), robots)
        self._seat(Referee(sitting, self._wording, RefereeSettings(), self._feed.tell, self._track(players)))

    def take(self, command: object) -> None:
        super().take(command)
        if self.referee is None:  # nobody plays: the real table lets such a command fall, too
            return
        with self._one_at_a_time:
            self.referee.take(command)  # type: ignore[arg-type]
            self._feed.publish(self.referee.snapshot())

    def speak(self, language: str) -> None:
        super().speak(language)
        self._wording = Wording(language)
        if self.referee:
            self.referee.wording = self._wording
            self._feed.publish(self.referee.snapshot())

    def _track(self, players: Sequence[str]) -> Track:
        return Track(None, players, RefereeSettings())

    def _seat(self, referee: Referee) -> None:
        self.referee = referee
        referee.open()
        self._feed.publish(referee.snapshot())


class Device:
    """A browser at some address, without the browser: it keeps its cookies and sends what it is told."""

    def __init__(self, app: ASGIApp, address: str = "127.0.0.1", base: str = "http://192.168.1.5:8080") -> None:
        self._transport = httpx.ASGITransport(app=app, client=(address, 50000))
        self._base = base
        self._cookies = httpx.Cookies()

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        return self.request("GET", path, headers=headers)

    def post(
        self,
        path: str,
        values: Mapping[str, Any] | None = None,
        *,
        content: str | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """As our own pages do it, unless the headers say otherwise."""
        ours = {"origin": self._base, "content-type": "application/json", **(headers or {})}
        if content is None:
            content = json.dumps(values or {})  # in ASCII, as an attacker may: any character can be sent so
        return self.request("POST", path, content=content, headers=ours)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._send(method, path, more))

    async def _send(self, method: str, path: str, more: Mapping[str, Any]) -> httpx.Response:
        async with httpx.AsyncClient(
            transport=self._transport, base_url=self._base, cookies=self._cookies, timeout=10
        ) as client:
            answer = await client.request(method, path, **more)
            self._cookies = client.cookies
            return answer
