"""The night's addresses: the wall for everybody, and what only its host may say."""

import io
import math
from collections.abc import Mapping
from importlib import resources
from typing import Any

import segno
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.games import GAMES
from companion.kiosk.guard import COOKIE, Door, Guard, LockedOut
from companion.kiosk.orders import BadOrder
from companion.kiosk.pages import Pages
from companion.kiosk.phones import own_address
from companion.kiosk.reception import FRESH, LANGUAGE_COOKIE, Reception, Values, may
from companion.kiosk.words import names
from companion.languages import languages
from companion.night.goods import offered, order_for, packed
from companion.night.night import Night
from companion.night.words import words

VIEWS = ("", "draw", "leaderboard", "tables", "people")
FIRST = ("night.js", "dom.js", "words.js", "feed.js", "night/wall.js")


class NightPages:
    """The web application over one night."""

    def __init__(self, night: Night, *, language: str, port: int, network: bool) -> None:
        self._night, self._port, self._network = night, port, network
        self._pages = Pages(resources.files("companion.night") / "static", script="night.js", ahead=FIRST)
        self._reception = Reception(language, share_picture=False)
        self.door = Door()
        self.app = Starlette(routes=self._routes(), middleware=[Middleware(Guard, door=self.door)])

    def begin_anew(self) -> None:
        """Another server goes on with these pages; whom the last one served is forgotten."""
        self._night.feed.begin_anew()

    def close(self) -> None:
        self._night.feed.close()

    def _routes(self) -> list[Route]:
        answer, order = self._reception.answer, self._reception.order
        night = self._night
        return [
            *(Route(f"/{view}", self._page) for view in VIEWS),
            Route("/static/{version}/{name:path}", self._static),
            Route("/feed", self._events),
            Route("/qr.svg", self._qr),
            Route("/api/me", answer(self._standing)),
            Route("/api/leaderboard", answer(self._board)),
            Route("/api/tables", answer(lambda _: night.invitations(), "player")),
            Route("/api/people", answer(lambda _: night.names(), "player")),
            Route("/api/join", order(self._join, "guest"), methods=["POST"]),
            Route("/api/language", order(self._speak, "guest"), methods=["POST"]),
            Route("/api/invite", order(self._invite, "player"), methods=["POST"]),
            Route("/api/say", order(self._say, "player"), methods=["POST"]),
            Route("/api/draw", order(self._draw, "player"), methods=["POST"]),
            Route("/api/goods", answer(lambda _: offered(), "player")),
            Route("/goods/{kind}/{name}", answer(lambda one: packed(one.path_params["kind"], one.path_params["name"]))),
            Route("/api/hand-out", order(self._hand_out, "player"), methods=["POST"]),
            Route("/api/share", order(self._share, "player"), methods=["POST"]),
            Route("/api/call", order(self._call, "player"), methods=["POST"]),
        ]

    async def _page(self, request: Request) -> Response:
        language = self._reception.chosen(request)
        boot = {
            "words": words(language),
            "language": language,
            "languages": names(),
            "games": [{"name": game.name, "title": game.title} for game in GAMES.values()],
            "me": self._standing(request),
            "snapshot": self._night.feed.snapshot,
        }
        return self._pages.shell(language, self._night.name, boot)

    async def _static(self, request: Request) -> Response:
        return self._pages.file(request.path_params["name"])

    async def _events(self, request: Request) -> Response:
        stream = self._night.feed.stream(request.headers.get("last-event-id", ""))
        return StreamingResponse(stream, media_type="text/event-stream", headers=FRESH)

    async def _qr(self, request: Request) -> Response:
        picture = io.BytesIO()
        code = segno.make(self._address(), error="m")
        code.save(picture, kind="svg", scale=8, border=3, dark="#17130f", light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=FRESH)

    def _standing(self, request: Request) -> dict[str, Any]:
        host = may(request, "player")
        return {
            "host": host,
            "pin": self.door.pin if host else None,
            "network": self._network,
            "address": self._address() if self._network else None,
        }

    def _board(self, request: Request) -> dict[str, Any]:
        asked = request.query_params
        return self._night.board(asked.get("game", ""), asked.get("evening", ""))

    # What changes something

    def _join(self, request: Request, values: Values) -> Response:
        said = self._reception.words(request)
        try:
            session = self.door.enter(str(values.get("pin", "")), request.client.host if request.client else "")
        except LockedOut as locked:
            return JSONResponse({"say": said["pin_locked"].format(minutes=math.ceil(locked.seconds / 60))}, 429)
        if session is None:
            return JSONResponse({"say": said["pin_wrong"]}, 403)
        answer = JSONResponse({"host": True})
        answer.set_cookie(COOKIE, session, max_age=12 * 3600, httponly=True, samesite="strict")
        return answer

    def _speak(self, request: Request, values: Values) -> Response:
        language = values.get("language")
        if language not in languages():
            raise BadOrder(f"I speak {', '.join(languages())}.")
        answer = JSONResponse({"language": language})
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=365 * 24 * 3600, httponly=True, samesite="strict")
        return answer

    def _invite(self, request: Request, values: Values) -> Response:
        return JSONResponse({"code": self._night.invite(name_in(values, "name"))})

    def _say(self, request: Request, values: Values) -> Response:
        """A word of the host: about names, about who is there, about a result in dispute."""
        self._night.say(name_in(values, "kind"), {key: value for key, value in values.items() if key != "kind"})
        return JSONResponse({"said": True})

    def _draw(self, request: Request, values: Values) -> Response:
        self._night.draw(name_in(values, "game"), name_in(values, "kind"), _seats(values.get("seats")))
        return JSONResponse({"drawn": True})

    def _call(self, request: Request, values: Values) -> Response:
        """Have the tables call out who sits where, and begin the games."""
        language = self._reception.chosen(request)
        return JSONResponse({"missing": self._night.call(words(language)["call_out"], words(language)["call_and"])})

    def _hand_out(self, request: Request, values: Values) -> Response:
        """Every table takes over a piece set or a mounting of this machine."""
        order = order_for(name_in(values, "kind"), name_in(values, "name"), self._address())
        return JSONResponse({"missing": self._night.hand_out(order)})

    def _share(self, request: Request, values: Values) -> Response:
        """Two tables, one game."""
        owner, guest = _names(values.get("owner")), _names(values.get("guest"))
        at = name_in(values, "owner_table"), name_in(values, "guest_table")
        self._night.share(name_in(values, "game"), owner, guest, at)
        return JSONResponse({"shared": True})

    def _address(self) -> str:
        return f"http://{own_address()}:{self._port}/"


def name_in(values: Values, key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not 0 < len(value.strip()) <= 40:
        raise BadOrder(f"{key} has 1 to 40 letters.")
    return value.strip()


def _names(value: object) -> list[str]:
    fits = isinstance(value, list) and len(value) <= 12
    if not fits or not all(isinstance(name, str) and 0 < len(name.strip()) <= 40 for name in value):  # type: ignore[attr-defined]
        raise BadOrder("A name has 1 to 40 letters.")
    return [name.strip() for name in value]  # type: ignore[attr-defined]


def _seats(value: object) -> Mapping[str, int]:
    fits = isinstance(value, dict) and 0 < len(value) <= 500
    if not fits or not all(type(count) is int and 0 <= count <= 12 for count in value.values()):  # type: ignore[attr-defined]
        raise BadOrder("seats says how many sit at each table.")
    return value  # type: ignore[return-value]
