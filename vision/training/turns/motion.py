"""Pictures of what moves, made of the pictures of what rests: nothing is read from them, so none is rendered.

Hands are the painter's; dice in the air are those of the next rest, cut out, turned and smeared along their way.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.render.hands import hand_seen, lay_hand, lay_hand_shadow
from vision.render.lens import Lens
from vision.render.scene import Hand, Light

Item = Mapping[str, Any]
CUT = 1.3  # of a die's side from its middle: with its shadow


class Mover:
    """Knows the rests of one sequence and what lies in each."""

    def __init__(self, rests: Sequence[tuple[Item, Pixels]], side: float) -> None:
        self._rests = rests
        self._side = side

    def take(self, shot: Item, lens: Lens, lamp: Item) -> Pixels:
        """The shot's picture, at half the size."""
        before = [one for one in self._rests if one[0]["base"] < shot["base"]]
        after = [one for one in self._rests if one[0]["base"] > shot["base"]]
        near = [*before[-1:], *after[:1]]
        lying = [one for one in near if _lies(one[0]) == _lies(shot)]
        there, pixels = (lying or after[:1] or before[-1:])[0]
        picture = _sized(pixels, lens)
        if not lying:
            picture = self._flying(picture, there, shot, lens)
        light = Light(lamp=tuple(lamp["at"]), lamp_mm=lamp["mm"])
        for hand in [one for one in shot.get("hands", ()) if one not in there.get("hands", ())]:
            painted = Hand(
                tuple(hand["at"]), hand["arm_from"], hand["pose"], hand["height"], hand["skin"], hand["sleeve"]
            )
            lay_hand_shadow(picture, painted, lens, light)
            if seen := hand_seen(painted, lens, light, (170.0, 100.0)):
                lay_hand(picture, seen)
        return picture

    def _flying(self, picture: Pixels, there: Item, shot: Item, lens: Lens) -> Pixels:
        """Without the dice that have not come to rest yet, and with them where they are on their way."""
        empty = _sized(self._rests[0][1], lens)
        resting = [die for die in there.get("dice", ()) if die not in shot.get("dice", ())]
        flying = [die for die in shot.get("dice", ()) if die not in there.get("dice", ())]
        cuts = [self._cut(picture, die["at"], lens) for die in resting]
        bare = picture.copy()
        for die in resting:
            _paste(bare, self._cut(empty, die["at"], lens), self._spot(die["at"], 0.0, lens))
        for die, cut in zip(flying, cuts, strict=False):
            turn, spot = die["yaw"] + sum(die.get("turned", ())), self._spot(die["at"], die.get("z", 0.0), lens)
            _paste(bare, _turned(cut, turn), spot)
        return bare

    def _spot(self, at: Sequence[float], z: float, lens: Lens) -> tuple[float, float]:
        x, y = lens.project([(*at, z + self._side / 2)])[0]
        return float(x), float(y)

    def _cut(self, picture: Pixels, at: Sequence[float], lens: Lens) -> Pixels:
        x, y = self._spot(at, 0.0, lens)
        reach = max(4, round(CUT * self._side * lens.px_per_mm((*at, 0.0))))
        return np.asarray(cv2.getRectSubPix(picture, (2 * reach, 2 * reach), (x, y)), np.uint8)


def _sized(pixels: Pixels, lens: Lens) -> Pixels:
    return np.asarray(cv2.resize(pixels, lens.size, interpolation=cv2.INTER_AREA), np.uint8)


def _lies(shot: Item) -> list[Any]:
    return [shot.get(kind, []) for kind in ("dice", "tiles", "tokens", "cards")]


def _turned(cut: Pixels, degrees: float) -> Pixels:
    """Turned, and smeared as by a slow shutter."""
    high, wide = cut.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees % 360, 1.0)
    around = cv2.warpAffine(cut, turn, (wide, high), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.blur(around, (1 + wide // 8, 1 + high // 5)), np.uint8)


def _paste(picture: Pixels, cut: Pixels, spot: tuple[float, float]) -> None:
    """A round patch with a soft rim, as much of it as the picture has room for."""
    high, wide = cut.shape[:2]
    left, top = round(spot[0] - wide / 2), round(spot[1] - high / 2)
    y, x = np.mgrid[:high, :wide]
    away = np.hypot(x - wide / 2, y - high / 2) / (wide / 2)
    cover = np.clip((1 - away) / 0.35, 0, 1)[..., None].astype(np.float32)
    rows = slice(max(0, -top), max(0, min(high, picture.shape[0] - top)))
    columns = slice(max(0, -left), max(0, min(wide, picture.shape[1] - left)))
    if rows.stop <= rows.start or columns.stop <= columns.start:
        return
    part = picture[top + rows.start : top + rows.stop, left + columns.start : left + columns.stop]
    mixed = part + (cut[rows, columns].astype(np.float32) - part) * cover[rows, columns]
    part[:] = np.round(mixed).astype(np.uint8)
