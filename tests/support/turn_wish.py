"""What a rendered sequence is to be like."""

from dataclasses import dataclass

TROUBLES = ("bump", "arm", "lamp", "clutter", "stray", "cocked")


@dataclass(frozen=True)
class Wish:
    """What a sequence is to be like; all else follows from its seed."""

    game: str
    seed: int
    deeds: int = 18
    players: int = 2
    mat: str = "a3"  # "a4": taped sheets; "bare": none
    table: str = ""
    paper: bool = False  # tiles as pale as the paper
    touching: float = 0.1
    mistakes: float = 0.1
    troubles: tuple[str, ...] = ()
    robots: str = "best"
    quality: int = 92  # of the pictures of rests
