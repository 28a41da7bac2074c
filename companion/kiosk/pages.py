"""The shell every page is built in and the files it loads, all read once at the start."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from starlette.responses import HTMLResponse, Response

from companion.games import folder_of, games_path, text_of

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
FIRST = ("app.js", "dom.js", "words.js", "feed.js", "views/table.js", "draw/dice.js", "draw/avatars.js")


class Pages:
    """A file is found by its name in a dictionary, so no name from outside ever reaches the disk."""

    def __init__(self, *more: Traversable, script: str = "app.js", ahead: Sequence[str] = FIRST) -> None:
        """Our own files and those of more folders; ``script`` begins the page, ``ahead`` is loaded beside it."""
        kiosk = resources.files("companion.kiosk")
        self._shell = (kiosk / "pages" / "shell.html").read_text("utf-8")
        self._files = {name: file for folder in (kiosk / "static", *more) for name, file in _files(folder)}
        self._files |= dict(_of_the_games())
        self._script, self._ahead = script, ahead
        # The version is part of every address: a browser may keep a file for ever and still never show an old one.
        self.version = hashlib.sha256(repr(sorted(self._files.items())).encode()).hexdigest()[:12]

    def shell(self, language: str, title: str, boot: Mapping[str, Any]) -> HTMLResponse:
        """A page: the shell, its words and the newest table inside it, so that it can paint at once."""
        text = json.dumps(boot, ensure_ascii=False, default=str).replace("<", "\\u003c")
        static = f"/static/{self.version}"
        ahead = "\n".join(f'<link rel="modulepreload" href="{static}/{name}">' for name in self._ahead)
        panels = (name for name in self._files if name.startswith("games/") and name.endswith(".css"))
        fill = {
            "STYLES": "\n".join(f'<link rel="stylesheet" href="{static}/{name}">' for name in panels),
            "LANGUAGE": language,
            "TITLE": title,
            "STATIC": static,
            "SCRIPT": self._script,
            "AHEAD": ahead,
            "BOOT": text,
        }
        page = self._shell
        for mark, value in fill.items():
            page = page.replace(f"%{mark}%", value)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    def file(self, name: str) -> Response:
        content = self._files.get(name)
        kind = KINDS.get("." + name.rpartition(".")[2])
        if content is None or kind is None:
            return Response("There is no such page.", 404, media_type="text/plain")
        return Response(content, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})


def panel_of(game: str) -> str | None:
    """The file with what a game adds to the page, if its folder has one."""
    return f"games/{folder_of(game)}/panel.js" if text_of(game, "panel.js") is not None else None


def _of_the_games() -> Iterator[tuple[str, bytes]]:
    """What the folders of games have for the page; one may use what lies in another's."""
    for path in games_path():
        for file in sorted(path.glob("*/*")):
            if file.suffix in KINDS:
                yield f"games/{file.parent.name}/{file.name}", file.read_bytes()


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        else:
            yield above + entry.name, entry.read_bytes()
