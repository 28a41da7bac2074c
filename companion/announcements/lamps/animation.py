"""Turns an announcement into frames for a display of any width."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.announcements.announcement import Announcement
from companion.announcements.lamps.drawing import (
    HEIGHT,
    LIT,
    beside,
    blank,
    centred,
    die,
    dotted,
    letters,
    pictures,
)
from hardware.ports import Picture

STEP_SECONDS = 0.035  # of scrolling by one column: a name of five letters passes in two seconds
READ_SECONDS = 1.4  # how long a figure stands
DIE_COLUMNS = 8
ROUNDS = {"rooster": 4, "crown": 4, "dice": 2, "cross": 3, "heart": 3}  # how often a picture's frames are shown


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture and how long it is shown."""

    picture: Picture = field(repr=False)
    seconds: float


Animation = tuple[Shot, ...]


def animation(announcement: Announcement, width: int) -> Animation:
    """All frames of an announcement; the last one may stay."""
    facts = announcement.facts
    match announcement.key:
        case "DiceRolled" if facts.get("faces"):
            dead = drawn(announcement.matrix, width) if not facts.get("may_keep", True) else ()
            return (*rolled([str(face) for face in facts["faces"]], width), *dead)
        case "GameWon":
            return (*drawn(announcement.matrix, width), *scrolled(_who(announcement), width))
    match announcement.lamps:
        case "blink":
            return blinking(centred(dotted(announcement.matrix, announcement.dots), width))
        case "turn":
            return turned(centred(letters(announcement.matrix), width))
        case "countdown":
            return countdown(int(announcement.matrix), width)
    shown = drawn(announcement.matrix, width)
    return (*shown, *scrolled(_who(announcement), width)) if announcement.mood == "call" else shown


def drawn(matrix: str, width: int) -> Animation:
    """The matrix text of an announcement: ``:name:`` is a picture, text that is too wide scrolls."""
    name = matrix.strip(":")
    if matrix.startswith(":") and name in pictures():
        frames = pictures()[name]
        return tuple(Shot(centred(part, width), seconds) for part, seconds in frames * ROUNDS.get(name, 2))
    text = letters(matrix)
    return (Shot(centred(text, width), READ_SECONDS),) if text.shape[1] <= width else scrolled(matrix, width)


def scrolled(text: str, width: int) -> Animation:
    """The text passes once from right to left."""
    if not text:
        return ()
    strip = np.concatenate([blank(width), letters(text), blank(width)], axis=1)
    return tuple(Shot(strip[:, at : at + width], STEP_SECONDS) for at in range(1, strip.shape[1] - width + 1))


def rolled(faces: Sequence[str], width: int) -> Animation:
    """The dice tumble in, then lie there as many at a time as fit."""
    fit = max(1, (width + 1) // DIE_COLUMNS)
    pages = [beside([die(face) for face in faces[at : at + fit]]) for at in range(0, len(faces), fit)]
    return tuple(_falling(centred(pages[0], width))) + tuple(Shot(centred(page, width), READ_SECONDS) for page in pages)


def turned(upper: Picture) -> Animation:
    """What stands there falls over, and its back lies on the table."""
    back = centred(np.full((HEIGHT, 13), LIT, np.uint8), upper.shape[1])
    back[1::2, ::2] = back[::2, 1::2] = 0
    falls = [_squeezed(upper, rows) for rows in (8, 6, 4, 2)] + [_squeezed(back, rows) for rows in (2, 4, 6)]
    times = [0.6, *[0.09] * 5, READ_SECONDS]
    return tuple(Shot(picture, seconds) for picture, seconds in zip(falls, times, strict=True))


def countdown(seconds: int, width: int) -> Animation:
    """Each second its figure, over a line that gets shorter."""
    shots = []
    for left in range(seconds, 0, -1):
        figure = centred(letters(str(left)), width)
        for tenth in range(10):
            picture = figure.copy()
            picture[HEIGHT - 1, : round(width * (left - tenth / 10) / seconds)] = LIT
            shots.append(Shot(picture, 0.1))
    return tuple(shots)


def blinking(picture: Picture) -> Animation:
    """Twice off and on, then it stands."""
    dark = np.zeros_like(picture)
    return tuple(Shot(one, seconds) for one, seconds in [(picture, 0.25), (dark, 0.12)] * 2 + [(picture, READ_SECONDS)])


def show_off(width: int) -> Mapping[str, Animation]:
    """Every animation there is, by name: for the pictures in the guide and for ``companion check``."""
    names = {name: drawn(f":{name}:", width) for name in pictures()}
    return {
        **names,
        "sum": drawn("24", width),
        "dice-rolled": rolled(["6", "5", "5", "4", "2", "1", "3", "6"], width),
        "tile-taken": blinking(centred(dotted("36", 4), width)),
        "tile-turned": turned(centred(letters("36"), width)),
        "countdown": countdown(3, width),
        "name": scrolled("Ana", width),
        "unsure": drawn("?", width),
    }


def _who(announcement: Announcement) -> str:
    """The caller, or the winners and their score."""
    facts: Mapping[str, Any] = announcement.facts
    winners = facts.get("winners", ())
    names = announcement.player or (winners if isinstance(winners, str) else ", ".join(map(str, winners)))
    return f"{names} {facts.get('best', '')}".strip()


def _falling(picture: Picture) -> Iterator[Shot]:
    for rows in range(1, HEIGHT, 2):
        yield Shot(np.concatenate([picture[HEIGHT - rows :], np.zeros_like(picture)[rows:]]), 0.06)


def _squeezed(picture: Picture, rows: int) -> Picture:
    """The picture flattened to so many rows at the lower edge."""
    flat = np.zeros_like(picture)
    groups = np.array_split(np.arange(HEIGHT), rows)
    for row, group in zip(range(HEIGHT - rows, HEIGHT), groups, strict=True):
        flat[row] = picture[group].max(axis=0)
    return flat
