"""Opens a driver by its name: ``driver = "recorded"`` means the module recorded.py of the part's folder."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from hardware.ports import Buttons, Camera, Display, Microphone, Speaker
from hardware.settings import ButtonsSettings, CameraSettings, DisplaySettings, MicrophoneSettings, SpeakerSettings
from hardware.trouble import Trouble
from hardware.wording import line

Part = TypeVar("Part")
PartSettings = TypeVar("PartSettings", ButtonsSettings, DisplaySettings, SpeakerSettings)


def open_camera(settings: CameraSettings) -> Camera:
    return cast(Camera, _driver("cameras", settings.driver, "open_camera")(settings))


def open_buttons(settings: ButtonsSettings) -> Buttons:
    return cast(Buttons, _driver("buttons", settings.driver, "open_buttons")(settings))


def open_display(settings: DisplaySettings) -> Display:
    return cast(Display, _driver("displays", settings.driver, "open_display")(settings))


def open_speaker(settings: SpeakerSettings) -> Speaker:
    return cast(Speaker, _driver("speakers", settings.driver, "open_speaker")(settings))


def open_microphone(settings: MicrophoneSettings) -> Microphone:
    return cast(Microphone, _driver("microphones", settings.driver, "open_microphone")(settings))


def or_twin(
    opener: Callable[[PartSettings], Part], settings: PartSettings, twin: str, tell: Callable[[Trouble], object]
) -> Part:
    """The part, or its twin if it fails: the trouble is told, and the game goes on without that part."""
    try:
        return opener(settings)
    except Trouble as trouble:
        tell(trouble)
        return opener(replace(settings, driver=twin))


def driver_names(folder: str) -> tuple[str, ...]:
    """The drivers of "cameras", "buttons", "displays", "speakers" or "microphones"."""
    package = importlib.import_module(f"hardware.{folder}")
    names = (module.name for module in pkgutil.iter_modules(package.__path__))
    opener = f"open_{folder.removesuffix('s') if folder != 'buttons' else folder}"
    return tuple(name for name in names if hasattr(importlib.import_module(f"hardware.{folder}.{name}"), opener))


def lacking(folder: str, name: str) -> str:
    """What this machine lacks for a driver, in words; nothing where it can be tried."""
    lacks: Callable[[], str] = getattr(importlib.import_module(f"hardware.{folder}.{name}"), "lacks", str)
    return lacks()


def _driver(folder: str, name: str, opener: str) -> Any:
    # Only names of our own modules are ever imported: table.toml must not be able to load anything else.
    known = driver_names(folder)
    if name not in known:
        raise Trouble(
            line("I know no {folder} driver called {name!r}.", folder=folder, name=name),
            line("Set driver in table.toml to one of: {known}.", known=", ".join(known)),
        )
    return getattr(importlib.import_module(f"hardware.{folder}.{name}"), opener)
