"""A colour as people tell colours apart (CIE L*a*b*): unlike ones are far from each other.

OpenCV can do it, too, but spends a tenth of a second on tables before the first.
"""

WHITE = (0.950456, 1.0, 1.088754)  # daylight, as x, y and z
FROM_RED, FROM_GREEN, FROM_BLUE = (
    (0.412453, 0.212671, 0.019334),
    (0.357580, 0.715160, 0.119193),
    (0.180423, 0.072169, 0.950227),
)


def lab(blue: float, green: float, red: float) -> tuple[float, float, float]:
    """Lightness, a and b of a screen's colour, whose parts go from 0 to 1."""
    light = [_light(red), _light(green), _light(blue)]
    mixed = zip(FROM_RED, FROM_GREEN, FROM_BLUE, WHITE, strict=True)
    x, y, z = (_seen((r * light[0] + g * light[1] + b * light[2]) / white) for r, g, b, white in mixed)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _light(part: float) -> float:
    return float(((part + 0.055) / 1.055) ** 2.4) if part > 0.04045 else part / 12.92


def _seen(light: float) -> float:
    return float(light ** (1 / 3)) if light > 0.008856 else 7.787 * light + 16 / 116
