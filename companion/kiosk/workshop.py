"""The addresses where the table is set up: settings, piece sets, wizards, check-up."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion import recovery
from companion.appliance.check import check_picture
from companion.appliance.diagnosis import diagnose
from companion.appliance.doctor import Finding
from companion.appliance.machine import Machine
from companion.kiosk import backups, forms, sets
from companion.kiosk.feed import Feed
from companion.kiosk.guard import BACKUP_IN, SETS_IN
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import Preview
from companion.kiosk.reception import FRESH, Reception, Values, may
from companion.kiosk.renewal import Renewal, last_said
from companion.kiosk.table import Table
from companion.kiosk.teach import Guide
from companion.referee.commands import Pause
from hardware.trouble import Trouble


class Workshop:
    """All may look at the sets; the rest is done at the table's own machine."""

    def __init__(self, table: Table, reception: Reception, feed: Feed, preview: Preview) -> None:
        self._table = table
        self._reception = reception
        self._feed = feed
        self._preview = preview
        self._guide = Guide(preview, table.painted)
        self._renewal = Renewal(last_said)

    def close(self) -> None:
        self._guide.preview.close()
        self._guide.leave()

    def routes(self) -> list[Route]:
        answer, order = self._reception.answer, self._reception.order
        return [
            Route("/api/settings", answer(self._forms, "host")),
            Route("/api/settings", order(self._mend, "host"), methods=["POST"]),
            Route("/api/settings/{section}", order(self._set, "host"), methods=["POST"]),
            Route("/api/restart", order(self._restart, "host"), methods=["POST"]),
            Route("/api/update", answer(lambda _: self._renewal.told(), "host")),
            Route("/api/update", order(self._update, "host"), methods=["POST"]),
            Route("/api/sets", answer(self._sets)),
            Route(SETS_IN, self._reception.parcel(self._unpack, "host"), methods=["POST"]),
            Route("/api/sets/{name}/{face}", self._thumbnail, methods=["GET"]),
            Route("/api/sets/{name}/{deed}", order(self._set_deed, "host"), methods=["POST"]),
            Route("/sets/{name}/export", answer(self._packed, "host", "set.zip")),
            Route("/backup.zip", answer(self._backup, "host", "cockadoodle-backup.zip")),
            Route("/api/backups", answer(self._backups, "host")),
            Route("/api/backups/stick", order(self._to_stick, "host"), methods=["POST"]),
            Route(BACKUP_IN, self._reception.parcel(self._restore, "host"), methods=["POST"]),
            Route("/api/backups/restore", order(self._restore_kept, "host"), methods=["POST"]),
            Route("/api/wizard", answer(self._wizard_now, "host")),
            Route("/api/wizard/crop/{index:id}", self._crop),
            Route("/api/wizard/{deed}", order(self._wizard, "host"), methods=["POST"]),
            Route("/wizard.mjpg", self._reception.live(self._guide.preview)),
            Route("/api/check", answer(self._examine, "host")),
            Route("/api/try/{part}", order(self._try_out, "host"), methods=["POST"]),
        ]

    # Settings and check-up

    def _forms(self, request: Request) -> list[dict[str, Any]]:
        return forms.sections(self._table.settings_file, self._reception.chosen(request))

    def _set(self, request: Request, values: Values) -> Response:
        forms.change(self._table.settings_file, request.path_params["section"], values)
        return JSONResponse({"say": self._reception.words(request)["settings_kept"]})

    def _mend(self, request: Request, values: Values) -> Response:
        """Settings that could not be used give way to those the table goes on with."""
        recovery.mend(self._table.settings_file)
        return JSONResponse({"say": self._reception.words(request)["mended_settings"]})

    def _restart(self, request: Request, values: Values) -> Response:
        self._table.start_anew()
        return JSONResponse({"say": self._reception.words(request)["restarting"]})

    def _update(self, request: Request, values: Values) -> Response:
        self._renewal.begin()
        return JSONResponse(self._renewal.told())

    def _examine(self, request: Request) -> list[dict[str, Any]]:
        file = self._table.settings_file
        language = self._reception.chosen(request)
        findings = [*diagnose(file if file.exists() else None, Machine()), *self._picture()]
        return [finding.told(language) for finding in findings]

    def _picture(self) -> list[Finding]:
        """What the camera of the running table sees now."""
        if self._preview.newest is None:
            return []
        verdict = check_picture(self._preview.newest)
        return [Finding("picture", "good" if verdict.passed else "ill", verdict.say, verdict.fix)]

    def _try_out(self, request: Request, values: Values) -> Response:
        part = request.path_params["part"]
        self._table.try_out(part)
        return JSONResponse({"say": self._reception.words(request)[f"tried_{part}"]})

    # Piece sets

    def _sets(self, request: Request) -> list[dict[str, Any]]:
        return sets.listed(self._table.settings_file, self._reception.chosen(request))

    def _set_deed(self, request: Request, values: Values) -> Response:
        file = self._table.settings_file
        sets.deed(request.path_params["name"], request.path_params["deed"], values, file)
        return JSONResponse(self._sets(request))

    def _packed(self, request: Request) -> bytes:
        return sets.packed(request.path_params["name"])

    def _unpack(self, request: Request, archive: bytes) -> Response:
        sets.unpack(archive, request.query_params.get("as", ""))
        return JSONResponse(self._sets(request))

    async def _thumbnail(self, request: Request) -> Response:
        asked = request.path_params
        try:
            picture = await run_in_threadpool(sets.thumbnail, asked["name"], asked["face"])
        except Trouble as trouble:
            return JSONResponse({"say": trouble.say}, 404)
        return Response(picture, media_type="image/png", headers=FRESH)

    # Backups

    def _backup(self, request: Request) -> bytes:
        return backups.packed(self._table.journal)

    def _backups(self, request: Request) -> dict[str, list[str]]:
        return backups.listed()

    def _to_stick(self, request: Request, values: Values) -> Response:
        written = backups.to_stick(str(values.get("stick", "")), self._table.journal)
        return JSONResponse({"say": self._reception.words(request)["backup_written"].format(file=written)})

    def _restore(self, request: Request, archive: bytes) -> Response:
        backups.take_in(archive, self._table)
        return JSONResponse({"say": self._reception.words(request)["restoring"]})

    def _restore_kept(self, request: Request, values: Values) -> Response:
        backups.take_kept(str(values.get("name", "")), self._table)
        return JSONResponse({"say": self._reception.words(request)["restoring"]})

    # Wizards

    def _wizard_now(self, request: Request) -> dict[str, Any]:
        return self._guide.look(self._reception.chosen(request))

    def _wizard(self, request: Request, values: Values) -> Response:
        match request.path_params["deed"], values:
            case "begin", {"kind": str(kind), "name": str(name)}:
                self._pause()
                self._guide.begin(kind, name, str(values.get("pieces", "dice")), self._reception.chosen(request))
            case "answer", {"choice": str(choice)}:
                self._guide.answer(choice)
            case "leave", _:
                self._guide.leave()
            case _:
                raise BadOrder("A wizard can be begun, answered and left.")
        return JSONResponse(self._wizard_now(request))

    def _pause(self) -> None:
        """Hands that show dice to the wizard are no moves of the game."""
        now = self._feed.snapshot
        if now.get("game") and now.get("winners") is None:
            self._table.take(Pause())

    async def _crop(self, request: Request) -> Response:
        picture = self._guide.crop(int(request.path_params["index"])) if may(request, "host") else None
        return Response(picture or b"", 200 if picture else 404, media_type="image/jpeg")
