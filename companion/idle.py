"""While nobody plays: the buttons steer the page, and switching off is asked back."""

from collections.abc import Callable

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.kiosk.feed import Feed
from hardware.ports import Press


class Idle:
    """A table without a match; there is no referee to ask, so the one question of these hours is asked here."""

    def __init__(
        self,
        feed: Feed,
        wording: Callable[[], Wording],
        tell: Callable[[Announcement], None],
        shut_down: Callable[[], None],
    ) -> None:
        self._feed = feed
        self._wording = wording
        self._tell = tell
        self._shut_down = shut_down
        self._asked = False

    def rest(self) -> None:
        """Nobody plays from now on."""
        self._asked = False
        self._feed.publish({})

    def press(self, press: Press) -> None:
        if (press.button, press.kind) == ("yellow", "long_hold"):
            self._ask()
        elif press.kind == "press" and self._asked:
            self.answer("yes" if press.button == "green" else "no")
        elif press.kind == "press":
            self._feed.send("press", {"button": press.button, "kind": press.kind})

    def answer(self, choice: str) -> None:
        """What the table says to the question, by button or by touch."""
        if self._asked:
            self.rest()
            if choice == "yes":
                self._shut_down()

    def _ask(self) -> None:
        self._asked = True
        words = self._wording().question("ShutDown")
        choices = [{"value": word, "line": self._wording().word("choices", word)} for word in ("yes", "no")]
        self._feed.publish({"question": {"id": 0, "line": words.line, "choices": choices}})
        self._tell(words)
