"""The folders of sounds an owner has laid beside ours: a folder is a theme, a file in it stands in for one sound."""

from pathlib import Path

from hardware.folders import data_folder

OURS = "cockadoodle"


def themes() -> tuple[str, ...]:
    """Ours, then the owner's by their names."""
    folder = data_folder() / "sounds"
    own = sorted(one.name for one in folder.iterdir() if one.is_dir()) if folder.is_dir() else []
    return (OURS, *own)


def recording(theme: str, name: str) -> Path | None:
    """The file a theme has for a sound, if it has one."""
    file = data_folder() / "sounds" / theme / f"{name}.wav"
    return file if theme in themes()[1:] and file.is_file() else None
