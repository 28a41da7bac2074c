"""Paints the sets every table has before it is taught its own: run python -m calibration.shipped to make them anew."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.learn_flat import learn_flat
from vision.dice.read_faces import patches_of
from vision.piece_set import SHIPPED, Example, PieceSet, save_set, sets_folder
from vision.pyramid import Pyramid
from vision.render.dice import die_style
from vision.render.paint import Painter, truth
from vision.render.scene import Scene
from vision.render.shots import CLOSE_UP, all_cards, all_tiles, all_tokens, close_up

VIEWS = 4
DEFAULT = "painted, not photographed: a default until you teach your own box"
DICE = {"heckmeck-dice": "heckmeck", "heckmeck-golden": "golden", "junior-dice": "junior"}


def painted_dice(name: str, style: str) -> PieceSet:
    """Each face from a few close-ups, its corners known to the painter."""
    painter = Painter(CLOSE_UP)
    examples = []
    for face in dict.fromkeys(die_style(style).faces):
        for seed in range(VIEWS):
            scene = close_up(style, face, seed)
            (die,) = truth(scene, CLOSE_UP).dice
            assert die.quad is not None
            quad = np.array(die.quad, np.float32)
            examples.append(Example(face, patches_of(Pyramid(painter.paint(scene)), [quad])[0]))
    return PieceSet(name, "dice", tuple(examples), golden=style == "golden", about=DEFAULT, examined=True)


def painted_pieces(name: str, kind: str, scenes: Sequence[Scene]) -> PieceSet:
    """Tokens, cards or tiles from a whole box laid out, learned as anybody's photographs would be."""
    with tempfile.TemporaryDirectory() as folder:
        labels = [_photo(Path(folder), f"{number}.png", kind, scene) for number, scene in enumerate(scenes)]
        (Path(folder) / "labels.json").write_text(json.dumps(labels))
        made, _ = learn_flat(name, kind, Path(folder))
    return replace(made, about=DEFAULT, examined=True)


def _photo(folder: Path, file: str, kind: str, scene: Scene) -> dict[str, object]:
    size = (1920, 1080)
    cv2.imwrite(str(folder / file), Painter(size).paint(scene))
    seen = truth(scene, size)
    pieces: list[dict[str, object]] = []
    match kind:
        case "tokens":
            pieces = [{"name": token.design, "centre": token.centre} for token in seen.tokens]
        case "cards":
            pieces = [
                {"name": card.design, "centre": list(np.mean(card.quad, axis=0)), "points": card.points}
                for card in seen.cards
            ]
        case "tiles":
            pieces = [{"name": str(tile.number), "centre": list(np.mean(tile.quad, axis=0))} for tile in seen.tiles]
    return {"image": file, "pieces": pieces}


def all_sets() -> Iterator[PieceSet]:
    for name, style in DICE.items():
        yield painted_dice(name, style)
    yield painted_pieces("heckmeck-tiles", "tiles", [all_tiles((11, 13, *range(21, 37)))])
    junior = all_tiles(tuple(range(4, 10)))
    worms = {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}
    green = tuple(replace(tile, worms=worms[tile.number], style="green") for tile in junior.tiles)
    yield painted_pieces("junior-tiles", "tiles", [replace(junior, tiles=green)])
    yield painted_pieces("rooster-cards", "cards", [all_cards()])
    yield painted_pieces("rooster-tokens", "tokens", [all_tokens()])


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["XDG_DATA_HOME"] = scratch
        for made in all_sets():
            save_set(made)
            shutil.rmtree(SHIPPED / made.name, ignore_errors=True)
            shutil.copytree(sets_folder() / made.name, SHIPPED / made.name)
            print(f"{made.name}: {len(made.names)} names, {len(made.examples)} pictures")


if __name__ == "__main__":
    main()
