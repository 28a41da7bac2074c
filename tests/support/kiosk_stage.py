"""A table without a referee, and devices that ask its kiosk."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp

from companion.journal import Journal


class StillTable:
    """Keeps the Table protocol of the kiosk and does nothing but remember."""

    def __init__(self, folder: Path | None = None) -> None:
        self._journal = Journal(folder / "journal.sqlite" if folder else ":memory:")
        self._folder = folder or Path("nowhere")
        self.started: list[tuple[str, tuple[str, ...], dict[str, Any]]] = []
        self.taken: list[object] = []
        self.languages: list[str] = []

    @property
    def journal(self) -> Journal:
        return self._journal

    @property
    def settings_file(self) -> Path:
        return self._folder / "table.toml"

    def start(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> None:
        self.started.append((game, tuple(players), dict(options)))

    def take(self, command: object) -> None:
        self.taken.append(command)

    def speak(self, language: str) -> None:
        self.languages.append(language)

    def try_out(self, part: str) -> str:
        return f"You should notice the {part}."


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
            return self.request("POST", path, json=values or {}, headers=ours)
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
