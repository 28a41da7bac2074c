"""The boxes as we know them, one TOML file each; an owner's own file takes the place of ours."""

import tomllib
from importlib.resources import files

from companion.rules.box import Box, box_from


def box(game: str) -> Box:
    """The box that comes with the program."""
    return box_from(tomllib.loads(files(__name__).joinpath(f"{game}.toml").read_text("utf-8")))
