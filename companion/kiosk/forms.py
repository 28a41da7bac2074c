"""Makes a form of every section of table.toml from its type, and writes back what was filled in."""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from companion.kiosk.choices import MANY, offered
from companion.kiosk.orders import BadOrder
from companion.languages import phrases
from companion.recovery import usable_settings
from companion.settings import Settings, comments, default, read, toml
from companion.usable import refuse_unusable

SLIDES = {int: 30, float: 120}  # a wider range is typed
# What a family wants to set; the rest is for whoever builds the machine, one touch away.
EVERYDAY: Mapping[str, tuple[str, ...]] = {
    "table": ("name", "game", "players", "robots", "coached", "language", "sets"),
    "referee": ("ask_after_seconds", "hunt_seconds"),
    "kiosk": ("serve_network", "share_picture"),
    "camera": ("driver", "address", "index", "upside_down", "mains_hz"),
    "buttons": ("driver",),
    "display": ("driver", "brightness"),
    "speaker": ("driver", "volume", "voice", "talk", "jokes", "sounds", "theme"),
    "microphone": ("driver",),
    "night": ("code",),
}
# Read once, while only one thread runs: reading sources in several at a time trips over the parser of Python 3.11.
WHY = {kind: comments(kind) for kind in get_type_hints(Settings).values()}


def sections(file: Path, language: str = "en") -> list[dict[str, Any]]:
    """Every section with its fields: what kind of value, what it is now, what it is for."""
    now = _load(file)
    own = phrases(language).get("settings", {})
    return [
        {"name": name, "fields": [_field(name, one, kind, now, own.get(name, {}), language) for one in fields(kind)]}
        for name, kind in get_type_hints(Settings).items()
    ]


def change(file: Path, section: str, values: Mapping[str, Any]) -> None:
    """Write these values; what the section cannot use is refused, and then the file is as it was."""
    kinds = get_type_hints(Settings)
    if section not in kinds:
        raise BadOrder(f"There is no section {section!r}; I know {', '.join(kinds)}.")
    now = _load(file)
    hints = get_type_hints(kinds[section])
    kept = getattr(now, section)
    filled = {one.name: getattr(kept, one.name) for one in fields(kept)}
    for key, value in values.items():
        filled[key] = _meant(value, hints.get(key))
    text = _text(now, section, filled)
    refuse_unusable(read(text, file.name), file.name)  # raises a SettingsTrouble that names key and reason
    _write(file, text)


def _load(file: Path) -> Settings:
    return usable_settings(file)[0]


def _field(
    section: str, one: Any, kind: type[Any], now: Settings, own: Mapping[str, Any], language: str
) -> dict[str, Any]:
    hint = get_type_hints(kind)[one.name]
    known = offered(section, one, hint, now, language)
    value, usual = getattr(getattr(now, section), one.name), default(one)
    usual_words = (one.name.replace("_", " "), WHY[kind].get(one.name, ""))
    label, why = own.get(one.name, usual_words)
    return {
        "key": one.name,
        "label": label,
        "kind": ("many" if one.name in MANY else "choice") if known else _kind(hint, one.metadata),
        "choices": known or None,
        "low": one.metadata.get("low"),
        "high": one.metadata.get("high"),
        "unit": one.metadata.get("unit", ""),
        "everyday": one.name in EVERYDAY.get(section, ()),
        "value": _plain(value),
        "default": _plain(usual),
        "comment": why,
    }


def _kind(hint: Any, bounds: Mapping[str, Any]) -> str:
    """What the page shows for it: a switch, a number, a slider, a line of text, a list, a table."""
    if isinstance(hint, UnionType):
        return _kind(next(one for one in get_args(hint) if one is not type(None)), bounds)
    origin = get_origin(hint)
    if origin is tuple:
        return "numbers" if get_args(hint)[0] in (int, float) else "list"
    if origin is not None:
        return "table"
    if hint in SLIDES and bounds and bounds["high"] - bounds["low"] <= SLIDES[hint]:
        return "slider"
    return {bool: "switch", int: "whole", float: "number"}.get(hint, "text")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value


def _meant(value: Any, hint: Any) -> Any:
    """A whole number typed where a number is wanted is one; everything else is left to the settings to judge."""
    return float(value) if hint is float and isinstance(value, int) and not isinstance(value, bool) else value


def _text(now: Settings, section: str, filled: Mapping[str, Any]) -> str:
    """A table.toml that says only what differs from the defaults, with the comments that explain it."""
    lines = ["# The settings of this table, as last changed on the settings page."]
    for name, kind in get_type_hints(Settings).items():
        kept = getattr(now, name)
        values = filled if name == section else {one.name: getattr(kept, one.name) for one in fields(kind)}
        usual = {one.name: default(one) for one in fields(kind)}
        why = WHY[kind]
        changed = {
            key: value for key, value in values.items() if _plain(value) != _plain(usual.get(key, value is None))
        }
        if changed:
            lines += ["", f"[{name}]"]
            lines += [f"{key} = {toml(value)}  # {why.get(key, '')}".rstrip(" #") for key, value in changed.items()]
    return "\n".join(lines) + "\n"


def _write(file: Path, text: str) -> None:
    """Whole or not at all, also when the power goes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".table-")
    with os.fdopen(handle, "w", encoding="utf-8") as page:
        page.write(text)
        page.flush()
        os.fsync(page.fileno())
    Path(name).replace(file)
