"""Read the dice, tokens, cards and tiles in photographs.

Without --set ordinary pips 1 to 6 are read; with it, the pieces of the sets you have taught.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.mats import mat_of
from hardware.trouble import Trouble
from vision.observation import DieSeen, Point, Seen, TableObservation, likely, presence

EXAMPLE = "companion look table.jpg --set red-dice --overlay seen/"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="photographs, as many as you like")
    parser.add_argument("--set", action="append", default=[], dest="sets", metavar="NAME", help="a taught piece set")
    parser.add_argument("--game", choices=tuple(GAMES), help="the game whose mat lies there, with its four markers")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of words")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="also write pictures of what was seen")


def run(options: argparse.Namespace) -> int:
    from companion.appliance.memory import Thrift
    from vision.photo import open_photo  # OpenCV and the networks are only loaded when there is something to look at
    from vision.piece_set import load_set
    from vision.reader import Reader
    from vision.squeezed import read_photo

    Thrift()  # the memory of one picture serves the next: to get it anew takes a fifth of the time of a read
    mat = mat_of(options.game) if options.game else None
    reader = Reader([load_set(name) for name in dict.fromkeys(options.sets)], mat=mat)
    code = 0
    for number, image in enumerate(options.images):
        try:
            frame = open_photo(Path(image), number)
            seen = read_photo(reader, frame)
            if options.overlay:
                write_overlay(options.overlay, Path(image), frame.pixels, seen)
        except Trouble as trouble:
            code = 1
            if options.json:
                print(json.dumps({"image": image, "error": str(trouble)}), flush=True)
            else:
                print(f"{image}: {trouble}", file=sys.stderr)
            continue
        print(json.dumps(as_json(image, seen)) if options.json else as_words(image, seen), flush=True)
    return code


def write_overlay(folder: Path, image: Path, pixels: Any, seen: TableObservation) -> None:
    import cv2

    from vision.overlay import draw

    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{image.stem}.jpg"
        if target.resolve() == image.resolve():
            raise Trouble(f"The overlay would replace {image}.", "Choose another folder.")
        coded = cv2.imencode(".jpg", draw(pixels, seen), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        target.write_bytes(coded.tobytes())
    except OSError as error:
        raise Trouble(f"The overlay cannot be written to {folder}: {error.strerror}.", "Choose another.") from error


def as_json(image: str, seen: TableObservation) -> dict[str, Any]:
    return {
        "image": image,
        "width": seen.width,
        "height": seen.height,
        "dice": [
            {
                "face": die.face,
                "sureness": round(die.sureness, 4),
                "runner_up": die.runner_up,
                "box": [round(v, 1) for v in die.box],
                "quad": None if die.quad is None else points(die.quad),
                "golden": die.golden,
                "cocked": die.cocked,
                "at_mm": None if die.at_mm is None else point(die.at_mm),
                **chances(die),
            }
            for die in seen.dice
        ],
        "tokens": [
            {
                "design": token.design,
                "face_up": token.face_up,
                "centre": point(token.centre),
                "radius": round(token.radius, 1),
                "sureness": round(token.sureness, 4),
                **chances(token),
            }
            for token in seen.tokens
        ],
        "cards": [
            {
                "design": card.design,
                "points": card.points,
                "quad": points(card.quad),
                "sureness": round(card.sureness, 4),
                **chances(card),
            }
            for card in seen.cards
        ],
        "tiles": [
            {
                "number": tile.number,
                "face_up": tile.face_up,
                "quad": points(tile.quad),
                "sureness": round(tile.sureness, 4),
                **chances(tile),
            }
            for tile in seen.tiles
        ],
        "markers": [{"id": marker.id, "corners": points(marker.corners)} for marker in seen.markers],
        "ms": round(seen.ms, 1),
    }


def chances(seen: Seen) -> dict[str, Any]:
    """What else it may be, and how likely it is there at all."""
    return {"chances": {name: round(chance, 4) for name, chance in likely(seen)}, "there": round(presence(seen), 4)}


def point(at: Point) -> list[float]:
    return [round(at[0], 2), round(at[1], 2)]


def points(quad: tuple[Point, ...]) -> list[list[float]]:
    return [point(corner) for corner in quad]


def as_words(image: str, seen: TableObservation) -> str:
    """What lies there, in a few lines."""
    lines = [f"{image}: {seen.width}x{seen.height}, read in {seen.ms:.0f} ms"]
    if seen.dice:
        lines.append("  dice    " + "  ".join(die_words(die) for die in sorted(seen.dice, key=lambda d: str(d.face))))
    if seen.tokens:
        lines.append("  tokens  " + "  ".join(sorted(token.design for token in seen.tokens)))
    if seen.cards:
        lines.append("  cards   " + "  ".join(sorted(f"{card.design} ({card.points})" for card in seen.cards)))
    if seen.tiles:
        up = sorted(tile.number for tile in seen.tiles if tile.number is not None)
        down = sum(not tile.face_up for tile in seen.tiles)
        lines.append("  tiles   " + " ".join(map(str, up)) + (f"  and {down} face down" if down else ""))
    if len(lines) == 1:
        lines.append("  nothing I know lies here")
    return "\n".join(lines)


def die_words(die: DieSeen) -> str:
    name = "cocked" if die.cocked else die.face or "unknown"
    doubt = "" if die.sureness >= 0.95 else f" (or {die.runner_up}?)" if die.face and die.runner_up else ""
    return ("golden " if die.golden else "") + name + doubt
