"""Whatever is sent, the answer is a page or a sentence, never an error of ours, and soon."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
from kiosk_stage import TouchTable
from odd_requests import odd_requests

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings

LONGEST_SECONDS = 10.0


def test_no_odd_request_is_answered_with_an_error_of_ours(
    tmp_path: Path, many: Callable[[int, int], int], row: Callable[[str, int, int], None]
) -> None:
    feed = Feed()
    table = TouchTable(feed, tmp_path)
    kiosk = Kiosk(table, KioskSettings(), feed, Preview(), language="en", port=1)
    answers: Counter[int] = Counter()
    wrong: list[tuple[str, str]] = []

    async def send_all() -> None:
        base = "http://localhost:8080"
        door = httpx.ASGITransport(app=kiosk.app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=door, base_url=base, timeout=30) as visitor:
            for number, (method, path, more) in enumerate(itertools.islice(odd_requests(7), many(400, 20_000))):
                if number % 200 == 0:  # some of what is sent reaches a running game
                    table.start(("heckmeck", "rooster-run")[number // 200 % 2], ("Ana", "Ben"), {})
                ours = {"origin": base, "content-type": "application/json"} if method == "POST" else {}
                begun = time.monotonic()
                answer = await visitor.request(
                    method, path, content=more.get("content"), headers={**ours, **more.get("headers", {})}
                )
                answers[answer.status_code] += 1
                if answer.status_code >= 500:
                    wrong.append((method, path))
                assert time.monotonic() - begun < LONGEST_SECONDS, (method, path)

    asyncio.run(send_all())
    kiosk.close()
    table.journal.close()
    row("odd requests to the page", sum(answers.values()), len(wrong))
    assert not wrong
    assert set(answers) <= {200, 307, 400, 403, 404, 405, 409, 411, 413, 415, 429}
