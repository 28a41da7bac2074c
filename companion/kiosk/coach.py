"""The chances of the running turn, for pages that asked for a coach."""

from typing import Any

from companion.journal import Journal
from companion.odds.advise import advise
from companion.referee.sitting import resume


class Coach:
    """Works the odds out once for each deed, however many pages ask."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: tuple[tuple[int, int], dict[str, Any] | None] = ((0, 0), None)

    def hint(self) -> dict[str, Any] | None:
        """The choices with what each is worth, the best of them, and the chance of each tile; none where none helps."""
        record = self._journal.unfinished()
        if record is None:
            return None
        moment = (record.id, len(record.deeds))
        if self._known[0] != moment:
            match = resume(self._journal, record).match
            self._known = moment, advise(match.game, match.state)
        return self._known[1]
