"""Paints a scene as the camera would see it."""

import math
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.hands import hand_seen, lay_hand, lay_hand_shadow
from vision.render.lens import Lens, lens
from vision.render.pieces import Piece, solids_of
from vision.render.scene import HEIGHT, WIDTH, Die, Scene
from vision.render.shadows import Shade, darken, shade_of
from vision.render.solids import Sprite, cast
from vision.render.tabletop import bare_table, vignette
from vision.render.truth import truth

__all__ = ["Painter", "paint", "truth"]

Pixels = NDArray[np.uint8]
Cut = tuple[tuple[Sprite, ...], tuple[Shade, ...]]
_REMEMBERED = 150  # cut-outs kept: the table of a game with the most pieces, and the dice of some rolls


class Painter:
    """Paints frame after frame of one table; whatever did not change since the last frame is not painted again."""

    def __init__(self, size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        self.size = size
        self._kept: dict[str, tuple[Hashable, Pixels]] = {}
        self._cut: dict[Hashable, Cut] = {}

    def paint(self, scene: Scene) -> Pixels:
        eye = lens(scene.camera, self.size)
        picture = self._laid_out(scene, eye).copy()
        self._lay(picture, (*scene.things, *scene.dice), scene, eye)
        for hand in scene.hands:
            lay_hand_shadow(picture, hand, eye, scene.light)
        for hand in scene.hands:
            if seen := hand_seen(hand, eye, scene.light, scene.camera.looks_at):
                lay_hand(picture, seen)
        return self._exposed(picture, scene)

    def _laid_out(self, scene: Scene, eye: Lens) -> Pixels:
        """The table with all that is flat; it changes once a turn."""
        bare = (scene.camera, scene.light, scene.cloth, scene.mat, scene.markers)
        flat = (*scene.cards, *scene.tiles, *scene.tokens)

        def lay() -> Pixels:
            picture = self._same("bare", bare, lambda: bare_table(scene, eye)).copy()
            for kind in (scene.cards, scene.tiles, scene.tokens):
                self._lay(picture, kind, scene, eye)
            return picture

        return self._same("laid out", (bare, flat), lay)

    def _same(self, name: str, key: Hashable, make: Callable[[], Pixels]) -> Pixels:
        if name not in self._kept or self._kept[name][0] != key:
            self._kept[name] = (key, make())
        return self._kept[name][1]

    def _lay(self, picture: Pixels, pieces: Sequence[Piece], scene: Scene, eye: Lens) -> None:
        """Shadows first, then the pieces, the far ones before the near ones."""
        cut = [self._cut_out(piece, near_dice(piece, scene), scene, eye) for piece in pieces]
        darken(picture, [shade for _, shades in cut for shade in shades])
        for sprite in sorted((s for sprites, _ in cut for s in sprites), key=lambda sprite: -sprite.depth):
            sprite.onto(picture)

    def _cut_out(self, piece: Piece, near: tuple[Die, ...], scene: Scene, eye: Lens) -> Cut:
        if getattr(piece, "smear", _STILL) != _STILL:
            return cut_out(piece, near, scene, eye)  # what rolls lies elsewhere in the next frame
        key = (piece, near, scene.camera, scene.light)
        cut = self._cut.pop(key, None) or cut_out(piece, near, scene, eye)
        if len(self._cut) >= _REMEMBERED:
            del self._cut[next(iter(self._cut))]
        self._cut[key] = cut  # last in, so that what is used stays longest
        return cut

    def _exposed(self, picture: Pixels, scene: Scene) -> Pixels:
        """What lens and sensor add: softness and noise."""
        if scene.blur_px > 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), scene.blur_px), np.uint8)
        if scene.light.vignette > 0:
            fall = self._same("vignette", scene.light.vignette, lambda: vignette(self.size, scene.light.vignette))
            cv2.multiply(picture, fall, dst=picture, scale=1 / 255)
        if scene.noise > 0:
            grain = _grain(scene.noise, self.size)
            # A window into one big sheet of grain, elsewhere for every frame.
            left, top = (int(n) for n in np.random.default_rng([scene.seed, scene.frame]).integers(0, _SPARE, 2))
            window = grain[top : top + self.size[1], left : left + self.size[0]]
            picture = np.asarray(cv2.addWeighted(picture, 1.0, window, 1.0, -128.0), np.uint8)
        return picture


def near_dice(piece: Piece, scene: Scene) -> tuple[Die, ...]:
    """The dice that could stand in a die's light."""
    if not isinstance(piece, Die):
        return ()
    return tuple(die for die in scene.dice if die is not piece and math.dist(die.at, piece.at) < _NEAR_MM)


def cut_out(piece: Piece, near: tuple[Die, ...], scene: Scene, eye: Lens) -> Cut:
    """A piece as the camera sees it, and the shadows it throws."""
    sprites, shades = [], []
    around = [solid for die in near for solid in solids_of(die, 1.0)]
    for solid in solids_of(piece, eye.px_per_mm((*piece.at, 0.0))):
        sprite = cast(solid, eye, scene.light, scene.camera.looks_at, near=around)
        smear = getattr(piece, "smear", _STILL)
        if sprite is not None and smear != _STILL:
            ends = eye.project([solid.centre, solid.centre + np.array([*smear, 0.0])])
            sprite = sprite.smeared(ends[1] - ends[0], eye.size)
        sprites.append(sprite)
        shades.append(shade_of(solid, eye, scene.light))
    return tuple(s for s in sprites if s is not None), tuple(s for s in shades if s is not None)


_SPARE = 97
_STILL = (0.0, 0.0)
_NEAR_MM = 40.0


@lru_cache(maxsize=4)
def _grain(strength: float, size: tuple[int, int]) -> Pixels:
    rng = np.random.default_rng(4711)
    shape = (size[1] + _SPARE, size[0] + _SPARE)
    grey = rng.standard_normal((*shape, 1), np.float32) * np.float32(0.8 * strength)
    coloured = rng.standard_normal((*shape, 3), np.float32) * np.float32(0.9 * strength)
    return np.asarray(np.clip(np.round(128 + grey + cv2.GaussianBlur(coloured, (0, 0), 0.6)), 0, 255), np.uint8)


def paint(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Pixels:
    """One picture of a scene; for a stream keep a Painter."""
    return Painter(size).paint(scene)
