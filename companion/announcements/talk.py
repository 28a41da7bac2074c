"""Which news is spoken, at the level the house chose."""

from companion.announcements.announcement import Announcement
from hardware.settings import Talkative


class Talk:
    """Says results; or what to do next, too; or every deed as well. Never a piece of advice that was just said."""

    def __init__(self, level: Talkative = "next") -> None:
        self._level = level
        self._last = ""

    def says(self, announcement: Announcement) -> bool:
        """Whether this is to be heard; a deed of no urgency is overtaken by what is to be done next."""
        said = announcement.spoken.casefold()
        result = announcement.mood != "plain"
        wanted = {
            "results": result,
            "next": result or announcement.kind != "deed" or announcement.urgency > 0,
            "everything": True,
        }
        if not said or not wanted[self._level] or (announcement.kind == "prompt" and self._last.endswith(said)):
            return False
        self._last = said
        return True
