"""Reads table.toml into typed settings and names any key it does not know."""

import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from companion.languages import languages
from hardware import gate
from hardware.folders import config_folder
from hardware.settings import (
    ButtonsSettings,
    CameraSettings,
    DisplaySettings,
    MicrophoneSettings,
    SpeakerSettings,
    refuse_outside,
    within,
)
from hardware.trouble import Trouble
from hardware.wording import line

T = TypeVar("T")


class SettingsTrouble(Trouble):
    """table.toml says something we cannot use."""


@dataclass(frozen=True)
class TableSettings:
    name: str = "our table"  # shown on the page and at game nights
    game: str = "heckmeck"  # see companion games
    players: tuple[str, ...] = ("Ana", "Ben", "Cleo")  # clockwise, the first one begins
    robots: tuple[str, ...] = ()  # those of the players for whom a robot decides; people roll and move for it
    coached: tuple[str, ...] = ()  # those who want to hear the best choice; not in games for children
    language: str = field(default="en", metadata={"choices": languages})  # what is said and shown
    sets: tuple[str, ...] = ()  # piece sets to read with; none: those shipped for the game
    ground: Literal["auto", "mat", "bare"] = "auto"  # auto: with the mat where its markers are seen
    mounting: str = ""  # the stored mounting of the camera (companion mount); empty: found from the markers

    def __post_init__(self) -> None:
        for group in ("players", "robots", "coached"):
            try:
                object.__setattr__(self, group, tuple(gate.player_name(name) for name in getattr(self, group)))
            except gate.Unfit as unfit:
                raise ValueError(unfit.say) from unfit
        if self.language not in languages():
            raise ValueError(line("I speak {known}, not {code!r}.", known=", ".join(languages()), code=self.language))


