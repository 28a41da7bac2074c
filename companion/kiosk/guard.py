"""Who may look, who may command, and what is turned away before any page sees it."""

import hmac
import ipaddress
import secrets
import socket
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hardware import gate

Rights = Literal["host", "player", "guest"]  # this machine; a device that knows the PIN; anyone else on the network

COOKIE = "cockadoodle"
BODY_LIMIT = 64 * 1024
# Where this machine may send a whole zip, and how large.
SETS_IN, BACKUP_IN = "/api/sets/import", "/api/restore"
PARCEL_LIMIT = 32 * 2**20
PARCELS = {SETS_IN: PARCEL_LIMIT, BACKUP_IN: 256 * 2**20}
TRIES_PER_DEVICE = 5
TRIES_SECONDS = 600.0  # at first; then twice as long each time
LONGEST_SECONDS = 24 * 3600.0
DEVICES_KEPT = 4096
PIN_DIGITS = 6
SESSIONS_KEPT = 100

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
}


@dataclass
class Misses:
    """The wrong PINs of one device: after some it waits, and after some more twice as long."""

    count: int = 0
    locks: int = 0
    until: float = float("-inf")


class Door:
    """The table's PIN and the devices that came in with it.

    Only the device that guesses is locked out, so that nobody can lock out others; and the PIN is long enough that
    all addresses of a home network together, each for a day, find it once in a hundred days.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._misses: dict[str, Misses] = {}
        self._sessions: list[str] = []
        self.pin = ""
        self.change_pin()

    def change_pin(self) -> None:
        """A new PIN; who came in with the old one is a guest again."""
        self.pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        self._sessions.clear()
        self._misses.clear()  # who was locked out may try the new one

    def enter(self, pin: str, device: str) -> str | None:
        """A session for the right PIN, none for a wrong one; raises LockedOut after too many wrong ones."""
        now, missed = self._clock(), self._misses.get(device) or Misses()
        if now < missed.until:
            raise LockedOut(missed.until - now)
        if not hmac.compare_digest(pin.encode(errors="replace"), self.pin.encode()):
            self._miss(device, missed, now)
            return None
        self._misses.pop(device, None)
        session = secrets.token_urlsafe(24)
        self._sessions = [*self._sessions[1 - SESSIONS_KEPT :], session]
        return session

    def _miss(self, device: str, missed: Misses, now: float) -> None:
        missed.count += 1
        if missed.count % TRIES_PER_DEVICE == 0:
            missed.until = now + min(TRIES_SECONDS * 2**missed.locks, LONGEST_SECONDS)
            missed.locks += 1
        self._misses.pop(device, None)
        self._misses[device] = missed
        if len(self._misses) > DEVICES_KEPT:  # the one that tried longest ago
            del self._misses[next(iter(self._misses))]

    def knows(self, session: str) -> bool:
        return any(hmac.compare_digest(session.encode(), known.encode()) for known in self._sessions)


class LockedOut(Exception):
    """Too many wrong PINs from this device; the clock opens the door again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Guard:
    """ASGI middleware: checks host, origin and size, says in ``scope["rights"]`` who is asking, seals the answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door
        name = socket.gethostname().lower()
        self._names = {"localhost", name, f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope["rights"] = self._rights(scope, headers)
        if scope["type"] == "websocket":
            if self._ours(headers.get("host", "")) and _of_our_own(scope, headers):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        sealed = _sealed(send)
        if refused := self._refused(scope, headers):
            status, why = refused
            await JSONResponse({"say": why}, status)(scope, receive, sealed)
            return
        await self._app(scope, _limited(receive, _expected(scope)[1]), sealed)

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._ours(host):
            return 421, "This is not the name of this table."
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "The kiosk knows GET and POST."
        if not _of_our_own(scope, headers) or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "Commands come from the table's own pages only."
        kind, limit = _expected(scope)
        if headers.get("content-type", "").partition(";")[0].strip() != kind:
            return 415, "Commands are sent as JSON, piece sets as zip."
        length = headers.get("content-length", "")
        try:
            size = gate.number(length, 10**18)
        except gate.Unfit:
            return 411, "How long is it?"
        if size > limit:
            return 413, "That is too much at once."
        return None

    def _ours(self, host: str) -> bool:
        # A page elsewhere can point its own name at our address, but it cannot make that name an address of ours.
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        return name in self._names or _address(name) is not None

    def _rights(self, scope: Scope, headers: Headers) -> Rights:
        peer = _address((scope.get("client") or ("",))[0])
        if peer is not None and (peer.is_loopback or _mapped_loopback(peer)):
            return "host"
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        return "player" if cookie and self._door.knows(cookie.value) else "guest"


def _of_our_own(scope: Scope, headers: Headers) -> bool:
    """Whether the page that asks is one of ours, at the very address it asks."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return headers.get("origin") == f"{scheme}://{headers.get('host', '')}"


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _mapped_loopback(peer: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return isinstance(peer, ipaddress.IPv6Address) and bool(peer.ipv4_mapped and peer.ipv4_mapped.is_loopback)


def _expected(scope: Scope) -> tuple[str, int]:
    """What kind of body may come, and how much of it."""
    if scope["path"] in PARCELS and scope["rights"] == "host":
        return "application/zip", PARCELS[scope["path"]]
    return "application/json", BODY_LIMIT


def _limited(receive: Receive, limit: int) -> Receive:
    """Never hand on more than the limit, whatever the content length promised."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > limit else message

    return limited


def _sealed(send: Send) -> Send:
    async def sealed(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sealed
