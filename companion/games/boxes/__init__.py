"""The boxes as we know them, one TOML file each; an owner's own file takes the place of ours."""

import tomllib
from importlib.resources import files

from companion.rules.box import Box, box_from


def box_text(game: str) -> str:
    """The file of the box that comes with the program, with its comments."""
    return files(__name__).joinpath(f"{game}.toml").read_text("utf-8")


def box(game: str) -> Box:
    """The box that comes with the program."""
    return box_from(tomllib.loads(box_text(game)))
