"""How much light of which colour reaches a spot of the table from the lamp and from the room."""

import math

import numpy as np

from vision.render.lens import Doubles, Floats
from vision.render.scene import Light, Spot

GAMMA = 1 / 2.2  # art is kept as screens show it, so light is brought to that scale before it is multiplied in
_BALANCED = 4800.0  # the camera takes this light for white


def tint(kelvin: float) -> Floats:
    """Blue, green and red of a glowing body, as a camera set to middling light sees it."""
    seen = _glow(kelvin) / _glow(_BALANCED)
    seen = seen**0.45  # the camera's own balance takes the sting out of it
    return np.asarray(seen / seen.max(), np.float32)


def _glow(kelvin: float) -> Doubles:
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else (138.52 * math.log(t - 10) - 305.04 if t > 19 else 1.0)
    return np.asarray(np.clip([blue, green, red], 1, 255) / 255, np.float64)


def lamp_on_table(light: Light, spots: Floats, middle: Spot) -> Floats:
    """What share of the lamp's light lies on each spot (rows, columns, 2); 1 in the middle of the picture."""
    x, y, z = light.lamp
    square = (spots[..., 0] - x) ** 2 + (spots[..., 1] - y) ** 2 + z**2
    here = (middle[0] - x) ** 2 + (middle[1] - y) ** 2 + z**2
    # A naked bulb would fall off with the third power of the distance; shades and pale walls even it out.
    return np.asarray((here / square) ** 0.5, np.float32)


def share_at(light: Light, spot: Spot, middle: Spot) -> float:
    return float(lamp_on_table(light, np.array(spot, np.float32), middle))


def towards_lamp(light: Light, point: Doubles) -> Doubles:
    way = np.array(light.lamp) - point
    return np.asarray(way / np.linalg.norm(way), np.float64)
