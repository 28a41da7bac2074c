"""The kiosk's addresses: what each page may ask and order."""

import io
import json
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.announcements.wording import languages
from companion.appliance.machine import Machine
from companion.games import GAMES
from companion.games.boxes import box
from companion.kiosk import forms, sets
from companion.kiosk.dealing import deal
from companion.kiosk.feed import Feed
from companion.kiosk.guard import COOKIE, TRIES_SECONDS, Door, Guard, LockedOut
from companion.kiosk.history import History
from companion.kiosk.orders import BadOrder, order
from companion.kiosk.pages import Pages
from companion.kiosk.preview import BOUNDARY, Preview
from companion.kiosk.table import Table
from companion.kiosk.teach import Guide
from companion.kiosk.words import words
from companion.referee.commands import Act, Pause
from companion.rules.refusals import Refusal
from companion.settings import KioskSettings
from companion.verbs.doctor import diagnose
from hardware.trouble import Trouble

VIEWS = (
    *("", "table", "correct", "phone", "history", "history/{match:int}", "leaderboard"),
    *("sets", "teach", "teach/{name}", "mount", "settings", "check"),
)
LANGUAGE_COOKIE = "language"

Values = Mapping[str, Any]
Endpoint = Callable[[Request], Awaitable[Response]]


class Kiosk:
    """The web application over one table."""

    def __init__(
        self, table: Table, settings: KioskSettings, feed: Feed, preview: Preview, *, language: str, port: int
    ) -> None:
        self._table = table
        self._settings = settings
        self._feed = feed
        self._preview = preview
        self._language = language
        self._port = port
        self._pages = Pages()
        self._history = History(table.journal)
        self._guide = Guide(preview, table.painted)
        self.door = Door()
        self.app = Starlette(routes=self._routes(), middleware=[Middleware(Guard, door=self.door)])

    def close(self) -> None:
        self._feed.close()
        self._preview.close()
        self._guide.preview.close()
        self._guide.leave()

    def _routes(self) -> list[Route]:
        looks = [Route(f"/{view}", self._page) for view in VIEWS]
        return [
            *looks,
            Route("/static/{version}/{name:path}", self._static),
            Route("/feed", self._events),
            Route("/preview.mjpg", self._mjpeg),
            Route("/still.jpg", self._still),
            Route("/qr.svg", self._qr),
            Route("/api/me", self._me),
            Route("/api/people", self._answer(lambda _: {"people": self._history.people()})),
            Route("/api/matches", self._answer(lambda _: {"matches": self._history.matches()})),
            Route("/api/matches/{match:int}", self._answer(self._story)),
            Route("/api/leaderboard", self._answer(self._leaderboard)),
            Route("/api/settings", self._answer(lambda _: forms.sections(self._table.settings_file), "host")),
            Route("/api/sets", self._answer(lambda _: sets.listed(self._table.settings_file))),
            Route("/api/sets/{name}/{face}", self._thumbnail, methods=["GET"]),
            Route("/api/sets/{name}/{deed}", self._order(self._set_deed, "host"), methods=["POST"]),
            Route("/sets/{name}/export", self._answer(self._packed, "host", "set.zip")),
            Route("/api/check", self._answer(self._examine, "host")),
            Route("/api/wizard", self._answer(lambda _: self._guide.look(), "host")),
            Route("/api/wizard/crop/{index:int}", self._crop),
            Route("/wizard.mjpg", self._wizard_mjpeg),
            Route("/export.json", self._answer(lambda _: self._history.as_json(), "player", "cockadoodle.json")),
            Route("/export.csv", self._answer(lambda _: self._history.as_csv(), "player", "cockadoodle.csv")),
            Route("/api/settings/{section}", self._order(self._set, "host"), methods=["POST"]),
            Route("/api/wizard/{deed}", self._order(self._wizard, "host"), methods=["POST"]),
            Route("/api/forget", self._order(self._forget, "host"), methods=["POST"]),
            Route("/api/deal", self._order(self._deal, "player"), methods=["POST"]),
            Route("/api/join", self._order(self._join, "guest"), methods=["POST"]),
            Route("/api/language", self._order(self._speak, "guest"), methods=["POST"]),
            Route("/api/start", self._order(self._start, "player"), methods=["POST"]),
            Route("/api/do/{command}", self._order(self._do, "player"), methods=["POST"]),
            Route("/api/pin", self._order(self._change_pin, "host"), methods=["POST"]),
            Route("/api/try/{part}", self._order(self._try_out, "host"), methods=["POST"]),
        ]

    def _order(self, work: Callable[[Request, Values], Response], needs: str) -> Endpoint:
        """A POST address: checks the rights, reads the JSON, and puts a refusal into an answer."""

        async def endpoint(request: Request) -> Response:
            if not _may(request, needs):
                return JSONResponse({"say": words(self._chosen(request))[f"only_{needs}"]}, 403)
            try:
                values = json.loads(await request.body())
            except (ValueError, RecursionError, ClientDisconnect):
                values = None
            if not isinstance(values, dict):
                return JSONResponse({"say": "That is no JSON object."}, 400)
            try:
                return await run_in_threadpool(work, request, values)
            except BadOrder as bad:
                return JSONResponse({"say": str(bad)}, 400)
            except Trouble as trouble:
                return JSONResponse({"say": trouble.say, "fix": trouble.fix}, 409)
            except Refusal as refusal:
                return JSONResponse({"say": str(refusal), "rule": refusal.rule}, 409)

        return endpoint

    def _answer(self, work: Callable[[Request], Any], needs: str = "guest", file: str = "") -> Endpoint:
        """A GET address: JSON, or a file to take home."""

        async def endpoint(request: Request) -> Response:
            if not _may(request, needs):
                return JSONResponse({"say": words(self._chosen(request))[f"only_{needs}"]}, 403)
            try:
                value = await run_in_threadpool(work, request)
            except Trouble as trouble:
                return JSONResponse({"say": trouble.say, "fix": trouble.fix}, 404)
            headers = {"cache-control": "no-store"}
            if file:
                headers["content-disposition"] = f'attachment; filename="{file}"'
            if isinstance(value, bytes):
                return Response(value, media_type="application/zip", headers=headers)
            if isinstance(value, str):
                return Response(value, media_type="text/csv; charset=utf-8", headers=headers)
            return JSONResponse(value, headers=headers)

        return endpoint

    # What everyone may look at

    async def _page(self, request: Request) -> Response:
        language = self._chosen(request)
        return self._pages.shell(
            language,
            "Cockadoodle",
            {
                "words": words(language),
                "language": language,
                "languages": languages(),
                "games": _games(),
                "me": self._standing(request),
                "snapshot": self._feed.snapshot,
            },
        )

    async def _static(self, request: Request) -> Response:
        return self._pages.file(request.path_params["name"])

    async def _events(self, request: Request) -> Response:
        stream = self._feed.stream(request.headers.get("last-event-id", ""))
        return StreamingResponse(stream, media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def _mjpeg(self, request: Request) -> Response:
        return self._live(request, self._preview)

    async def _wizard_mjpeg(self, request: Request) -> Response:
        return self._live(request, self._guide.preview)

    def _live(self, request: Request, preview: Preview) -> Response:
        if not self._sees(request):
            return JSONResponse({"say": words(self._chosen(request))["picture_private"]}, 403)
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        return StreamingResponse(preview.stream(), media_type=kind, headers={"cache-control": "no-store"})

    async def _crop(self, request: Request) -> Response:
        picture = self._guide.crop(request.path_params["index"]) if _may(request, "host") else None
        return Response(picture or b"", 200 if picture else 404, media_type="image/jpeg")

    async def _thumbnail(self, request: Request) -> Response:
        asked = request.path_params
        try:
            picture = await run_in_threadpool(sets.thumbnail, asked["name"], asked["face"])
        except Trouble as trouble:
            return JSONResponse({"say": trouble.say}, 404)
        return Response(picture, media_type="image/png", headers={"cache-control": "no-store"})

    async def _still(self, request: Request) -> Response:
        if not self._sees(request):
            return JSONResponse({"say": words(self._chosen(request))["picture_private"]}, 403)
        asked = [request.query_params.get(key, "") for key in ("x", "y", "w", "h")]
        box = tuple(map(int, asked)) if all(part.isdecimal() and len(part) < 6 for part in asked) else None
        picture = await run_in_threadpool(self._preview.still, box)  # type: ignore[arg-type]
        if picture is None:
            return JSONResponse({"say": words(self._chosen(request))["no_picture"]}, 404)
        return Response(picture, media_type="image/jpeg", headers={"cache-control": "no-store"})

    async def _qr(self, request: Request) -> Response:
        picture = io.BytesIO()
        code = segno.make(self._address() + "phone", error="m")
        code.save(picture, kind="svg", scale=8, border=3, dark="#17130f", light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def _me(self, request: Request) -> Response:
        return JSONResponse(self._standing(request), headers={"cache-control": "no-store"})

    def _story(self, request: Request) -> dict[str, Any]:
        return self._history.story(request.path_params["match"], self._chosen(request))

    def _leaderboard(self, request: Request) -> dict[str, Any]:
        asked = request.query_params
        evenings = list(dict.fromkeys(match["evening"] for match in self._history.matches()))
        board = self._history.leaderboard(asked.get("game", ""), asked.get("evening", ""))
        return {"board": board, "evenings": evenings}

    def _packed(self, request: Request) -> bytes:
        return sets.packed(request.path_params["name"])

    def _examine(self, request: Request) -> list[dict[str, Any]]:
        file = self._table.settings_file
        return [asdict(finding) for finding in diagnose(file if file.exists() else None, Machine())]

    # What changes something

    def _join(self, request: Request, values: Values) -> Response:
        said = words(self._chosen(request))
        try:
            session = self.door.enter(str(values.get("pin", "")), request.client.host if request.client else "")
        except LockedOut:
            return JSONResponse({"say": said["pin_locked"].format(minutes=round(TRIES_SECONDS / 60))}, 429)
        if session is None:
            return JSONResponse({"say": said["pin_wrong"]}, 403)
        answer = JSONResponse({"rights": "player"})
        answer.set_cookie(COOKIE, session, max_age=12 * 3600, httponly=True, samesite="strict")
        return answer

    def _speak(self, request: Request, values: Values) -> Response:
        language = values.get("language")
        if language not in languages():
            raise BadOrder(f"I speak {', '.join(languages())}.")
        if _may(request, "host"):
            self._table.speak(language)
            self._language = language
        answer = JSONResponse({"language": language})
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=365 * 24 * 3600, httponly=True, samesite="strict")
        return answer

    def _start(self, request: Request, values: Values) -> Response:
        game, players, options = values.get("game"), values.get("players"), values.get("options", {})
        if game not in GAMES or not isinstance(options, dict):
            raise BadOrder("Which game?")
        if not isinstance(players, list) or not all(isinstance(name, str) and 0 < len(name) <= 20 for name in players):
            raise BadOrder("A player's name has 1 to 20 letters.")
        self._table.start(game, players, options)
        return JSONResponse({"started": game})

    def _do(self, request: Request, values: Values) -> Response:
        command = order(request.path_params["command"], values)
        if isinstance(command, Act):
            self._check(command)
        self._table.take(command)
        return JSONResponse({"taken": True})

    def _check(self, act: Act) -> None:
        """The referee trusts what it is given; what comes from outside must be an action of the running game."""
        game = GAMES.get(self._feed.snapshot.get("game", ""))
        if game is None:
            raise BadOrder("Nobody is playing.")
        try:
            game.action_from(act.action)
        except (ValueError, TypeError, KeyError) as wrong:
            raise BadOrder(f"That is no action of {game.title}: {wrong}.") from wrong

    def _deal(self, request: Request, values: Values) -> Response:
        """Turn eight chickens up that have not been up in this match."""
        self._table.take(Act(deal(self._table.journal)))
        return JSONResponse({"taken": True})

    def _set(self, request: Request, values: Values) -> Response:
        forms.change(self._table.settings_file, request.path_params["section"], values)
        return JSONResponse({"say": words(self._chosen(request))["settings_kept"]})

    def _set_deed(self, request: Request, values: Values) -> Response:
        file = self._table.settings_file
        sets.deed(request.path_params["name"], request.path_params["deed"], values, file)
        return JSONResponse(sets.listed(file))

    def _wizard(self, request: Request, values: Values) -> Response:
        match request.path_params["deed"], values:
            case "begin", {"kind": str(kind), "name": str(name)}:
                if self._feed.snapshot.get("winners") is None:
                    self._table.take(Pause())
                self._guide.begin(kind, name, str(values.get("pieces", "dice")))
            case "answer", {"choice": str(choice)}:
                self._guide.answer(choice)
            case "leave", _:
                self._guide.leave()
            case _:
                raise BadOrder("A wizard can be begun, answered and left.")
        return JSONResponse(self._guide.look())

    def _forget(self, request: Request, values: Values) -> Response:
        said = words(self._chosen(request))
        count = self._history.forget(str(values.get("player", "")), said["stranger"])
        return JSONResponse({"say": said["forgotten"].format(number=count)})

    def _change_pin(self, request: Request, values: Values) -> Response:
        self.door.change_pin()
        self._feed.send("door", {})
        return JSONResponse(self._standing(request))

    def _try_out(self, request: Request, values: Values) -> Response:
        return JSONResponse({"say": self._table.try_out(request.path_params["part"])})

    # Who is asking

    def _chosen(self, request: Request) -> str:
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        return chosen if chosen in languages() else self._language

    def _sees(self, request: Request) -> bool:
        return _may(request, "host") or self._settings.share_picture

    def _standing(self, request: Request) -> dict[str, Any]:
        size = self._preview.size()
        return {
            "rights": request.scope["rights"],
            "pin": self.door.pin if _may(request, "player") else None,
            "picture": {"width": size[0], "height": size[1]} if size and self._sees(request) else None,
            "network": self._settings.serve_network,
            "address": self._address() if self._settings.serve_network else None,
        }

    def _address(self) -> str:
        return f"http://{_own_address()}:{self._port}/"


def _games() -> list[dict[str, Any]]:
    return [
        {
            "name": game.name,
            "title": game.title,
            "players": [game.players.start, game.players.stop - 1],
            "faces": game.faces,
            "options": dict(game.options),
            "worms": box(game.name).worms,
        }
        for game in GAMES.values()
    ]


def _may(request: Request, needs: str) -> bool:
    ranks = ("guest", "player", "host")
    return ranks.index(request.scope["rights"]) >= ranks.index(needs)


def _own_address() -> str:
    """How a phone in the room reaches this machine; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return f"{socket.gethostname()}.local"
