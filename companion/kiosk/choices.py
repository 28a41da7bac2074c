"""What may be chosen for a setting, in words, and why something may not be chosen here."""

from collections.abc import Iterable, Mapping
from dataclasses import Field
from typing import Any

from calibration.exam import fit_for_play
from calibration.mounting import mounting_path
from companion.announcements.sounds import SOUNDS
from companion.games import GAMES
from companion.kiosk.words import names, words
from companion.languages import said
from companion.settings import Settings, choices
from companion.usable import DRIVEN, plural
from hardware.drivers import driver_names, lacking
from hardware.pins import HEADER, RESERVED
from hardware.settings import CALLS, COLOURS
from hardware.trouble import Trouble
from vision.piece_set import set_names

Offer = dict[str, Any]  # value, its words, and why it cannot be chosen
WIRED = tuple(button.replace(":", "_") for button in (*COLOURS, *CALLS))
MANY = ("robots", "coached", "sets", "silenced")  # several may be chosen


def offered(section: str, one: "Field[Any]", hint: Any, now: Settings, language: str) -> list[Offer]:
    """All that can be chosen; nothing where anything may be written."""
    key, value = one.name, getattr(getattr(now, section), one.name)
    found = list(_known(section, one, hint, now, language))
    for offer in found:
        offer["line"] = _words(f"option_{section}_{key}_{offer['value']}", offer["line"], language)
        if offer["value"] == value:  # what is set can stay
            offer["off"] = ""
    return found


def _known(section: str, one: "Field[Any]", hint: Any, now: Settings, language: str) -> Iterable[Offer]:
    match section, one.name:
        case "table", "game":
            return [_offer(name, game.title) for name, game in GAMES.items()]
        case "table", "language":
            return [_offer(code, name) for code, name in names().items()]
        case "table", "robots" | "coached":
            return [_offer(name) for name in now.table.players]
        case "table", "sets":
            return [_offer(name, off=_unfit(name, language)) for name in set_names()]
        case "table", "mounting":
            return [_offer(""), *(_offer(file.stem) for file in sorted(mounting_path().parent.glob("*.toml")))]
        case "speaker", "silenced":
            return [_offer(name) for name in SOUNDS]
        case part, "driver" if part in DRIVEN:
            ours = (_offer(name) for name in DRIVEN[part])
            return [*ours, *(_offer(name, off=_lacking(part, name, language)) for name in driver_names(plural(part)))]
        case "buttons", button if button in WIRED:
            return _pins(button, now.buttons.pins(), language)
    return [_offer(value) for value in choices(one, hint)]


def _pins(button: str, wired: Mapping[str, int], language: str) -> Iterable[Offer]:
    taken = {pin: said(user, language) for pin, user in RESERVED.items()}
    others = {pin: other for other, pin in wired.items() if other.replace(":", "_") != button}
    taken |= {pin: _words(f"button_{other}", other.replace(":", " "), language) for pin, other in others.items()}
    yield _offer(0, _words("not_wired", "0", language))
    for pin in sorted(HEADER):
        yield _offer(pin, f"GPIO {pin}", taken.get(pin, ""))


def _offer(value: Any, line: str = "", off: str = "") -> Offer:
    return {"value": value, "line": line or str(value), "off": off}


def _unfit(name: str, language: str) -> str:
    try:
        fit_for_play(name)
    except Trouble as trouble:
        return said(trouble.say, language)
    return ""


def _lacking(part: str, name: str, language: str) -> str:
    return said(lacking(plural(part), name), language)


def _words(key: str, otherwise: str, language: str) -> str:
    return words(language).get(key, otherwise)
