"""Who is asking and in which language, and how the addresses answer them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from companion.announcements.wording import Wording
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import BOUNDARY, Preview
from companion.kiosk.words import words
from companion.languages import languages, said
from companion.rules.refusals import Refusal
from hardware import gate
from hardware.trouble import Trouble

LANGUAGE_COOKIE = "language"
FRESH = {"cache-control": "no-store"}

Values = Mapping[str, Any]
Endpoint = Callable[[Request], Awaitable[Response]]


def may(request: Request, needs: str) -> bool:
    ranks = ("guest", "player", "host")
    return ranks.index(request.scope["rights"]) >= ranks.index(needs)


class Reception:
    """Makes addresses of plain functions: checks the rights, and puts what goes wrong into words."""

    def __init__(self, language: str, share_picture: bool) -> None:
        self.language = language
        self._share_picture = share_picture

    def words(self, request: Request) -> Mapping[str, str]:
        return words(self.chosen(request))

    def chosen(self, request: Request) -> str:
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        return chosen if chosen in languages() else self.language

    def sees(self, request: Request) -> bool:
        return may(request, "host") or self._share_picture

    def turned_away(self, request: Request, why: str, status: int = 403) -> Response:
        return JSONResponse({"say": self.words(request)[why]}, status)

    def order(self, work: Callable[[Request, Values], Response], needs: str) -> Endpoint:
        """A POST address: reads the JSON, does the work, and puts a refusal into an answer."""

        async def endpoint(request: Request) -> Response:
            if not may(request, needs):
                return self.turned_away(request, f"only_{needs}")
            try:
                body = await request.body()
            except ClientDisconnect:
                body = b""
            return await run_in_threadpool(
                self._done, lambda asked, sent: work(asked, gate.values(sent)), request, body
            )

        return endpoint

    def parcel(self, work: Callable[[Request, bytes], Response], needs: str) -> Endpoint:
        """A POST address for a whole file."""

        async def endpoint(request: Request) -> Response:
            if not may(request, needs):
                return self.turned_away(request, f"only_{needs}")
            try:
                body = await request.body()
            except ClientDisconnect:
                body = b""
            return await run_in_threadpool(self._done, work, request, body)

        return endpoint

    def answer(self, work: Callable[[Request], Any], needs: str = "guest", file: str = "") -> Endpoint:
        """A GET address: JSON, or a file to take home."""

        async def endpoint(request: Request) -> Response:
            if not may(request, needs):
                return self.turned_away(request, f"only_{needs}")
            try:
                value = await run_in_threadpool(work, request)
            except Trouble as trouble:
                return self.in_trouble(request, trouble, 404)
            headers = dict(FRESH)
            if file:
                headers["content-disposition"] = f'attachment; filename="{file}"'
            if isinstance(value, bytes):
                kind = "image/gif" if file.endswith(".gif") else "application/zip"
                return Response(value, media_type=kind, headers=headers)
            if isinstance(value, str):
                return Response(value, media_type="text/csv; charset=utf-8", headers=headers)
            return JSONResponse(value, headers=headers)

        return endpoint

    def live(self, preview: Preview) -> Endpoint:
        """A GET address of moving pictures."""

        async def endpoint(request: Request) -> Response:
            if not self.sees(request):
                return self.turned_away(request, "picture_private")
            kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
            return StreamingResponse(preview.stream(), media_type=kind, headers=FRESH)

        return endpoint

    def in_trouble(self, request: Request, trouble: Trouble, status: int) -> Response:
        """What is wrong and its cure, in the language of whoever asked as far as it is known there."""
        language = self.chosen(request)
        return JSONResponse({"say": said(trouble.say, language), "fix": said(trouble.fix, language)}, status)

    def _done(self, work: Callable[[Request, Any], Response], request: Request, given: Any) -> Response:
        try:
            return work(request, given)
        except BadOrder as bad:
            return JSONResponse({"say": str(bad)}, 400)
        except Trouble as trouble:
            return self.in_trouble(request, trouble, 400 if isinstance(trouble, gate.Unfit) else 409)
        except Refusal as refusal:
            wording = Wording(self.chosen(request))
            return JSONResponse({"say": wording.refusal_line(refusal), "rule": wording.rule(refusal)}, 409)
