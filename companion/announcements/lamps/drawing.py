"""Letters and pictures for lamps: text in, arrays of lit and dark out."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from companion.games import texts_of_all
from companion.rules.pieces import GOLDEN
from hardware.ports import Picture

HEIGHT = 8
LIT = 255
SPACE_COLUMNS = 3
# Inside the frame of a die, row and column.
PIPS = {
    "1": ((3, 3),),
    "2": ((2, 4), (4, 2)),
    "3": ((2, 4), (3, 3), (4, 2)),
    "4": ((2, 2), (2, 4), (4, 2), (4, 4)),
    "5": ((2, 2), (2, 4), (3, 3), (4, 2), (4, 4)),
    "6": ((2, 2), (2, 4), (3, 2), (3, 4), (4, 2), (4, 4)),
}
HERE = Path(__file__).parent


def blank(width: int) -> Picture:
    return np.zeros((HEIGHT, width), np.uint8)


def letters(text: str) -> Picture:
    """The text in capitals seven lamps high, one column apart; as wide as it needs to be."""
    return beside([glyph(character) for character in text.upper()])


@cache
def glyph(character: str) -> Picture:
    """One letter or figure; an accent we have not drawn is left out, and what is no letter is a question mark."""
    if character == " ":
        return blank(SPACE_COLUMNS)
    plain = unicodedata.normalize("NFD", character)[0]
    font = _font()
    return font.get(character, font.get(plain, font["?"]))


@cache
def pictures() -> dict[str, tuple[tuple[Picture, float], ...]]:
    """Every picture of ours and of each game's lamps.txt: its frames, each with the seconds it is shown."""
    found = {}
    texts = ((HERE / "pictures.txt").read_text("utf-8"), *texts_of_all("lamps.txt"))
    for block in (block for text in texts for block in text.strip().split("\n\n")):
        (name, *times), frames = _block(block)
        found[name] = tuple((frame, int(time) / 1000) for frame, time in zip(frames, times, strict=True))
    return found


def die(face: str) -> Picture:
    """A die seven lamps wide: a frame and its pips, else what its game draws for the face, else its first letter."""
    face = face.removeprefix(GOLDEN)
    if drawn := pictures().get(f"die-{face}"):
        return drawn[0][0]
    if face not in PIPS:
        return glyph(face[:1].upper() or "?")
    picture = blank(7)
    picture[[0, 6], 1:6] = picture[1:6, [0, 6]] = LIT
    for row, column in PIPS[face]:
        picture[row, column] = LIT
    return picture


def dotted(text: str, count: int) -> Picture:
    """A text, and up to four dots beside it, each of two lamps by two."""
    dots = blank(5)
    for dot in range(min(count, 4)):
        row, column = 1 + 4 * (dot % 2), 3 * (dot // 2)
        dots[row : row + 2, column : column + 2] = LIT
    return beside([letters(text), dots[:, : 5 if count > 2 else 2]], gap=3) if count else letters(text)


def beside(parts: Sequence[Picture], gap: int = 1) -> Picture:
    """Parts side by side, ``gap`` dark columns apart."""
    spread: list[Picture] = []
    for part in parts:
        spread += [blank(gap), part]
    return np.concatenate(spread[1:], axis=1) if parts else blank(0)


def centred(part: Picture, width: int) -> Picture:
    """The part in the middle of a display; of one too wide, the middle is shown."""
    over = part.shape[1] - width
    if over > 0:
        return part[:, over // 2 : over // 2 + width]
    picture = blank(width)
    left = -over // 2
    picture[:, left : left + part.shape[1]] = part
    return picture


@cache
def _font() -> dict[str, Picture]:
    font: dict[str, Picture] = {}
    for block in (HERE / "font.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        characters, glyphs = _block(block)
        font.update(zip(characters, glyphs, strict=True))
    return font


def _block(block: str) -> tuple[list[str], list[Picture]]:
    """A heading, and below it drawings side by side, as they would be drawn on squared paper."""
    heading, *rows = block.splitlines()
    return heading.split(), [_drawn(drawing) for drawing in zip(*(row.split() for row in rows), strict=True)]


def _drawn(rows: Iterable[str]) -> Picture:
    lamps = np.array([[LIT if lamp == "#" else 0 for lamp in row] for row in rows], np.uint8)
    return np.pad(lamps, ((0, HEIGHT - len(lamps)), (0, 0)))
