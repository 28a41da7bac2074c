"""Two tables, one game: how both come to the same deeds over a line that loses, doubles and delays.

The table that began the game owns it: its journal is the game. The other one plays along in a journal of its own,
wishes for what its people do, and follows. Each message says everything needed to go on from it, so any may be lost.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.rules.refusals import Refusal
from hardware.trouble import Trouble

Entry = tuple[str, Mapping[str, Any]]  # a deed of the journal: its kind and its facts
Message = dict[str, Any]
AT_ONCE = 20  # deeds in one message


class Book(Protocol):
    """The game as this table's journal has it."""

    def deeds(self) -> Sequence[Entry]: ...

    def do(self, number: int, deed: Entry) -> bool:
        """Carry it out here as the deed of this number; raises the Refusal of what the rules do not allow.

        People act at the same time: where they were quicker it is left undone, and that is seen where deeds are done.
        """
        ...

    def begin_anew(self) -> None:
        """Put away what we have of the game and begin it again, without a deed."""
        ...


class Owner:
    """The end where the game is written."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._other_has = 0

    @property
    def settled(self) -> bool:
        """Whether the other table has all we know of."""
        return self._other_has >= len(self._book.deeds())

    def tell(self) -> Message:
        deeds = self._book.deeds()
        start = min(self._other_has, len(deeds))
        return {"from": start, "deeds": [list(deed) for deed in deeds[start : start + AT_ONCE]], "count": len(deeds)}

    def hear(self, said: Mapping[str, Any]) -> None:
        """Where the other table is, and what it wishes for from there on."""
        has, wished = said.get("has"), _entries(said.get("wish"))
        if type(has) is not int or not 0 <= has <= len(self._book.deeds()):
            return
        self._other_has = has
        for number, wish in enumerate(wished, has):
            if number == len(self._book.deeds()) and not _done(self._book, number, wish):
                return
            if self._book.deeds()[number] != wish:
                return  # ours came first; it will see that


class Guest:
    """The end that plays along."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._has = 0  # of our deeds, so many are the owner's, too

    @property
    def settled(self) -> bool:
        """Whether all we did is written at the owner's table."""
        return self._has >= len(self._book.deeds())

    def tell(self) -> Message:
        wishes = self._book.deeds()[self._has : self._has + AT_ONCE]
        return {"has": self._has, "wish": [list(deed) for deed in wishes]}

    def hear(self, said: Mapping[str, Any]) -> None:
        """The owner's deeds: follow them, and where ours are others ours give way."""
        start, told = said.get("from"), _entries(said.get("deeds"))
        if type(start) is not int or start > self._has:
            return  # one before it was lost: it is told again, for we say how far we are
        for number, deed in enumerate(told, start):
            if number < self._has:
                continue
            own = self._book.deeds()
            if number < len(own) and own[number] != deed:
                self._give_way()
            if number == len(self._book.deeds()) and not _done(self._book, number, deed):
                if number == len(self._book.deeds()):
                    self._book.begin_anew()  # we do not even understand it: hear all of it again
                    self._has = 0
                return  # or else our people were quicker by a moment: it is told again, and then theirs gives way
            self._has = number + 1

    def _give_way(self) -> None:
        """Back to what both tables know of."""
        known = self._book.deeds()[: self._has]
        self._book.begin_anew()
        for number, deed in enumerate(known):
            if number == len(self._book.deeds()):  # the last move brings the end with it
                _done(self._book, number, deed)


def _done(book: Book, number: int, deed: Entry) -> bool:
    """Carry it out and see whether it is written."""
    try:
        return book.do(number, deed) and len(book.deeds()) > number
    except (Refusal, Trouble, ValueError, TypeError, KeyError, IndexError):
        return False


def _entries(value: object) -> list[Entry]:
    if not isinstance(value, list) or len(value) > AT_ONCE:
        return []
    fits = (isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) for one in value)
    return [(one[0], one[1]) for one in value] if all(fits) and all(isinstance(one[1], dict) for one in value) else []
