"""Who is who over all tables: one name is one person, until the host says otherwise."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


def plain(name: str) -> str:
    """Two spellings of this form are one name: "ANA " and "ana"."""
    return " ".join(name.split()).casefold()


@dataclass
class People:
    """The host's words about names, in the order they were said."""

    merged: dict[str, str] = field(default_factory=dict)  # plain name -> plain name
    own: dict[tuple[str, str], str] = field(default_factory=dict)  # (plain name, table) -> another person's name
    shown: dict[str, str] = field(default_factory=dict)  # plain name -> as it was first written

    def merge(self, one: str, into: str) -> None:
        """Both names are one person, called by the second."""
        self.shown.setdefault(plain(into), into)
        self.merged.pop(plain(into), None)  # who was merged away before is the one that stays now
        if plain(one) != plain(into):
            self.merged[plain(one)] = plain(into)

    def split(self, name: str, table: str, called: str) -> None:
        """Who bears this name at that table is somebody else."""
        self.own[plain(name), table] = called

    def separate(self, name: str) -> None:
        """This name is a person of its own again."""
        self.merged.pop(plain(name), None)

    def who(self, name: str, table: str = "") -> str:
        """The person who bears this name at this table."""
        found = plain(self.own.get((plain(name), table), name))
        self.shown.setdefault(found, " ".join(self.own.get((plain(name), table), name).split()))
        for _ in range(len(self.merged)):
            found = self.merged.get(found, found)
        return self.shown.get(found, found)


def people(words: Iterable[tuple[str, Mapping[str, Any]]]) -> People:
    """As all words of the host make them."""
    said = People()
    for kind, word in words:
        match kind:
            case "merge":
                said.merge(word["one"], word["into"])
            case "split":
                said.split(word["name"], word["table"], word["called"])
            case "separate":
                said.separate(word["name"])
    return said
