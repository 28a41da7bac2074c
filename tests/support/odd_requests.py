"""Requests no page would send: odd names, numbers, depths, bytes, headers and addresses, by the seed."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

ODD_TEXTS = (
    *("", " ", "\ud800", "\x00", "\x1b[2J", "A" * 100_000, "‮abc", "\n", "../../etc/passwd", "=1+1", "é" * 21, "Ana"),
    *("<script>", "%s%n", "{x}", "{0.__class__}", "null", "-1", "NaN", "9" * 5000, "💣" * 30, "\ufffe", "en", "de"),
)
ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**63, 2**64, 10**400, 1.5, -0.0, 1e308, [], {}, [[]], [None], {"": ""}, {"a": {"b": {}}}),
    *([1, "a", None], ["Ana", "Ben"], ["Ana", "Ana"], "heckmeck", "rooster-run", {"roll": ["1"] * 8}, {"keep": "worm"}),
    *(
        {"add_player": "\ud800"},
        {"add_player": "x" * 50},
        {"deal": [{}]},
        {"choose": {"from": 3}},
        {"final_discard": 7},
    ),
)
KEYS = (
    *("game", "players", "options", "pin", "language", "player", "action", "index", "face", "name", "choice", "wanted"),
    *("new", "kind", "pieces", "sets", "driver", "mounting", "port", "stick", "fps", "volume", "silenced", "width"),
)
GETS = (
    *("/", "/table", "/phone", "/history", "/history/{}", "/correct", "/sets", "/teach/{}", "/mount", "/settings"),
    *("/api/me", "/api/people", "/api/matches", "/api/matches/{}", "/api/leaderboard?game={}&evening={}", "/health"),
    *("/export.json", "/export.csv", "/api/settings", "/api/sets", "/api/sets/{}/{}", "/sets/{}/export", "/api/wizard"),
    *("/api/wizard/crop/{}", "/still.jpg?x={}&y={}&w={}&h={}", "/qr.svg", "/sounds/{}.wav", "/static/{}/{}", "/{}"),
    *("/api/backups", "/backup.zip"),
)
POSTS = (
    *(
        "/api/start",
        "/api/join",
        "/api/language",
        "/api/forget",
        "/api/deal",
        "/api/secret",
        "/api/pin",
        "/api/try/{}",
        "/api/do/{}",
    ),
    *("/api/do/act", "/api/do/correct", "/api/do/add", "/api/do/let-go", "/api/do/answer", "/api/do/robot", "/{}"),
    *("/api/settings/table", "/api/settings/camera", "/api/settings/kiosk", "/api/settings/{}", "/api/settings"),
    *("/api/sets/{}/play", "/api/sets/{}/rename", "/api/sets/{}/remove", "/api/sets/{}/{}", "/api/wizard/begin"),
    *("/api/wizard/answer", "/api/wizard/leave", "/api/wizard/{}", "/api/backups/stick", "/api/backups/restore"),
)
RAW = ("/api/sets/import", "/api/sets/import?as={}", "/api/restore")


def odd_requests(seed: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and what httpx is told besides; without end."""
    chance = Random(seed)
    while True:
        if chance.random() < 0.4:
            yield "GET", _path(chance, GETS), {"headers": _headers(chance)}
        elif chance.random() < 0.93:
            yield "POST", _path(chance, POSTS), {"content": _body(chance), "headers": _headers(chance)}
        else:
            headers = {"content-type": "application/zip"}
            yield "POST", _path(chance, RAW), {"content": _bytes(chance), "headers": headers}


def _path(chance: Random, paths: tuple[str, ...]) -> str:
    path = chance.choice(paths)
    while "{}" in path:
        path = path.replace("{}", _quoted(chance), 1)
    return path[:8000]


def _quoted(chance: Random) -> str:
    if chance.random() < 0.3:
        return str(chance.choice((0, 1, 2, 10**15, 10**16, 10**30, "heckmeck-dice", "tick", "play", "undo")))
    raw = chance.choice(ODD_TEXTS).encode(errors="surrogatepass")[:2000]
    return "".join(f"%{byte:02x}" for byte in raw)


def _body(chance: Random) -> bytes:
    if chance.random() < 0.1:
        return _bytes(chance)
    return json.dumps({_key(chance): _value(chance, 3) for _ in range(chance.randint(0, 5))}).encode()


def _key(chance: Random) -> str:
    return chance.choice(KEYS) if chance.random() < 0.9 else chance.choice(ODD_TEXTS)[:200]


def _value(chance: Random, deep: int) -> Any:
    draw = chance.random()
    if draw < 0.4:
        return chance.choice(ODD_TEXTS)[: chance.choice((3, 30, 30_000))]
    if draw < 0.75 or not deep:
        return chance.choice(ODD_VALUES)
    if draw < 0.88:
        return [_value(chance, deep - 1) for _ in range(chance.randint(0, 4))]
    return {_key(chance): _value(chance, deep - 1) for _ in range(chance.randint(0, 3))}


def _bytes(chance: Random) -> bytes:
    return chance.choice((b"", b"PK\x05\x06" + bytes(18), b"[" * 5000, b"{" * 900, b"\xff\xfe", chance.randbytes(200)))


def _headers(chance: Random) -> dict[str, str]:
    odd = {
        "cookie": chance.choice(
            ("cockadoodle=x", "language=xx", 'cockadoodle="\\303', "=;=;", "language=de", "a" * 4000)
        ),
        "last-event-id": chance.choice(("x-1", "-", "9" * 300, "")),
        "accept": "*/*",
    }
    return {key: value for key, value in odd.items() if chance.random() < 0.2}
