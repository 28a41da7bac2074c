"""Whatever is sent, the answer is a page or a sentence, never an error of ours, and soon."""

import asyncio
import itertools
import os
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
from kiosk_stage import TouchTable
from odd_requests import odd_requests

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings

REQUESTS = int(os.environ.get("ODD_REQUESTS", "500"))  # make reliability sends 20,000
LONGEST_SECONDS = 10.0


def test_no_odd_request_is_answered_with_an_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    feed = Feed()
    table = TouchTable(feed, tmp_path)
    kiosk = Kiosk(table, KioskSettings(), feed, Preview(), language="en", port=1)
    answers: Counter[int] = Counter()

    async def send_all() -> None:
        base = "http://localhost:8080"
        door = httpx.ASGITransport(app=kiosk.app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=door, base_url=base, timeout=30) as visitor:
            for number, (method, path, more) in enumerate(itertools.islice(odd_requests(7), REQUESTS)):
                if number % 200 == 0:  # some of what is sent reaches a running game
                    table.start(("heckmeck", "rooster-run")[number // 200 % 2], ("Ana", "Ben"), {})
                ours = {"origin": base, "content-type": "application/json"} if method == "POST" else {}
                begun = time.monotonic()
                answer = await visitor.request(
                    method, path, content=more.get("content"), headers={**ours, **more.get("headers", {})}
                )
                answers[answer.status_code] += 1
                assert answer.status_code < 500, (method, path, more)
                assert time.monotonic() - begun < LONGEST_SECONDS, (method, path)

    asyncio.run(send_all())
    kiosk.close()
    table.journal.close()
    print(
        f"odd requests: {sum(answers.values())} sent, answers of 500: {answers[500]}; {dict(sorted(answers.items()))}"
    )
    assert set(answers) <= {200, 307, 400, 403, 404, 405, 409, 411, 413, 415, 429}
