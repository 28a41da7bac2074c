"""Paints a scene as the camera would see it."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.lens import Lens, lens
from vision.render.pieces import die_solid
from vision.render.scene import HEIGHT, WIDTH, Camera, Die, Light, Scene
from vision.render.shadows import Shade, darken, shade_of
from vision.render.solids import Sprite, cast
from vision.render.tabletop import bare_table
from vision.render.truth import truth

__all__ = ["Painter", "paint", "truth"]

Pixels = NDArray[np.uint8]
T = TypeVar("T")
_REMEMBERED = 300  # cut-outs kept: a table full of pieces, and the dice of some rolls


class Painter:
    """Paints frame after frame of one table; whatever did not change since the last frame is not painted again."""

    def __init__(self, size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        self.size = size
        self._kept: dict[str, tuple[Hashable, Pixels]] = {}
        self._cut: dict[Hashable, tuple[Sprite | None, Shade | None]] = {}
        self._grain: tuple[float, Pixels] | None = None

    def paint(self, scene: Scene) -> Pixels:
        eye = lens(scene.camera, self.size)
        picture = self._bare(scene, eye).copy()
        self._lay_dice(picture, scene, eye)
        return self._exposed(picture, scene)

    def _bare(self, scene: Scene, eye: Lens) -> Pixels:
        key = (scene.camera, scene.light, scene.cloth, scene.mat, scene.markers)
        return self._same("bare", key, lambda: bare_table(scene, eye))

    def _same(self, name: str, key: Hashable, make: Callable[[], Pixels]) -> Pixels:
        if name not in self._kept or self._kept[name][0] != key:
            self._kept[name] = (key, make())
        return self._kept[name][1]

    def _lay_dice(self, picture: Pixels, scene: Scene, eye: Lens) -> None:
        cut = [self._cut_die(die, scene.camera, scene.light, eye) for die in scene.dice]
        darken(picture, [shade for _, shade in cut if shade is not None])
        sprites = [sprite for sprite, _ in cut if sprite is not None]
        for sprite in sorted(sprites, key=lambda sprite: -sprite.depth):
            sprite.onto(picture)

    def _cut_die(self, die: Die, camera: Camera, light: Light, eye: Lens) -> tuple[Sprite | None, Shade | None]:
        key = (die, camera, light)
        if key not in self._cut:
            if len(self._cut) >= _REMEMBERED:
                del self._cut[next(iter(self._cut))]
            solid = die_solid(die, eye.px_per_mm((*die.at, die.z)))
            sprite = cast(solid, eye, light, camera.looks_at)
            if sprite is not None and die.smear != (0.0, 0.0):
                ends = eye.project([solid.centre, solid.centre + (*die.smear, 0.0)])
                sprite = sprite.smeared(ends[1] - ends[0], eye.size)
            self._cut[key] = sprite, shade_of(solid, eye, light)
        return self._cut[key]

    def _exposed(self, picture: Pixels, scene: Scene) -> Pixels:
        """What lens and sensor add: softness and noise."""
        if scene.blur_px > 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), scene.blur_px), np.uint8)
        if scene.noise > 0:
            picture = np.asarray(cv2.addWeighted(picture, 1.0, self._noise(scene), 1.0, -128.0), np.uint8)
        return picture

    def _noise(self, scene: Scene) -> Pixels:
        """A window into one big sheet of grain, elsewhere for every frame."""
        if self._grain is None or self._grain[0] != scene.noise:
            self._grain = scene.noise, _grain(scene.noise, self.size)
        rng = np.random.default_rng([scene.seed, scene.frame])
        left, top = int(rng.integers(0, 97)), int(rng.integers(0, 97))
        return self._grain[1][top : top + self.size[1], left : left + self.size[0]]


def _grain(strength: float, size: tuple[int, int]) -> Pixels:
    rng = np.random.default_rng(4711)
    shape = (size[1] + 97, size[0] + 97)
    grey = rng.normal(0, 0.8 * strength, (*shape, 1))
    coloured = rng.normal(0, 0.9 * strength, (*shape, 3))
    return np.asarray(np.clip(np.round(128 + grey + cv2.GaussianBlur(coloured, (0, 0), 0.6)), 0, 255), np.uint8)


def paint(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Pixels:
    """One picture of a scene; for a stream keep a Painter."""
    return Painter(size).paint(scene)
