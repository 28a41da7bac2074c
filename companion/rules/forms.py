"""Deeds in the judge's form and back: each kind has its own word, and under it the one thing it says."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from companion.rules.actions import AddPlayer, CountNow, LetGo, SkipTurn
from companion.rules.reading import shown, text, texts, whole, yes

READERS: Mapping[Any, Callable[[object, str], Any]] = {str: text, int: whole, tuple[str, ...]: texts}
OF_THE_TABLE: Mapping[str, type[Any]] = {
    "score": CountNow,
    "skip": SkipTurn,
    "let_go": LetGo,
    "add_player": AddPlayer,
}


class Forms:
    """The deeds of one game, each a word and a dataclass that says one thing at most."""

    def __init__(self, deeds: Mapping[str, type[Any]]) -> None:
        self._kinds = {**deeds, **OF_THE_TABLE}
        self._words = {kind: word for word, kind in self._kinds.items()}

    def read(self, form: Mapping[str, Any]) -> Any:
        """The deed in the judge's form; raises ValueError with a sentence for what is none."""
        word = next((word for word in form if word in self._kinds), None)
        if word is None:
            named = ", ".join(map(repr, form)) or "nothing"
            raise ValueError(f"a deed is named by one of {', '.join(self._kinds)}; here is {named}")
        for key in form:
            if key != word:
                raise ValueError(f"the deed {word!r} has no {shown(key)}")
        kind = self._kinds[word]
        said = _said(kind)
        if said is None:
            yes(form[word], word)
            return kind()
        return kind(READERS[get_type_hints(kind)[said]](form[word], word))

    def write(self, deed: Any) -> dict[str, Any]:
        said = _said(type(deed))
        value = True if said is None else getattr(deed, said)
        return {self._words[type(deed)]: list(value) if isinstance(value, tuple) else value}


def _said(kind: type[Any]) -> str | None:
    return next((field.name for field in fields(kind)), None)
