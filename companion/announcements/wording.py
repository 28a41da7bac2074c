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
PEOPLE = ("player", "owner", "other", "name")  # facts that name players, whatever those are called


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
        shown = {name: getattr(event, name) for name in ("sound", "lamps", "dots") if hasattr(event, name)}
        return Announcement(key, kind, *said, mood, urgency, facts.get("player"), facts, **shown)

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

    def rule_in_force(self, moment: str) -> str:
        """What may be done at this moment of the game, in two sentences; nothing where nobody wrote them."""
        return str(self._found("help", moment) or "")

    def help(self, moment: str, otherwise: str, player: str) -> Announcement:
        """The rule in force, for whoever asked; where a game has no words for it, what to do next."""
        told = self.rule_in_force(moment) or otherwise
        return Announcement("Help", "prompt", "?", told, told, urgency=2, player=player)

    def question(self, key: str, **facts: Any) -> Announcement:
        said = self._say("questions", key, facts)
        return Announcement(key, "question", *said, urgency=2, player=facts.get("player"), facts=facts)

    def trouble(self, key: str, **facts: Any) -> Announcement:
        facts = {name: said(fact, self.language) if isinstance(fact, str) else fact for name, fact in facts.items()}
        told = self._say("troubles", key, facts)
        return Announcement(key, "trouble", *told, "plain" if key == "Sees" else "bad", 2, facts=facts)

    def choice(self, action: Mapping[str, Any]) -> str:
        """An action in the judge's form as a choice on a button: in the phrase of its word or of what that is about."""
        told = dict(action)
        for about in action.values():  # {"choose": {"tile": 21}}, {"choose": "lower"}
            told |= about if isinstance(about, Mapping) else {about: True} if isinstance(about, str) else {}
        word = next((word for word, value in told.items() if self._choice_of(word, value)), "")
        value, facts = told.get(word), {**told, **action}
        if isinstance(value, list | tuple):
            facts["faces"] = (*value, *([told["golden"]] if told.get("golden") else []))
        elif isinstance(value, str):
            facts["face"] = value
        if word:
            word = self._variant("choices", self._choice_of(word, value), facts)
        return self._filled("choices", word, facts)

    def _choice_of(self, word: str, value: object) -> str:
        """Under which key a word of the judge's form is put into words: with what is said of it, where that matters."""
        keys = (f"{word}-done" if value is True else f"{word}-{value}", word)
        return next((key for key in keys if self._found("choices", key) is not None), "")

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
        """So many of one face, as what is laid aside: "a 5", "three 4s"."""
        if count == 1:
            return format(self.face(face), "a")
        return f"{self._found('numbers', str(count)) or count} {self.face(face, count)}"

    def piece(self, name: str) -> "Name":
        """A card by its colour and what is printed on it, "red 5"; a token by the card that wants it."""
        colour, _, number = name.partition("-")
        word = self._found("colours", colour)
        if not (word and number):
            return Name(name)
        printed = next((card.value for card in self._cards if name in (card.id, card.token)), None)
        called = word if printed is None else f"{word} {printed}"
        own = self._found("pieces", colour) or self._found("pieces", "any")
        return Name(called, {"a": self._fill(own, {"called": called}) or called})

    def _is_piece(self, name: str) -> bool:
        colour, _, number = name.partition("-")
        return number.isdecimal() and self._found("colours", colour) is not None

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
        """Facts as words: faces, pieces and what else has names by them, lists with an "and"."""
        said = dict(facts)
        if isinstance(face := facts.get("face"), str):
            said |= {"face": self.face(face), "these": self.faces(face, facts.get("count", 1))}
        if isinstance(faces := facts.get("faces"), list | tuple):
            said["faces"] = ", ".join(self.face(one) for one in faces)
        if isinstance(options := facts.get("options"), list | tuple):
            said["options"] = self.some((self.face(one, 2) for one in options), "or")
        for name, fact in facts.items():
            if isinstance(fact, str) and (name == "was" or (name not in PEOPLE and self._is_piece(fact))):
                said[name] = self.face(fact)
        for name in ("winners", "players"):
            if isinstance(several := facts.get(name), list | tuple):
                said[name] = self.some(several)
        for name, named in facts.items():  # what else a game has names for: a section of their own
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
