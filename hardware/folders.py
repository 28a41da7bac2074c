"""Where the owner's own files live, by the XDG rules."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Piece sets, mountings, matches and recordings: what its owner would be sad to lose."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "cockadoodle"


def config_folder() -> Path:
    """Settings of this table (table.toml)."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "cockadoodle"


def cache_folder() -> Path:
    """What can be worked out again, only not at once."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "cockadoodle"
