"""Lets phones in: opens the page to the network, and draws the code that brings a phone to it."""

import io
import socket
from collections.abc import Callable

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.kiosk import forms
from companion.kiosk.feed import Feed
from companion.kiosk.guard import Door
from companion.kiosk.orders import BadOrder
from companion.kiosk.reception import FRESH, Reception, Values, may
from companion.kiosk.table import Table


class Phones:
    """Whether the network may come in, and how it finds us."""

    def __init__(self, table: Table, reception: Reception, feed: Feed, door: Door, *, network: bool, port: int) -> None:
        self._table = table
        self._reception = reception
        self._feed = feed
        self._door = door
        self._port = port
        self.network = network
        self.reopen: Callable[[bool], None] = lambda network: None  # whoever serves us knows how

    def routes(self) -> list[Route]:
        return [
            Route("/qr.svg", self._code),
            Route("/api/network", self._reception.order(self._open, "host"), methods=["POST"]),
        ]

    @property
    def address(self) -> str | None:
        """Where phones of the network find the page, if they may."""
        return f"http://{own_address()}:{self._port}/" if self.network else None

    async def _code(self, request: Request) -> Response:
        """Who may see the PIN has a code with it inside: a phone that reads it need not type."""
        key = f"#{self._door.pin}" if may(request, "player") else ""
        picture = io.BytesIO()
        code = segno.make(f"http://{own_address()}:{self._port}/phone{key}", error="m")
        code.save(picture, kind="svg", scale=8, border=3, dark="#17130f", light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=FRESH)

    def _open(self, request: Request, values: Values) -> Response:
        """From now on, and after every start."""
        network = values.get("open")
        if not isinstance(network, bool):
            raise BadOrder("The network is let in or not.")
        self.reopen(network)
        self.network = network
        forms.change(self._table.settings_file, "kiosk", {"serve_network": network})
        self._feed.send("door", {})
        return JSONResponse({"open": network})


def own_address() -> str:
    """How a phone in the room reaches this machine; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return f"{socket.gethostname()}.local"
