"""Deeds in the judge's form and back: each kind has its own word, and under it the one thing it says."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar, get_type_hints

from companion.rules.actions import AddPlayer, CountNow, LetGo, SkipTurn
from companion.rules.contract import Action
from companion.rules.reading import shown, text, texts, whole, yes

D = TypeVar("D", bound=Action)  # the deeds of one game
TableDecision = CountNow | SkipTurn | LetGo | AddPlayer
READERS: Mapping[object, Callable[[object, str], object]] = {str: text, int: whole, tuple[str, ...]: texts}
OF_THE_TABLE: Mapping[str, type[TableDecision]] = {
    "score": CountNow,
    "skip": SkipTurn,
    "let_go": LetGo,
    "add_player": AddPlayer,
}


class Forms(Generic[D]):
    """The deeds of one game, each a word and a dataclass that says one thing at most."""

    def __init__(self, deeds: Mapping[str, type[D]]) -> None:
        self._kinds: Mapping[str, type[D] | type[TableDecision]] = {**deeds, **OF_THE_TABLE}
        self._words: Mapping[type[Action], str] = {kind: word for word, kind in self._kinds.items()}

    def read(self, form: Mapping[str, Any]) -> D | TableDecision:
        """The deed in the judge's form; raises ValueError with a sentence for what is none."""
        word = next((word for word in form if word in self._kinds), None)
        if word is None:
            named = ", ".join(map(repr, form)) or "nothing"
            raise ValueError(f"a deed is named by one of {', '.join(self._kinds)}; here is {named}")
        for key in form:
            if key != word:
                raise ValueError(f"the deed {word!r} has no {shown(key)}")
        kind: Callable[..., D | TableDecision] = self._kinds[word]
        read = get_type_hints(self._kinds[word])
        said = _said(self._kinds[word])
        if said is None:
            yes(form[word], word)
            return kind()
        return kind(READERS[read[said]](form[word], word))

    def write(self, deed: Action) -> dict[str, Any]:
        said = _said(type(deed))
        value = True if said is None else getattr(deed, said)
        return {self._words[type(deed)]: list(value) if isinstance(value, tuple) else value}


def _said(kind: type[Action]) -> str | None:
    return next((field.name for field in fields(kind)), None)
