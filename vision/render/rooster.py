"""The rooster and the small worm of page and mat, from the same strokes as there."""

import re

from vision.render.canvas import Canvas, Colour, Point, shade

# In a square of 200 with y down, as page and print have them.
_PARTS: tuple[tuple[str, Colour], ...] = (
    ("M62 118 C20 112 10 70 30 46 C34 78 50 92 74 100 Z", (143, 111, 47)),
    ("M64 112 C34 98 34 56 54 38 C54 68 64 84 82 96 Z", (107, 143, 63)),
    ("M70 106 C52 90 58 56 76 44 C74 68 80 82 90 94 Z", (63, 150, 217)),
    (
        "M58 112 C60 150 84 170 108 168 C140 166 150 136 146 108 C143 86 146 76 142 62 C132 48 114 56 112 76 "
        "C108 98 84 104 58 112 Z",
        (192, 223, 240),
    ),
    (
        "M78 116 C82 146 108 152 124 138 C120 134 126 130 122 126 C126 122 120 116 112 114 C100 110 88 110 78 116 Z",
        (124, 178, 220),
    ),
    ("M112 50 C104 38 112 26 121 33 C121 20 134 18 136 29 C145 22 154 32 146 44 L142 52 Z", (77, 72, 229)),
    (
        "M107 62 C107 50 117 40 129 40 C141 40 151 50 151 62 C151 74 141 84 129 84 C117 84 107 74 107 62 Z",
        (192, 223, 240),
    ),
    ("M149 57 L172 64 L149 72 Z", (44, 160, 227)),
    ("M149 69 L166 68 L149 77 Z", (26, 130, 201)),
    ("M146 74 C156 78 154 96 146 94 C139 92 139 80 146 74 Z", (77, 72, 229)),
)
_LEGS = ("M92 160 L92 184 L80 190", "M92 184 L104 190", "M116 160 L116 184 L104 190", "M116 184 L128 190")
_WORM = "M8 64 C20 30 36 34 44 56 C50 74 64 76 72 52 C78 34 92 34 94 50"


def rooster(board: Canvas, foot: Point, height: float) -> None:
    """The rooster standing on a point, so high in units of the board."""

    def put(strokes: str) -> list[Point]:
        return [(foot[0] + (x - 100) / 200 * height, foot[1] + (y - 190) / 200 * height) for x, y in _points(strokes)]

    for leg in _LEGS:
        board.stroke(put(leg), 6 / 200 * height, (44, 160, 227))
    for strokes, colour in _PARTS:
        board.fill(put(strokes), colour)
    (eye, glance) = put("M136 58 L138 58")
    board.disc(eye, 7.5 / 200 * height, (255, 255, 255))
    board.disc(glance, 4 / 200 * height, (15, 19, 23))


def small_worm(board: Canvas, at: Point, width: float, colour: Colour) -> None:
    """A worm of one stroke, its middle at a point."""
    body = [(at[0] + (x - 50) / 100 * width, at[1] + (y - 52) / 100 * width) for x, y in _points(_WORM)]
    board.stroke(body, 0.15 * width, colour)
    board.disc(body[-1], 0.12 * width, colour)
    board.disc((body[-1][0], body[-1][1] - 0.02 * width), 0.03 * width, shade(colour, 0.4))


def _points(strokes: str) -> list[Point]:
    """The points along a path of the letters M, C, L and Z of SVG."""
    line: list[Point] = []
    for letter, numbers in re.findall(r"([MCLZ])([^MCLZ]*)", strokes):
        n = [float(number) for number in numbers.split()]
        if letter in "ML":
            line.append((n[0], n[1]))
        elif letter == "C":
            (x, y), steps = line[-1], 10
            for t in (i / steps for i in range(1, steps + 1)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                line.append((a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]))
    return line
