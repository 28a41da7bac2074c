"""Puts events and refusals into sentences of the chosen language."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from companion.announcements.announcement import Announcement, Kind, Mood
from companion.appliance.wording import spoken
from companion.rules.contract import Event
from companion.rules.refusals import Refusal
from hardware.trouble import Trouble

PHRASES = Path(__file__).parent / "phrases"

MOODS: Mapping[str, Mood] = {
    "TileTaken": "good",
    "TileSnatched": "proud",
    "AttemptFailed": "bad",
    "TileTurned": "bad",
    "BratwormWon": "good",
    "SpecialistWon": "good",
    "CockadoodleCalled": "call",
    "ChickenScored": "good",
    "ChipTaken": "bad",
    "PlayerOut": "bad",
    "GameWon": "proud",
}
URGENT: Mapping[str, int] = {"CockadoodleCalled": 3, "GameWon": 2, "WormPicked": 0, "WormPlaced": 0, "WormReturned": 0}


@cache
def phrases(language: str) -> Mapping[str, Any]:
    """All phrases of a language; a new language is one file."""
    file = PHRASES / f"{language}.toml"
    if not file.is_file():
        known = ", ".join(languages())
        raise Trouble(f"I do not speak {language!r}.", f"Set language under [table] to one of: {known}.")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def languages() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in PHRASES.glob("*.toml")))


class Wording:
    """Speaks one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._phrases = phrases(language)

    def event(self, event: Event, counted: str = "worms") -> Announcement:
        """What happened, said to everyone; ``counted`` is what a game is won with, worms or points."""
        facts = {field.name: getattr(event, field.name) for field in fields(event)}
        key = type(event).__name__
        kind: Kind = "celebration" if key == "GameWon" else "deed"
        variant = _variant(key, facts)
        if f"{variant}-{counted}" in self._phrases["events"]:
            variant = f"{variant}-{counted}"
        said = self._say("events", variant, facts)
        return Announcement(
            key, kind, *said, MOODS.get(key, "plain"), URGENT.get(key, 1), facts.get("player"), facts=facts
        )

    def refusal(self, refusal: Refusal, player: str | None = None) -> Announcement:
        """Why not, and what to put right."""
        key = type(refusal).__name__
        facts = dict(vars(refusal))
        line = self.refusal_line(refusal)
        rule = self.rule(refusal)
        return Announcement(key, "refusal", ":cross:", line, line, "bad", 2, player, {**facts, "rule": rule})

    def rule(self, refusal: Refusal) -> str:
        """Against which rule it is."""
        return str(self._phrases.get("rules", {}).get(refusal.rule, refusal.rule))

    def refusal_line(self, refusal: Refusal) -> str:
        own = self._phrases.get("refusals", {}) | self._phrases.get("violations", {})
        sentence = str(own.get(type(refusal).__name__, refusal.say))  # English speaks for itself in its class
        return sentence.format(**self._worded(vars(refusal)))

    def prompt(self, key: str, **facts: Any) -> Announcement:
        """What to do next."""
        said = self._say("prompts", key, facts)
        return Announcement(key, "prompt", *said, urgency=0, player=facts.get("player"), facts=facts)

    def question(self, key: str, **facts: Any) -> Announcement:
        said = self._say("questions", key, facts)
        return Announcement(key, "question", *said, urgency=2, player=facts.get("player"), facts=facts)

    def trouble(self, key: str, **facts: Any) -> Announcement:
        facts = {name: spoken(fact, self.language) if isinstance(fact, str) else fact for name, fact in facts.items()}
        said = self._say("troubles", key, facts)
        return Announcement(key, "trouble", *said, "plain" if key == "Sees" else "bad", 2, facts=facts)

    def choice(self, action: Mapping[str, Any]) -> str:
        """An action in the judge's form as a choice on a button."""
        facts: dict[str, Any] = dict(action)
        match action:
            case {"keep": True}:
                key = "place"
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
            case {"let_go": player} | {"add_player": player}:
                key, facts = next(iter(set(action) & {"let_go", "add_player"})), {"player": player}
            case _:
                key = next(iter(name for name in action if name in self._phrases["choices"]), "")
        sentence = self._phrases["choices"].get(key)
        return str(sentence).format(**self._worded(facts)) if sentence else str(dict(action))

    def difference(self, zone: str, lies: tuple[str, ...], due: tuple[str, ...]) -> str:
        """How a zone lies, and how it should."""
        kind, _, name = zone.partition(":")
        where = str(self._phrases["zones"].get(kind, "{name}")).format(name=name)
        sentence = str(self._phrases["zones"]["difference"])
        return sentence.format(zone=where, lies=self._pieces(lies), due=self._pieces(due))

    def _pieces(self, pieces: tuple[str, ...]) -> str:
        names = (self.word("words", "down") if piece == "down" else self.face(piece) for piece in pieces)
        return self.some(names)

    def word(self, section: str, key: str) -> str:
        return str(self._phrases[section][key])

    def face(self, face: str, count: int = 1) -> str:
        one, several = self._phrases["faces"].get(face, (self.piece(face),) * 2)
        return str(one if count == 1 else several)

    def piece(self, name: str) -> str:
        """A card or worm of Rooster Run by its colour and number: "red 3"."""
        colour, _, number = name.partition("-")
        word = self._phrases["colours"].get(colour)
        return f"{word} {number}" if word and number else name

    def some(self, words: Iterable[str], joined: str = "and") -> str:
        """ "1, 2 and 5"."""
        *first, last = [*words] or [self.word("words", "nothing")]
        return f"{', '.join(first)} {self.word('words', joined)} {last}" if first else last

    def _say(self, section: str, key: str, facts: Mapping[str, Any]) -> tuple[str, str, str]:
        phrase, worded = self._phrases[section][key], self._worded(facts)
        matrix, line, spoken = (str(phrase[length]).format(**worded) for length in ("matrix", "line", "spoken"))
        return matrix, line, spoken

    def _worded(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts as words: faces and specialists by their names, lists with an "and"."""
        said = dict(facts)
        if isinstance(face := facts.get("face"), str):
            said |= {"face": self.face(face, facts.get("count", 1)), "face_short": self.face(face)[:5]}
        if isinstance(faces := facts.get("faces"), list | tuple):
            said["faces"] = ", ".join(self.face(one) for one in faces)
        if isinstance(options := facts.get("options"), list | tuple):
            said["options"] = self.some((self.face(one, 2) for one in options), "or")
        for name in ("card", "worm"):
            if isinstance(piece := facts.get(name), str):
                said[name] = self.piece(piece)
        for name in ("winners", "players"):
            if isinstance(several := facts.get(name), list | tuple):
                said[name] = self.some(several)
        if isinstance(specialist := facts.get("specialist"), str):
            said["specialist"] = self._phrases["specialists"].get(specialist, specialist)
        scores = facts.get("scores") or {}
        said["best"] = max((scores.get(name, 0) for name in facts.get("winners") or ()), default=0)
        said["worm_word"] = self.face("worm", facts.get("worms", said["best"]))
        return said


def _variant(key: str, facts: Mapping[str, Any]) -> str:
    """Which phrase of an event that can be told in several ways."""
    match key:
        case "AttemptFailed":
            return f"{key}-{facts['reason']}"
        case "DiceRolled" if not facts["may_keep"]:
            return f"{key}-dead"
        case "BratwormWon" | "SpecialistWon" if facts["victim"] is not None:
            return f"{key}-victim"
        case "SpecialistMoved" if facts["tile"] is None:
            return f"{key}-out"
        case "GameWon" if len(facts["winners"]) > 1:
            return f"{key}-shared"
    return key
