"""Puts events and refusals into sentences of one language; a missing phrase never silences a deed."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any

from companion.announcements.announcement import Announcement, Kind
from companion.boxes import readable_games
from companion.languages import ENGLISH, phrases, said, tongue
from companion.rules.contract import Event
from companion.rules.events import Mood
from companion.rules.pieces import Card
from companion.rules.refusals import Refusal

log = logging.getLogger(__name__)


class Wording:
    """Speaks one language, in the words of one game."""

    def __init__(self, language: str = ENGLISH, game: str = "") -> None:
        self.language = language
        self._tongue = tongue(language)
        self._phrases = (phrases(language, game), phrases(ENGLISH, game))
        self._game = game

    @cached_property
    def _cards(self) -> list[Card]:
        """As the owner's box has them."""
        return [card for one in readable_games().values() if self._game in ("", one.name) for card in one.box.cards]

    def at(self, game: str) -> "Wording":
        """The same language in the words of this game."""
        return Wording(self.language, game)

    def event(self, event: Event) -> Announcement:
        """What happened, said to everyone."""
        facts = {field.name: getattr(event, field.name) for field in fields(event)}
        key = type(event).__name__
        kind: Kind = "celebration" if key == "GameWon" else "deed"
        said = self._say("events", key, facts)
        mood: Mood = getattr(event, "mood", "plain")
        urgency = getattr(event, "urgency", 1)
        sound = getattr(event, "sound", "")
        return Announcement(key, kind, *said, mood, urgency, facts.get("player"), facts=facts, sound=sound)

    def refusal(self, refusal: Refusal, player: str | None = None) -> Announcement:
        """Why not, and what to put right."""
        key = type(refusal).__name__
        facts = dict(vars(refusal))
        line = self.refusal_line(refusal)
        rule = self.rule(refusal)
        return Announcement(key, "refusal", ":cross:", line, line, "bad", 2, player, {**facts, "rule": rule})

    def rule(self, refusal: Refusal) -> str:
        """Against which rule it is."""
        return str(self._phrases[0].get("rules", {}).get(refusal.rule, refusal.rule))

    def refusal_line(self, refusal: Refusal) -> str:
        own = self._phrases[0].get("refusals", {}).get(type(refusal).__name__)
        say = (own, refusal.say)  # English speaks for itself in its class
        return next((told for one in say if (told := self._fill(one, vars(refusal)))), str(refusal))

    def prompt(self, key: str, **facts: Any) -> Announcement:
        """What to do next."""
        said = self._say("prompts", key, facts)
        return Announcement(key, "prompt", *said, urgency=0, player=facts.get("player"), facts=facts)

    def question(self, key: str, **facts: Any) -> Announcement:
        said = self._say("questions", key, facts)
        return Announcement(key, "question", *said, urgency=2, player=facts.get("player"), facts=facts)

    def trouble(self, key: str, **facts: Any) -> Announcement:
        facts = {name: said(fact, self.language) if isinstance(fact, str) else fact for name, fact in facts.items()}
        told = self._say("troubles", key, facts)
        return Announcement(key, "trouble", *told, "plain" if key == "Sees" else "bad", 2, facts=facts)

    def choice(self, action: Mapping[str, Any]) -> str:
        """An action in the judge's form as a choice on a button."""
        facts: dict[str, Any] = dict(action)
        match action:
            case {"keep": True}:
                key = "place"
            case {"keep": [*faces]}:
                key, facts = "lay_aside" if faces else "all_back", {"faces": faces}
            case {"keep": face}:
                key, facts = "keep", {"face": face, "count": action.get("count", 1)}
            case {"roll": rolled}:
                faces = list(rolled) + ([action["golden"]] if action.get("golden") else [])
                key, facts = "roll", {"faces": faces}
            case {"choose": {"from": player}}:
                key, facts = "from", {"player": player}
            case {"choose": {"tile": tile}}:
                key, facts = "tile", {"tile": tile}
            case {"choose": _}:
                key = "lower"
            case {"put_back": specialist}:
                key, facts = "put_back", {"specialist": specialist}
            case {"bratworm_from": player}:
                key, facts = "bratworm_from", {"player": player}
            case {"pick": worm} | {"return": worm}:
                key, facts = next(iter(set(action) & {"pick", "return"})), {**action, "worm": worm}
            case {"sweetheart": card}:
                key, facts = "sweetheart", {**action, "card": card}
            case {"let_go": player} | {"add_player": player}:
                key, facts = next(iter(set(action) & {"let_go", "add_player"})), {"player": player}
            case _:
                key = next((name for name in action if self._found("choices", name) is not None), "")
        return self._filled("choices", key, facts)

    def difference(self, zone: str, lies: tuple[str, ...], due: tuple[str, ...]) -> str:
        """How a zone lies, and how it should."""
        kind, _, name = zone.partition(":")
        where = self._fill(self._found("zones", kind), {"name": name}) or name or kind
        return self._filled(
            "zones", "difference", {"zone": where, "lies": self._pieces(lies), "due": self._pieces(due)}
        )

    def _pieces(self, pieces: tuple[str, ...]) -> str:
        names = (self.word("words", "down") if piece == "down" else self.face(piece) for piece in pieces)
        return self.some(names)

    def word(self, section: str, key: str) -> str:
        return str(self._found(section, key) or key)

    def face(self, face: str, count: int = 1) -> "Name":
        forms = self._found("faces", face)
        return self.piece(face) if forms is None else Name(self._tongue.form(forms, count), forms)

    def faces(self, face: str, count: int) -> str:
        """So many of one face, as what is laid aside: "a 5", "three worms"."""
        if count == 1:
            return format(self.face(face), "a")
        return f"{self._found('numbers', str(count)) or count} {self.face(face, count)}"

    def piece(self, name: str) -> "Name":
        """A card by its colour and what is printed on it, "red 5"; a worm by the card that wants it."""
        colour, _, number = name.partition("-")
        word = self._found("colours", colour)
        if not (word and number):
            return Name(name)
        printed = next((card.value for card in self._cards if name in (card.id, card.worm)), None)
        called = word if printed is None else f"{word} {printed}"
        own = self._found("pieces", colour) or self._found("pieces", "worm")
        return Name(called, {"a": self._fill(own, {"called": called}) or called})

    def some(self, words: Iterable[str], joined: str = "and") -> str:
        """ "1, 2 and 5"."""
        *first, last = [*words] or [self.word("words", "nothing")]
        return f"{', '.join(first)} {self.word('words', joined)} {last}" if first else last

    def _variant(self, section: str, key: str, facts: Mapping[str, Any]) -> str:
        """Which phrase of what can be told in several ways: by a reason, by what is not there, by several."""
        for name, fact in facts.items():
            if name != "player" and isinstance(fact, str) and self._found(section, f"{key}-{fact}"):
                return f"{key}-{fact}"
            if (fact is None or fact == ()) and self._found(section, f"{key}-no_{name}"):
                return f"{key}-no_{name}"
            if isinstance(fact, tuple) and len(fact) > 1 and self._found(section, f"{key}-several_{name}"):
                return f"{key}-several_{name}"
        return key

    def _say(self, section: str, key: str, facts: Mapping[str, Any]) -> tuple[str, str, str]:
        """All three lengths; of a phrase nobody wrote, or that cannot be filled, that something was noted."""
        key = self._variant(section, key, facts)
        for known in self._phrases:
            phrase = known.get(section, {}).get(key, {})
            told = [self._fill(phrase.get(length), facts) for length in ("matrix", "line", "spoken")]
            if None not in told:
                return str(told[0]), str(told[1]), str(told[2])
        log.error("there are no words section=%s key=%s language=%s", section, key, self.language)
        return ":tick:", self.word("words", "noted"), ""

    def _filled(self, section: str, key: str, facts: Mapping[str, Any]) -> str:
        for known in self._phrases:
            if (told := self._fill(known.get(section, {}).get(key), facts)) is not None:
                return told
        log.error("there are no words section=%s facts=%s language=%s", section, facts, self.language)
        return self.word("words", "noted")

    def _found(self, section: str, key: str) -> Any:
        return next((known[section][key] for known in self._phrases if key in known.get(section, {})), None)

    def _fill(self, template: str | None, facts: Mapping[str, Any]) -> str | None:
        try:
            return None if template is None else self._tongue.fill(template, self._worded(facts))
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            log.error("a phrase cannot be filled language=%s phrase=%r error=%r", self.language, template, error)
            return None

    def _worded(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts as words: faces and specialists by their names, lists with an "and"."""
        said = dict(facts)
        if isinstance(face := facts.get("face"), str):
            said |= {"face": self.face(face), "these": self.faces(face, facts.get("count", 1))}
        if isinstance(faces := facts.get("faces"), list | tuple):
            said["faces"] = ", ".join(self.face(one) for one in faces)
        if isinstance(options := facts.get("options"), list | tuple):
            said["options"] = self.some((self.face(one, 2) for one in options), "or")
        for name in ("was", "card", "worm"):
            if isinstance(piece := facts.get(name), str):
                said[name] = self.face(piece)
        for name in ("winners", "players"):
            if isinstance(several := facts.get(name), list | tuple):
                said[name] = self.some(several)
        for name, named in facts.items():  # what a game has names for: its specialists, the boxes of its sheet
            forms = (
                isinstance(named, str)
                and not named.isdecimal()
                and (self._found(f"{name}s", named) or self._found(f"{name}es", named))
            )
            if forms:
                said[name] = Name(forms) if isinstance(forms, str) else Name(forms["one"], forms)
        scores = facts.get("scores") or {}
        said["best"] = max((scores.get(name, 0) for name in facts.get("winners") or ()), default=0)
        return said


class Name(str):
    """A name in all its forms: ``{face}`` as it is called, ``{face:other}`` in the form that is asked for."""

    def __new__(cls, name: str, forms: Mapping[str, str] | None = None) -> "Name":
        made = super().__new__(cls, name)
        made.forms = forms or {}
        return made

    forms: Mapping[str, str]

    def __format__(self, form: str) -> str:
        return self.forms.get(form, str(self)) if form.isalpha() else format(str(self), form)
