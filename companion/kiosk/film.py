"""A short film of the best moments of a match: the painted table again, with what was said, as an animated GIF."""

import io
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import cv2
from PIL import Image, ImageDraw, ImageFont

from companion.insight.luck import Weighed
from companion.insight.moments import moments
from companion.rehearsal.film import FPS, retell
from companion.rules.match import Match

SIZE = (480, 270)
CAPTION = 44  # pixels below the picture
MOMENTS = 5
LAST_SECONDS = 1.5  # a moment's last picture stays
END_SECONDS = 4.0
COLOURS = 128
GROUND, INK, EMBER = "#17130f", "#f7eedd", "#ff8a3d"
FONTS = ("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "LiberationSans-Bold.ttf")

Shown = tuple[Image.Image, float]  # a picture, and for how many seconds


def film(match: Match[Any], told: Weighed | None, said: Mapping[int, str], ending: str) -> bytes:
    """``said`` has the words of each deed, ``ending`` those of the last picture."""
    pictures, lengths = zip(*_even(_pictures(match, told, said, ending)), strict=True)
    written = io.BytesIO()
    milliseconds = [round(1000 * one) for one in lengths]
    pictures[0].save(written, "GIF", save_all=True, append_images=pictures[1:], duration=milliseconds, loop=0)
    return written.getvalue()


def _pictures(match: Match[Any], told: Weighed | None, said: Mapping[int, str], ending: str) -> Iterator[Shown]:
    chosen = moments(match, told, MOMENTS)
    held: tuple[int, Image.Image] | None = None
    for number, pixels in retell(match, chosen, SIZE):
        if held is not None:
            yield held[1], 1 / FPS if held[0] == number else LAST_SECONDS
        held = number, _captioned(Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)), said.get(number, ""))
    if held is not None:
        yield held[1], LAST_SECONDS
    yield _end(match, ending), END_SECONDS


def _even(pictures: Iterator[Shown]) -> Iterator[Shown]:
    """All in the colours of the first, or whatever stands still would flicker."""
    palette: Image.Image | None = None
    for picture, seconds in pictures:
        if palette is None:
            palette = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        yield picture.quantize(palette=palette, dither=Image.Dither.NONE), seconds


def _captioned(table: Image.Image, words: str) -> Image.Image:
    page = Image.new("RGB", (SIZE[0], SIZE[1] + CAPTION), GROUND)
    page.paste(table, (0, 0))
    _write(page, words, SIZE[1] + CAPTION / 2, 18, INK)
    return page


def _end(match: Match[Any], words: str) -> Image.Image:
    page = Image.new("RGB", (SIZE[0], SIZE[1] + CAPTION), GROUND)
    scores = match.game.scores(match.state)
    ranked = sorted(scores, key=lambda name: -scores[name])
    step = min(32.0, 200.0 / max(1, len(ranked)))
    _write(page, words, 46, 30, EMBER)
    for place, name in enumerate(ranked):
        _write(page, f"{name}  {scores[name]}", 100 + step * place, round(step * 0.66), INK)
    return page


def _write(page: Image.Image, words: str, middle: float, size: int, colour: str) -> None:
    """One line in the middle, smaller where it would be too long."""
    draw = ImageDraw.Draw(page)
    while size > 8 and draw.textlength(words, _font(size)) > page.width - 16:
        size -= 1
    draw.text((page.width / 2, middle), words, colour, _font(size), anchor="mm")


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font of the system, which knows more scripts than the one that comes with the program."""
    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
