"""A table, its kiosk and somebody in front of the page, for tests in a browser."""

from browser import Visitor
from kiosk_stage import StillTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.server import RunningKiosk


class Room:
    """A table, its kiosk, and somebody in front of the page."""

    def __init__(
        self, kiosk: RunningKiosk[Kiosk], table: StillTable, feed: Feed, preview: Preview, visitor: Visitor
    ) -> None:
        self.kiosk = kiosk
        self.table = table
        self.feed = feed
        self.preview = preview
        self.visitor = visitor
