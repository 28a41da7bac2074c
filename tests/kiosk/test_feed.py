"""The feed: news is never skipped, a table picture is only ever replaced by a newer one."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from companion.announcements.announcement import Announcement
from companion.kiosk import feed as feed_module
from companion.kiosk.feed import Feed


def news(line: str) -> Announcement:
    return Announcement("DiceKept", "deed", "18", line, line)


def events(feed: Feed, wanted: int, last_event_id: str = "") -> list[str]:
    """The first events a page gets, as text."""

    async def read() -> list[str]:
        stream = feed.stream(last_event_id)
        assert await anext(stream) == b"retry: 1000\n\n"
        return [(await asyncio.wait_for(anext(stream), 5)).decode() for _ in range(wanted)]

    return asyncio.run(read())


def event_id(event: str) -> str:
    return event.splitlines()[0].removeprefix("id: ")


def test_a_new_page_gets_the_table_and_no_old_news() -> None:
    feed = Feed()
    feed.tell(news("long ago"))
    feed.publish({"seq": 1, "game": "heckmeck"})

    (event,) = events(feed, 1)

    assert event.splitlines()[1:3] == ["event: table", 'data: {"seq":1,"game":"heckmeck"}']


def test_news_names_its_sound_unless_the_table_has_silenced_it() -> None:
    feed = Feed()
    feed.publish({})
    feed.tell(news("aside"))
    feed.silenced = ("keep",)
    feed.tell(news("again"))

    told = [json.loads(event.partition("data: ")[2]) for event in events(feed, 3)[1:]]

    assert [(one["line"], one["sound"]) for one in told] == [("aside", "keep"), ("again", None)]


def test_a_page_that_comes_back_gets_what_it_missed_in_order() -> None:
    feed = Feed()
    feed.publish({"seq": 1})
    (first,) = events(feed, 1)
    feed.tell(news("one"))
    feed.publish({"seq": 2, "a": 1})
    feed.publish({"seq": 3, "a": 2})
    feed.tell(news("two"))

    missed = events(feed, 3, event_id(first))

    assert [line in event for line, event in zip(("one", '"seq":3', "two"), missed, strict=True)] == [True] * 3


def test_an_id_of_an_earlier_run_counts_for_nothing() -> None:
    old, new = Feed(), Feed()
    old.publish({"seq": 1})
    (event,) = events(old, 1)
    new.publish({"seq": 1})

    assert '"seq":1' in events(new, 1, event_id(event))[0]


def test_the_same_table_is_not_sent_twice() -> None:
    feed = Feed()
    feed.publish({"seq": 1, "sum": 18})
    feed.publish({"seq": 2, "sum": 18})
    feed.tell(news("next"))

    table, told = events(feed, 2)

    assert '"seq":1' in table
    assert "next" in told


def test_a_waiting_page_hears_at_once_from_another_thread() -> None:
    feed = Feed()

    async def read() -> bytes:
        stream = feed.stream()
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        assert feed.viewers == 1
        await asyncio.to_thread(feed.publish, {"seq": 7})
        return await asyncio.wait_for(waiting, 5)

    assert b'"seq":7' in asyncio.run(read())


def test_a_quiet_line_is_kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "HEARTBEAT_SECONDS", 0.01)

    assert events(Feed(), 1) == [": still here\n\n"]


def test_closing_ends_every_stream() -> None:
    feed = Feed()

    async def read() -> list[bytes]:
        stream: AsyncIterator[bytes] = feed.stream()
        first = await anext(stream)
        feed.close()
        return [first] + [chunk async for chunk in stream]

    assert asyncio.run(read()) == [b"retry: 1000\n\n"]
    assert feed.viewers == 0
