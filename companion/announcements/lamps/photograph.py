"""Photographs a lamp display: still pictures and moving ones, for the guide and the page."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from companion.announcements.lamps.animation import Animation
from hardware.ports import Picture

PITCH = 12  # pixels from lamp to lamp
LAMP = 9
CASE, DARK, GLOW = "#17130f", "#33291f", "#ff8a3d"


def photograph(picture: Picture) -> Image.Image:
    """The lamps as round lights in a dark case."""
    height, width = picture.shape
    image = Image.new("RGB", (PITCH * (width + 1), PITCH * (height + 1)), CASE)
    pen = ImageDraw.Draw(image)
    for row in range(height):
        for column in range(width):
            x, y = PITCH * column + PITCH // 2 + 1, PITCH * row + PITCH // 2 + 1
            pen.ellipse([x, y, x + LAMP, y + LAMP], fill=GLOW if picture[row, column] >= 64 else DARK)
    return image


def save_film(shots: Animation, path: Path) -> None:
    """A GIF that runs at the pace of the lamps; equal neighbours become one picture."""
    merged: list[tuple[Picture, float]] = []
    for shot in shots:
        if merged and (merged[-1][0] == shot.picture).all():
            merged[-1] = (merged[-1][0], merged[-1][1] + shot.seconds)
        else:
            merged.append((shot.picture, shot.seconds))
    # Two colours and a little blur-free palette keep a film of a hundred pictures below 100 KB.
    frames = [photograph(picture).quantize(4) for picture, _ in merged]
    milliseconds = [max(20, round(1000 * seconds / 10) * 10) for _, seconds in merged]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, optimize=True)


def save_sheet(stills: Sequence[tuple[str, Picture]], path: Path, columns: int = 3) -> None:
    """All animations on one sheet, each by its name and one still."""
    first = photograph(stills[0][1])
    cell_width, cell_height = first.width + 16, first.height + 30
    rows = -(-len(stills) // columns)
    sheet = Image.new("RGB", (columns * cell_width, rows * cell_height), "#fbf5ea")
    pen = ImageDraw.Draw(sheet)
    for count, (name, picture) in enumerate(stills):
        x, y = count % columns * cell_width + 8, count // columns * cell_height + 4
        pen.text((x, y), name, fill="#2a211a")
        sheet.paste(photograph(picture), (x, y + 16))
    sheet.save(path, optimize=True)
