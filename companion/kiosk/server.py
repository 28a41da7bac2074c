"""Starts the kiosk beside the referee, in a thread of its own, and stops it cleanly."""

import asyncio
import errno
import socket
import threading
import time

import uvicorn

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.table import Table
from companion.settings import KioskSettings
from hardware.trouble import Trouble

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
START_SECONDS = 10.0
STOP_SECONDS = 5.0


class RunningKiosk:
    """A kiosk that answers until it is stopped."""

    def __init__(self, server: uvicorn.Server, thread: threading.Thread, kiosk: Kiosk, port: int) -> None:
        self._server = server
        self._thread = thread
        self.kiosk = kiosk
        self.port = port
        self.url = f"http://{LOOPBACK}:{port}/"

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self.kiosk.close()
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)


class _Server(uvicorn.Server):
    """Leaves no connection behind: a browser keeps its own open, and a sleeping phone never closes it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0.01)  # they are closed by the loop's next rounds


def serve(
    table: Table,
    settings: KioskSettings,
    feed: Feed,
    preview: Preview,
    *,
    language: str = "en",
    port: int | None = None,
) -> RunningKiosk:
    """Start the pages; returns once they answer. A port in use is a Trouble; port 0 takes any free one."""
    host = EVERYWHERE if settings.serve_network else LOOPBACK
    listener = _listen(host, settings.port if port is None else port)
    taken = listener.getsockname()[1]
    kiosk = Kiosk(table, settings, feed, preview, language=language, port=taken)
    config = uvicorn.Config(
        kiosk.app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # or any device could say it were this machine
        limit_concurrency=250,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16 * 1024,
    )
    server = _Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="kiosk", daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    if not server.started:
        raise Trouble("The page did not start.", "Look into the log: companion run --log info.")
    return RunningKiosk(server, thread, kiosk, taken)


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
