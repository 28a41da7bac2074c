"""The kiosk's addresses: what each page may ask and order."""

import math
from dataclasses import asdict
from typing import Any, get_args

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from companion.announcements.clips import themed
from companion.announcements.hearing import Crowd
from companion.announcements.sounds import SOUNDS
from companion.announcements.speech import forget_sentences
from companion.backup import forget_copies
from companion.boxes import readable_games
from companion.games import GAMES
from companion.kiosk.dealing import deal, draw_secret
from companion.kiosk.feed import Feed
from companion.kiosk.guard import COOKIE, Door, Guard, LockedOut
from companion.kiosk.history import History
from companion.kiosk.orders import BadOrder
from companion.kiosk.orders import order as commanded
from companion.kiosk.pages import Pages, panel_of
from companion.kiosk.phone_eye import PhoneEye
from companion.kiosk.phones import Phones
from companion.kiosk.preview import Preview
from companion.kiosk.reception import FRESH, LANGUAGE_COOKIE, Reception, Values, may
from companion.kiosk.table import Table
from companion.kiosk.words import names, words
from companion.kiosk.workshop import Workshop
from companion.languages import languages, said
from companion.odds.robots import Level
from companion.recovery import usable_settings
from companion.referee.commands import Act
from companion.rules.actions import AddPlayer
from companion.settings import KioskSettings
from hardware import gate
from hardware.speakers.alsa import wav

VIEWS = (
    *("", "table", "correct", "phone", "history", "history/{match:id}", "leaderboard"),
    *("sets", "teach", "teach/{name}", "mount", "settings", "check", "camera"),
)


class Id(StringConvertor):
    """A number short enough for the journal; anything longer is an address we do not have."""

    regex = "[0-9]{1,15}"


register_url_convertor("id", Id())


