"""A phone as the camera: the page it opens over HTTPS, and the line on which it sends one picture after the other."""

import asyncio
import io
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import segno
from PIL import Image
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.kiosk.guard import Door
from companion.kiosk.phones import own_address
from companion.kiosk.reception import FRESH, Reception, Values, may
from hardware.cameras.phone import LINE

LARGEST = 2 * 2**20  # bytes of a picture
LONGEST = 4096  # pixels of a side
PATIENCE_SECONDS = 10.0  # for one picture
IDLE_SECONDS = 0.5  # between two questions whether anybody looks
HELD_SECONDS = 0.2  # a browser shows what its camera saw so long ago, at most
STRANGER, UNFIT, REPLACED = 4403, 4415, 4409  # why a line is ended


class PhoneEye:
    """Asks the phone for the next picture once the last is here: one is under way at a time, and none is ever old."""

    def __init__(self, reception: Reception, door: Door) -> None:
        self._reception = reception
        self._door = door
        self._line = LINE
        self._sender: object = None
        self._port = 0
        self.open_securely: Callable[[], int] = lambda: 0  # whoever serves us knows how; the port

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/camera", self._standing),
            Route("/api/camera/open", self._reception.order(self._open, "host"), methods=["POST"]),
            Route("/qr-camera.svg", self._code),
            WebSocketRoute("/camera/line", self._pictures),
        ]

    def open(self) -> None:
        """Let phones come over HTTPS from now on."""
        self._port = self._port or self.open_securely()

    @property
    def _address(self) -> str | None:
        return f"https://{own_address()}:{self._port}/camera" if self._port else None

    def _facts(self) -> dict[str, Any]:
        return {"address": self._address, "wanted": self._line.wanted, "sending": self._sender is not None}

    async def _standing(self, request: Request) -> Response:
        return JSONResponse(self._facts(), headers=FRESH)

    def _open(self, request: Request, values: Values) -> Response:
        self.open()
        return JSONResponse(self._facts())

    async def _code(self, request: Request) -> Response:
        """Who may see the PIN has a code with it inside."""
        if self._address is None:
            return self._reception.turned_away(request, "no_picture", 404)
        picture = io.BytesIO()
        code = segno.make(self._address + (f"#{self._door.pin}" if may(request, "player") else ""), error="m")
        code.save(picture, kind="svg", scale=8, border=3, dark="#17130f", light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=FRESH)

    async def _pictures(self, socket: WebSocket) -> None:
        await socket.accept()
        if socket.scope["rights"] == "guest":
            await socket.close(STRANGER)
            return
        self._sender = me = object()  # whoever came last is the camera
        try:
            with suppress(WebSocketDisconnect, TimeoutError, KeyError):
                while self._sender is me:
                    if not await self._next(socket):
                        await socket.close(UNFIT)
                        return
                await socket.close(REPLACED)
        finally:
            if self._sender is me:
                self._sender = None

    async def _next(self, socket: WebSocket) -> bool:
        """Ask for one picture and pass it on; false if that is none."""
        if not self._line.wanted:
            await socket.send_text("wait")
            await asyncio.wait_for(socket.receive_text(), PATIENCE_SECONDS)
            await asyncio.sleep(IDLE_SECONDS)
            return True
        asked = time.monotonic()
        await socket.send_text("look")
        jpeg = await asyncio.wait_for(socket.receive_bytes(), PATIENCE_SECONDS)
        if not sensible(jpeg):
            return False
        self._line.offer(jpeg, asked - HELD_SECONDS)
        await asyncio.sleep(max(0.0, 1 / self._line.fps - (time.monotonic() - asked)))
        return True


def sensible(jpeg: bytes) -> bool:
    """Whether it is a picture of a size a camera gives; nothing else is ever unpacked."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as picture:
            return len(jpeg) <= LARGEST and max(picture.size) <= LONGEST
    except (OSError, ValueError, Image.DecompressionBombError):
        return False
