"""Starts the kiosk beside the referee, in a thread of its own, and stops it cleanly."""

import errno
import socket
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import uvicorn
from starlette.types import ASGIApp

from companion.kiosk.addresses import Kiosk
from companion.kiosk.certificate import certified
from companion.kiosk.connections import EVERYWHERE, Connection, Server
from companion.kiosk.feed import Feed
from companion.kiosk.phone_eye import LARGEST
from companion.kiosk.phones import own_address
from companion.kiosk.preview import Preview
from companion.kiosk.table import Table
from companion.settings import KioskSettings
from hardware.trouble import Trouble

LOOPBACK = "127.0.0.1"
START_SECONDS = 10.0
STOP_SECONDS = 5.0
HANGS_SECONDS = 20.0  # the loop goes round ten times a second


class Pages(Protocol):
    """What is served: an application, and how to end its streams."""

    @property
    def app(self) -> ASGIApp: ...

    def close(self) -> None: ...

    def begin_anew(self) -> None:
        """Another server goes on with these pages; whom the last one served is forgotten."""
        ...


K = TypeVar("K", bound=Pages)


class RunningKiosk(Generic[K]):
    """Pages that answer until they are stopped."""

    def __init__(self, kiosk: K, listener: socket.socket) -> None:
        self.kiosk = kiosk
        self._secure_port = 0
        self._host, self.port = listener.getsockname()
        self.url = f"http://{LOOPBACK}:{self.port}/"
        self._start(listener)

    @property
    def running(self) -> bool:
        """Whether the thread lives and its loop goes round; one that hangs answers nobody."""
        return self._thread.is_alive() and time.monotonic() - self._server.ticked_at < HANGS_SECONDS

    def revive(self) -> None:
        """Answer again at the same address; PIN and sessions are as they were."""
        self._server.should_exit = True
        self._listener.close()
        self.kiosk.begin_anew()
        self._start(_listen(self._host, self.port))
        if self._secure_port:
            self.secure(self._secure_port)

    def reopen(self, network: bool) -> None:
        """Let the network in, or this machine only; pages that are open here stay so."""
        host = EVERYWHERE if network else LOOPBACK
        if host != self._host:
            self._listener = self._server.move(lambda: _listen(host, self.port), lambda: _listen(self._host, self.port))
            self._host = host

    def secure(self, port: int) -> int:
        """Answer over HTTPS, too, to every device of the network; returns where."""
        listener = _listen(EVERYWHERE, port)
        try:
            self._server.also(listener, certified(own_address()))
        except Trouble:
            listener.close()
            raise
        self._secure_port = int(listener.getsockname()[1])
        return self._secure_port

    def stop(self) -> None:
        self.kiosk.close()
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)

    def _start(self, listener: socket.socket) -> None:
        self._listener = listener
        self._server: Server = _server(self.kiosk)
        run = {"sockets": [listener]}
        self._thread = threading.Thread(target=self._server.run, kwargs=run, name="kiosk", daemon=True)
        self._thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not self._server.started and self._thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        if not self._server.started:
            raise Trouble("The page did not start.", "Look into the log: companion run --log info.")
        self._server.ticked_at = time.monotonic()


def serve(
    table: Table,
    settings: KioskSettings,
    feed: Feed,
    preview: Preview,
    *,
    language: str = "en",
    port: int | None = None,
) -> RunningKiosk[Kiosk]:
    """Start the pages of a table."""
    wanted = settings.port if port is None else port
    running = answer(
        lambda taken: Kiosk(table, settings, feed, preview, language=language, port=taken),
        wanted,
        settings.serve_network,
    )
    running.kiosk.phones.reopen = running.reopen
    running.kiosk.phone_eye.open_securely = lambda: running.secure(settings.secure_port)
    return running


def answer(make: Callable[[int], K], port: int, network: bool) -> RunningKiosk[K]:
    """Start pages; returns once they answer. A port in use is a Trouble; port 0 takes any free one."""
    listener = _listen(EVERYWHERE if network else LOOPBACK, port)
    taken = listener.getsockname()[1]
    return RunningKiosk(make(taken), listener)


def _server(kiosk: Pages) -> Server:
    return Server(
        uvicorn.Config(
            kiosk.app,
            loop="asyncio",
            http=Connection,
            ws="wsproto",
            ws_max_size=LARGEST,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # or any device could say it were this machine
            timeout_keep_alive=10,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=16 * 1024,
        )
    )


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            say, fix = f"Port {port} is in use.", "Stop the other program, or choose another: [kiosk] port = 8081."
        else:
            say, fix = f"I cannot use port {port}: {error.strerror}.", "Choose one above 1023: [kiosk] port = 8080."
        raise Trouble(say, fix) from error
    return listener
