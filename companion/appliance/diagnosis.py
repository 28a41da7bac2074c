"""What the doctor finds with the settings of this table, whatever they are like."""

from pathlib import Path

from calibration.wording import line
from companion.appliance.doctor import Finding, examine
from companion.appliance.machine import Machine
from companion.settings import Settings, SettingsTrouble, default_path, load
from companion.usable import refuse_unusable


def diagnose(file: Path | None, machine: Machine) -> tuple[Finding, ...]:
    """A table.toml that cannot be read is one more finding, and the rest is examined without it."""
    try:
        settings, first = load_of(file), Finding("settings", "good", line("table.toml can be used."))
        refuse_unusable(settings, "table.toml")
    except SettingsTrouble as trouble:
        settings, first = Settings(), Finding("settings", "ill", trouble.say, trouble.fix)
    return (first, *examine(settings, machine))


def load_of(file: Path | None) -> Settings:
    """The owner's own table.toml need not exist; one that was named must."""
    return load(None if file == default_path() else file)