class Kiosk:
    """The web application over one table."""

    def __init__(
        self, table: Table, settings: KioskSettings, feed: Feed, preview: Preview, *, language: str, port: int
    ) -> None:
        self._table = table
        self._feed = feed
        self._preview = preview
        self._pages = Pages()
        self._history = History(table.journal)
        self._reception = Reception(language, settings.share_picture)
        self._workshop = Workshop(table, self._reception, feed, preview)
        self.door = Door()
        self.phones = Phones(table, self._reception, feed, self.door, network=settings.serve_network, port=port)
        self.phone_eye = PhoneEye(self._reception, self.door)
        self.app = Starlette(routes=self._routes(), middleware=[Middleware(Guard, door=self.door)])

    def begin_anew(self) -> None:
        """Another server goes on with these pages; whom the last one served is forgotten."""
        self._feed.begin_anew()
        self._preview.begin_anew()

    def close(self) -> None:
        self._feed.close()
        self._preview.close()
        self._workshop.close()

    def _routes(self) -> list[BaseRoute]:
        answer, order = self._reception.answer, self._reception.order
        looks = [Route(f"/{view}", self._page) for view in VIEWS]
        return [
            *looks,
            *self._workshop.routes(),
            *self.phones.routes(),
            *self.phone_eye.routes(),
            Route("/static/{version}/{name:path}", self._static),
            Route("/feed", self._events),
            Route("/preview.mjpg", self._reception.live(self._preview)),
            Route("/still.jpg", self._still),
            Route("/sounds/{name}.wav", self._sound),
            Route("/api/me", self._me),
            Route("/health", self._health),
            Route("/api/people", answer(lambda _: self._history.people())),
            Route("/api/matches", answer(lambda _: {"matches": self._history.matches()})),
            Route("/api/matches/{match:id}", answer(self._story)),
            Route("/api/matches/{match:id}/instead/{step:id}", answer(self._what_if)),
            Route("/api/leaderboard", answer(self._leaderboard)),
            Route("/api/dice", answer(self._dice)),
            Route("/film/{match:id}.gif", answer(self._film, "player", "cockadoodle.gif")),
            Route("/export.json", answer(lambda _: self._history.as_json(), "player", "cockadoodle.json")),
            Route("/export.csv", answer(lambda _: self._history.as_csv(), "player", "cockadoodle.csv")),
            Route("/api/forget", order(self._forget, "host"), methods=["POST"]),
            Route("/api/deal", order(self._deal, "player"), methods=["POST"]),
            Route("/api/secret", order(self._secret, "player"), methods=["POST"]),
            Route("/api/join", order(self._join, "guest"), methods=["POST"]),
            Route("/api/language", order(self._speak, "guest"), methods=["POST"]),
            Route("/api/start", order(self._start, "player"), methods=["POST"]),
            Route("/api/do/{command}", order(self._do, "player"), methods=["POST"]),
            Route("/api/toured", order(self._toured, "host"), methods=["POST"]),
            Route("/api/pin", order(self._change_pin, "host"), methods=["POST"]),
        ]

    # What everyone may look at

    async def _page(self, request: Request) -> Response:
        language = self._reception.chosen(request)
        return self._pages.shell(
            language,
            "Cockadoodle",
            {
                "words": words(language),
                "language": language,
                "languages": names(),
                "games": _games(),
                "me": self._standing(request),
                "snapshot": self._feed.snapshot,
            },
        )

    async def _static(self, request: Request) -> Response:
        return self._pages.file(request.path_params["name"])

    async def _events(self, request: Request) -> Response:
        stream = self._feed.stream(request.headers.get("last-event-id", ""))
        return StreamingResponse(stream, media_type="text/event-stream", headers=FRESH)

    async def _still(self, request: Request) -> Response:
        if not self._reception.sees(request):
            return self._reception.turned_away(request, "picture_private")
        asked = [request.query_params.get(key, "") for key in ("x", "y", "w", "h")]
        box = tuple(map(int, asked)) if all(part.isdecimal() and len(part) < 6 for part in asked) else None
        picture = await run_in_threadpool(self._preview.still, box)  # type: ignore[arg-type]
        if picture is None:
            return self._reception.turned_away(request, "no_picture", 404)
        return Response(picture, media_type="image/jpeg", headers=FRESH)

    async def _sound(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in SOUNDS:
            return self._reception.turned_away(request, "no_sound", 404)
        played = await run_in_threadpool(lambda: wav(themed(name, self._feed.theme)))
        return Response(played, media_type="audio/wav", headers={"cache-control": "max-age=86400"})

    async def _health(self, request: Request) -> Response:
        """For machines that watch over us: 200 while all is well, else 503, and how each part does."""
        parts = dict(self._table.health)
        healthy = "given up" not in parts.values()
        return JSONResponse({"healthy": healthy, "parts": parts}, 200 if healthy else 503, headers=FRESH)

    async def _me(self, request: Request) -> Response:
        return JSONResponse(self._standing(request), headers=FRESH)

    def _story(self, request: Request) -> dict[str, Any]:
        return self._history.story(int(request.path_params["match"]), self._reception.chosen(request))

    def _what_if(self, request: Request) -> dict[str, Any]:
        asked = request.path_params
        return self._history.what_if(int(asked["match"]), int(asked["step"]), self._reception.chosen(request))

    def _film(self, request: Request) -> bytes:
        return self._history.film(int(request.path_params["match"]), self._reception.chosen(request))

    def _dice(self, request: Request) -> dict[str, Any]:
        asked = request.query_params
        return {"dice": self._history.dice(asked.get("game", ""), asked.get("evening", ""))}

    def _leaderboard(self, request: Request) -> dict[str, Any]:
        asked = request.query_params
        evenings = list(dict.fromkeys(match["evening"] for match in self._history.matches()))
        board = self._history.leaderboard(asked.get("game", ""), asked.get("evening", ""))
        chosen = asked.get("game", ""), asked.get("evening", "")
        return {
            "board": board,
            "evenings": evenings,
            "trust": self._history.trust(*chosen),
            **self._history.averages(*chosen),
        }

    # What changes something

    def _join(self, request: Request, values: Values) -> Response:
        said = self._reception.words(request)
        try:
            session = self.door.enter(str(values.get("pin", "")), request.client.host if request.client else "")
        except LockedOut as locked:
            return JSONResponse({"say": said["pin_locked"].format(minutes=math.ceil(locked.seconds / 60))}, 429)
        if session is None:
            return JSONResponse({"say": said["pin_wrong"]}, 403)
        answer = JSONResponse({"rights": "player"})
        answer.set_cookie(COOKIE, session, max_age=12 * 3600, httponly=True, samesite="strict")
        return answer

    def _speak(self, request: Request, values: Values) -> Response:
        language = values.get("language")
        if language not in languages():
            raise BadOrder(f"I speak {', '.join(languages())}.")
        if may(request, "host"):
            self._table.speak(language)
            self._reception.language = language
        answer = JSONResponse({"language": language})
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=365 * 24 * 3600, httponly=True, samesite="strict")
        return answer

    def _start(self, request: Request, values: Values) -> Response:
        game, players, options = values.get("game"), values.get("players"), values.get("options", {})
        if not isinstance(game, str) or game not in GAMES or not isinstance(options, dict):
            raise BadOrder("Which game?")
        if not isinstance(players, list):
            raise BadOrder("Who plays?")
        robots = values.get("robots", {})
        if not isinstance(robots, dict) or not all(level in get_args(Level) for level in robots.values()):
            raise BadOrder(f"A robot plays {', '.join(get_args(Level))}.")
        seated = [gate.player_name(name) for name in players]
        levels = {gate.player_name(name): level for name, level in robots.items()}
        if not levels.keys() <= set(seated):
            raise BadOrder("A robot that does not play?")
        self._table.start(game, seated, options, levels)
        return JSONResponse({"started": game})

    def _do(self, request: Request, values: Values) -> Response:
        command = commanded(request.path_params["command"], values)
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
            action = game.action_from(act.action)
            if isinstance(action, AddPlayer) and gate.player_name(action.player) != action.player:
                raise ValueError("that name is written in another way")
        except (ValueError, TypeError, KeyError) as wrong:
            raise BadOrder(f"That is no action of {game.title}: {wrong}.") from wrong

    def _deal(self, request: Request, values: Values) -> Response:
        """Turn cards up that have not been up in this match."""
        self._table.take(Act(deal(self._table.journal)))
        return JSONResponse({"taken": True})

    def _secret(self, request: Request, values: Values) -> Response:
        """Draw a card for one player; only who asked is told which."""
        deed, card = draw_secret(self._table.journal, str(values.get("player", "")))
        self._table.take(Act(deed))
        return JSONResponse({"card": card})

    def _forget(self, request: Request, values: Values) -> Response:
        said, player = self._reception.words(request), str(values.get("player", ""))
        Crowd().forget(player)
        forget_sentences()
        forget_copies()
        count = self._history.forget(player, said["stranger"])
        return JSONResponse({"say": said["forgotten_one" if count == 1 else "forgotten"].format(number=count)})

    def _toured(self, request: Request, values: Values) -> Response:
        self._table.end_tour()
        return JSONResponse({"toured": True})

    def _change_pin(self, request: Request, values: Values) -> Response:
        self.door.change_pin()
        self._feed.send("door", {})
        return JSONResponse(self._standing(request))

    # Who is asking

    def _standing(self, request: Request) -> dict[str, Any]:
        size = self._preview.size()
        return {
            "rights": request.scope["rights"],
            "pin": self.door.pin if may(request, "player") else None,
            "picture": {"width": size[0], "height": size[1]} if size and self._reception.sees(request) else None,
            "mute": self._table.mute,
            "demo": self._table.demo,
            "touch": self._table.by_touch,
            "run": self._feed.run,
            "tour": may(request, "host") and not self._table.toured,
            "troubles": self._troubles(request) if may(request, "host") else [],
            "mend": may(request, "host") and bool(usable_settings(self._table.settings_file)[1]),
            "network": self.phones.network,
            "address": self.phones.address,
        }

    def _troubles(self, request: Request) -> list[dict[str, str]]:
        language = self._reception.chosen(request)
        return [{"say": said(one.say, language), "fix": said(one.fix, language)} for one in tuple(self._table.troubles)]


def _games() -> list[dict[str, Any]]:
    return [
        {
            "name": game.name,
            "title": game.title,
            "players": [game.players.start, game.players.stop - 1],
            "faces": game.faces,
            "options": dict(game.options),
            "box": asdict(game.box),
            "panel": panel_of(game.name),
        }
        for game in readable_games().values()
    ]
