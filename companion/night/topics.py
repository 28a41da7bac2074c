"""Where the tables of a night write: ``<prefix>/v1/<table>/<kind>``."""

import re
from dataclasses import dataclass

VERSION = "v1"
FROM_TABLE = ("online", "info", "state", "event", "ack", "far")
FROM_NIGHT = ("cmd", "heard", "near")
KINDS = (*FROM_TABLE, *FROM_NIGHT)
TABLE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@dataclass(frozen=True)
class Topics:
    """The topics of one night."""

    prefix: str = "cockadoodle"

    def of(self, table: str, kind: str) -> str:
        return f"{self.prefix}/{VERSION}/{table}/{kind}"

    def read(self, topic: str) -> tuple[str, str] | None:
        """Table and kind; none for a topic that is not ours."""
        begin = f"{self.prefix}/{VERSION}/"
        table, _, kind = topic.removeprefix(begin).partition("/")
        ours = topic.startswith(begin) and kind in KINDS and TABLE.fullmatch(table)
        return (table, kind) if ours else None