@dataclass(frozen=True)
class RefereeSettings:
    frames_to_agree: int = within(3, 1, 30)  # a verdict rests on as many readings
    settle_seconds: float = within(0.25, 0, 5, "s")  # shorter, and a wobbling die passes for one at rest
    sure_enough: float = within(0.9, 0.5, 0.99, "%")  # a die read with less is looked at again
    ask_after_seconds: float = within(3.0, 0, 60, "s")  # still unsure after this long: ask the table
    blind_after_seconds: float = within(1.0, 0, 60, "s")  # no picture for this long is said aloud
    tie_seconds: float = within(0.03, 0, 1, "s")  # two calls closer than this are a tie and the table decides
    hunt_seconds: int = within(0, 0, 3600, "s")  # a clock for games in which all hunt at once; 0: none

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class KioskSettings:
    port: int = within(8080, 1, 65535)  # of the page
    serve_network: bool = False  # true: every device of the local network may open the page (a PIN guards commands)
    secure_port: int = within(8443, 0, 65535)  # of the page over HTTPS, open while a phone is the camera
    share_picture: bool = False  # true: those devices see the camera picture too

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class NightSettings:
    code: str = ""  # this table's join code at a game night, like oak-k7mq-29xw; empty: it plays for itself
    broker: str = ""  # the machine that passes the messages on; empty: looked for in the network
    port: int = within(1884, 1, 65535)  # of that machine, where it is named
    tls: bool = False  # true: only over an encrypted line
    authority: str = ""  # file of the certificate authority, where the broker's certificate is your own
    prefix: str = "cockadoodle"  # what the topics of the night begin with

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class Settings:
    """The whole of table.toml; each part is given its own section, never this."""

    table: TableSettings = field(default_factory=TableSettings)
    referee: RefereeSettings = field(default_factory=RefereeSettings)
    kiosk: KioskSettings = field(default_factory=KioskSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonsSettings = field(default_factory=ButtonsSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    speaker: SpeakerSettings = field(default_factory=SpeakerSettings)
    microphone: MicrophoneSettings = field(default_factory=MicrophoneSettings)
    night: NightSettings = field(default_factory=NightSettings)


def without_parts(settings: Settings) -> Settings:
    """The same table with nothing plugged in."""
    return replace(
        settings,
        buttons=replace(settings.buttons, driver="scripted", path=""),
        display=replace(settings.display, driver="recorded"),
        speaker=replace(settings.speaker, driver="silent"),
        microphone=replace(settings.microphone, driver="none"),
    )


def default_path() -> Path:
    return config_folder() / "table.toml"


def load(path: Path | None = None) -> Settings:
    """The settings of this table: of the file named, or of the owner's table.toml, or the defaults."""
    if path is None and not default_path().exists():
        return Settings()
    file = path or default_path()
    try:
        return read(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        raise SettingsTrouble(
            line("I cannot read {file}: {why}.", file=file, why=error.strerror), line("Check the name of the file.")
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsTrouble(
            line("{file} is not text.", file=file), line("companion settings prints a file to start from.")
        ) from error


def read(text: str, where: str = "table.toml") -> Settings:
    """Settings from the text of a table.toml."""
    try:
        tables = gate.plain(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsTrouble(
            line("{where} is not TOML: {error}.", where=where, error=error),
            line("companion settings prints a file to start from."),
        ) from error
    except gate.Unfit as unfit:
        raise SettingsTrouble(line("{where}: {why}", where=where, why=unfit.say), unfit.fix) from unfit
    kinds = get_type_hints(Settings)
    for name, value in tables.items():
        if name not in kinds or not isinstance(value, dict):
            known = ", ".join(f"[{kind}]" for kind in kinds)
            raise _unknown(where, f"[{name}]", known)
    return Settings(**{name: section(kinds[name], value, f"{where} [{name}]") for name, value in tables.items()})


def section(kind: type[T], table: Mapping[str, Any], where: str) -> T:
    """Read one [section]; an unknown key, a wrong type and an impossible value are each refused by name."""
    hints = get_type_hints(kind)
    values = {}
    for key, value in table.items():
        if key not in hints:
            known = ", ".join(f"{name} ({allowed(hint)})" for name, hint in hints.items())
            raise _unknown(where, key, known)
        if not fits(value, hints[key]):
            raise SettingsTrouble(
                line("{where}: I cannot use {key} = {value!r}.", where=where, key=key, value=value),
                line("{key} is {allowed}.", key=key, allowed=allowed(hints[key])),
            )
        values[key] = tuple(value) if isinstance(value, list) else value
    try:
        return kind(**values)
    except ValueError as impossible:
        raise SettingsTrouble(
            line("{where}: {why}", where=where, why=impossible.args[0]),
            line("Known to work: {examples}.", examples=examples(kind, values)),
        ) from impossible


def _unknown(where: str, name: str, known: str) -> SettingsTrouble:
    return SettingsTrouble(
        line("{where}: I do not know {name}.", where=where, name=name), line("I know {known}.", known=known)
    )


def fits(value: Any, hint: Any) -> bool:
    """Whether a value of a TOML file can stand for this type."""
    if get_origin(hint) is Literal:
        return value in get_args(hint) and type(value) is type(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return isinstance(value, list) and all(fits(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) in (dict, Mapping):
        return isinstance(value, dict) and all(fits(item, get_args(hint)[1]) for item in value.values())
    if isinstance(hint, UnionType):
        return any(fits(value, one) for one in get_args(hint) if one is not type(None))
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is hint


def allowed(hint: Any) -> str:
    """What may stand there, in words."""
    if get_origin(hint) is Literal:
        return " or ".join(repr(value) for value in get_args(hint))
    if get_origin(hint) is tuple:
        return f"a list, each of it {allowed(get_args(hint)[0])}"
    if get_origin(hint) in (dict, Mapping):
        return f"a table, each value of it {allowed(get_args(hint)[1])}"
    if isinstance(hint, UnionType):
        return " or ".join(allowed(one) for one in get_args(hint) if one is not type(None))
    return {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}.get(hint, str(hint))


def examples(kind: type[Any], values: Mapping[str, Any]) -> str:
    return ", ".join(f"{one.name} = {toml(default(one))}" for one in fields(kind) if one.name in values)


def commented() -> str:
    """A table.toml with every setting at its default, and what it is for."""
    lines = [f"# The settings of this table; keep it as {default_path().name} in your configuration folder.", ""]
    for name, kind in get_type_hints(Settings).items():
        lines += [f"[{name}]", *_commented(kind), ""]
    return "\n".join(lines)


def _commented(kind: type[Any]) -> Iterator[str]:
    hints, why = get_type_hints(kind), comments(kind)
    for one in fields(kind):
        known = choices(one, hints[one.name])
        told = f" ({' or '.join(map(repr, known))})" if known else ""
        value = default(one)
        setting = f"# {one.name} =" if value is None else f"{one.name} = {toml(value)}"
        yield f"{setting}  # {why.get(one.name, '')}{told}".rstrip(" #")


def choices(one: "Field[Any]", hint: Any) -> tuple[Any, ...]:
    """All that may stand there, where it can be counted."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(one.metadata["choices"]()) if "choices" in one.metadata else ()


def comments(kind: type[Any]) -> dict[str, str]:
    """What the source says beside each field: the one place where a setting is explained."""
    found = re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(kind), re.MULTILINE)
    return dict(found)


def default(one: "Field[Any]") -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml(str(key))} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
