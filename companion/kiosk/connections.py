"""Lets no device hold more of the kiosk's connections than its share, or hold one without asking for anything."""

import asyncio
import ipaddress
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hardware.trouble import Trouble

PER_DEVICE = 48  # a browser opens six, and two streams
OTHERS = 200  # of all other devices together: the table's own machine always finds a place
READ_SECONDS = 10.0  # for a whole request to arrive
MOVE_SECONDS = 5.0
EVERYWHERE = "0.0.0.0"

Listen = Callable[[], socket.socket]


class Connection(H11Protocol):
    """One connection, counted for its device and closed if its request does not arrive in time."""

    open_by: ClassVar[Counter[str]] = Counter()  # all of it in the server's one thread

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.device = ""
        self._patience: asyncio.TimerHandle | None = None
        self._line = False  # it has become one of pictures

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        device = str((transport.get_extra_info("peername") or ("",))[0])
        if self.open_by[device] >= PER_DEVICE or (not own(device) and self._others() >= OTHERS):
            transport.abort()
            return
        self.device = device
        self.open_by[device] += 1
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._line:
            return
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._calm()
        elif self._patience is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """What follows is no more requests; the line has its own patience."""
        super().handle_websocket_upgrade(event)
        self._line = True
        self._calm()
        self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if self.device:
            self.open_by[self.device] -= 1
            if not self.open_by[self.device]:
                del self.open_by[self.device]
            self.device = ""

    def _others(self) -> int:
        return sum(count for device, count in self.open_by.items() if not own(device))

    def _wait(self) -> None:
        self._patience = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def own(device: str) -> bool:
    """Whether this is the machine itself."""
    try:
        return ipaddress.ip_address(device).is_loopback
    except ValueError:
        return False


class Server(uvicorn.Server):
    """Leaves no connection behind, and says when it was last seen alive."""

    ticked_at = 0.0
    loop: asyncio.AbstractEventLoop
    _secured: asyncio.Server | None = None

    async def startup(self, sockets: Any = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def move(self, listen: Listen, back: Listen) -> socket.socket:
        """Answer at another socket from now on, or where that cannot be had at the old one; from another thread."""
        return asyncio.run_coroutine_threadsafe(self._move(listen, back), self.loop).result(MOVE_SECONDS)

    def also(self, listener: socket.socket, secure: ssl.SSLContext) -> None:
        """Answer over HTTPS at one more socket; from another thread."""
        asyncio.run_coroutine_threadsafe(self._secure(listener, secure), self.loop).result(MOVE_SECONDS)

    async def _secure(self, listener: socket.socket, secure: ssl.SSLContext) -> None:
        self._secured = await self.loop.create_server(self._connection, sock=listener, ssl=secure)

    def _connection(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state)

    async def _move(self, listen: Listen, back: Listen) -> socket.socket:
        for server in self.servers:
            server.close()  # no new ones come; those that are there stay
        try:
            listener = listen()
        except Trouble:
            await self._answer(back())
            raise
        await self._answer(listener)
        if listener.getsockname()[0] != EVERYWHERE:
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection) and not own(connection.device):
                    connection.transport.abort()
        return listener

    async def _answer(self, listener: socket.socket) -> None:
        self.servers = [await self.loop.create_server(self._connection, sock=listener, backlog=self.config.backlog)]

    async def on_tick(self, counter: int) -> bool:
        self.ticked_at = time.monotonic()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: Any = None) -> None:
        if self._secured is not None:
            self._secured.close()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):  # a browser keeps its own open, a sleeping phone too
            connection.transport.abort()
        await asyncio.sleep(0.01)  # they are closed by the loop's next rounds
