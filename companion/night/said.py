"""The host's words, checked before they are written down."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.kiosk.orders import BadOrder
from companion.rules.reading import record, text, texts, whole

NAME = 40  # letters
Read = Callable[[object, str], Any]


def _name(value: object, what: str) -> str:
    name = " ".join(text(value, what).split())
    if not 0 < len(name) <= NAME:
        raise ValueError(f"{what} has 1 to {NAME} letters")
    return name


def _names(value: object, what: str) -> list[str]:
    return [_name(name, what) for name in texts(value, what)][:1000]


FORMS: Mapping[str, Mapping[str, Read]] = {
    "merge": {"one": _name, "into": _name},
    "split": {"name": _name, "table": _name, "called": _name},
    "separate": {"name": _name},
    "tournament": {},
    "came": {"names": _names},
    "left": {"name": _name},
    "undrawn": {},
    "settled": {"round": whole, "table": _name, "winners": _names},
}


def word(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The word as it is written down; raises a BadOrder for what is none."""
    form = FORMS.get(kind)
    if form is None:
        raise BadOrder(f"I know no word {kind!r}; I know {', '.join(FORMS)}.")
    try:
        record(dict(given), kind, form)
        return {key: read(given.get(key), key) for key, read in form.items()}
    except ValueError as why:
        raise BadOrder(f"{why}.") from why
