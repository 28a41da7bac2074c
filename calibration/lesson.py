"""A corrected die as a lesson: one more example of its face for the set it was read with."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.dice.read_faces import patches_of
from vision.observation import Quad
from vision.piece_set import Example, load_set, save_set
from vision.pyramid import Pyramid

MOST = 40  # examples of one face: more would only make reading slower


def lesson(pixels: Pixels, quad: Quad, face: str, set_name: str) -> tuple[bytes, Callable[[], None]] | None:
    """The die's picture, and what to do if the table says yes: it is taken now, while the die still lies there.

    None where the set cannot learn this: it does not know the face, or has no examples at all.
    """
    try:
        names = load_set(set_name).names
    except Trouble:
        return None
    if face not in names:
        return None
    patch = patches_of(Pyramid(pixels), [np.array(quad, np.float32)])[0]

    def learn() -> None:
        made = load_set(set_name)
        own = [example for example in made.examples if example.name == face]
        kept = [example for example in made.examples if example is not own[0]] if len(own) >= MOST else made.examples
        save_set(replace(made, examples=(*kept, Example(face, patch))))

    return bytes(cv2.imencode(".png", patch)[1]), learn
