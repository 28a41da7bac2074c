"""Quick sketches of a scene instead of paintings: enough for motion to be seen, and frames that tests can afford."""

from dataclasses import replace

import numpy as np
from twin_sight import observe

from companion.referee.settle import Look
from companion.referee.watch import Watch
from companion.rehearsal.stage import Shot
from companion.settings import RefereeSettings
from hardware.frame import Frame, Pixels
from vision.observation import TableObservation
from vision.render.scene import Scene

WIDTH, HEIGHT = 320, 180
PX_PER_MM = 0.55


class SketchBook:
    """Draws shots as small grey pictures, and is the eye that reads them: it remembers what it drew."""

    def __init__(self, seed: int = 1, remembers: int = 10**6) -> None:
        self._remembers = remembers  # sketches
        self._chance = np.random.default_rng(seed)
        self._ground = self._chance.normal(110, 2, (HEIGHT + 8, WIDTH + 8, 3)).astype(np.uint8)
        self._drawn: dict[int, Scene] = {}

    def draw(self, scene: Scene, number: int, at: float) -> Frame:
        self._drawn[number] = replace(scene, frame=0)
        self._drawn.pop(number - self._remembers, None)
        x, y = self._chance.integers(0, 8, 2)
        picture = self._ground[y : y + HEIGHT, x : x + WIDTH].copy()
        for tile in scene.tiles:
            _block(picture, tile.at, 20.0, 170 if tile.face_up else 70)
        for card in scene.cards:
            _block(picture, card.at, 28.0, 150 + len(card.design))
        for token in scene.tokens:
            _block(picture, token.at, 15.0, 190 if token.face_up else 60)
        for die in scene.dice:
            _block(picture, die.at, 9.0, 230)
        for hand in scene.hands:
            middle = int(30 + hand.at[0] * PX_PER_MM)
            picture[int(140 - hand.at[1] * PX_PER_MM) :, max(0, middle - 18) : middle + 18] = 200
        return Frame(picture, number, at, "sketch")

    def read(self, frame: Frame) -> TableObservation:
        return observe(self._drawn[frame.number], frame.number, frame.taken_at)


def _block(picture: Pixels, at: tuple[float, float], half_mm: float, grey: int) -> None:
    x, y, half = 30 + at[0] * PX_PER_MM, 140 - at[1] * PX_PER_MM, half_mm * PX_PER_MM
    picture[max(0, int(y - half)) : max(0, int(y + half)), max(0, int(x - half)) : max(0, int(x + half))] = grey


class SketchSight:
    """The real watch over sketches: motion is found in pixels, faces are told."""

    def __init__(self, settings: RefereeSettings, book: SketchBook | None = None) -> None:
        self.book = book or SketchBook()
        self.watch = Watch(self.book, settings)

    def see(self, shot: Shot, number: int, at: float) -> Look:
        frame = self.book.draw(shot.scene, number, at)
        look = self.watch.see(frame)
        self.seen(frame, look)
        return look

    def seen(self, frame: Frame, look: Look) -> None:
        """For those who want to keep them."""

    def enough(self, spell: int) -> None:
        self.watch.enough(spell)
