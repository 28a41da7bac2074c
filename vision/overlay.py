"""Draws what was seen back onto the frame, for people."""

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.observation import Quad, TableObservation

Colour = tuple[int, int, int]  # BGR
SURE, UNSURE, COCKED, PLAIN, MARKER = (126, 207, 140), (61, 138, 255), (94, 107, 255), (181, 163, 143), (220, 180, 90)
INK, PAPER = (20, 16, 12), (250, 245, 238)


def draw(pixels: Pixels, seen: TableObservation) -> Pixels:
    """Each piece outlined, with its name and how sure the eye is; green is sure, orange is not, red is cocked."""
    out = pixels.copy()
    unit = max(1.0, max(out.shape[:2]) / 1280)
    for marker in seen.markers:
        _outline(out, marker.corners, MARKER, unit)
        _label(out, f"#{marker.id}", marker.corners[0], MARKER, unit * 0.8)
    for tile in seen.tiles:
        _outline(out, tile.quad, _colour(tile.sureness), unit)
        _label(out, str(tile.number) if tile.face_up else "down", _low(tile.quad), _colour(tile.sureness), unit)
    for card in seen.cards:
        _outline(out, card.quad, _colour(card.sureness), unit)
        _label(out, f"{card.design} ({card.points})", _low(card.quad), _colour(card.sureness), unit)
    for token in seen.tokens:
        centre = round(token.centre[0]), round(token.centre[1])
        cv2.circle(out, centre, round(token.radius), _colour(token.sureness), round(2 * unit), cv2.LINE_AA)
        _label(
            out, token.design, (token.centre[0], token.centre[1] + token.radius), _colour(token.sureness), unit * 0.8
        )
    for die in seen.dice:
        colour = COCKED if die.cocked else PLAIN if die.face is None else _colour(die.sureness)
        x, y, w, h = die.box
        if die.quad is not None:
            _outline(out, die.quad, colour, unit)
        else:
            cv2.rectangle(out, (round(x), round(y)), (round(x + w), round(y + h)), colour, round(2 * unit), cv2.LINE_AA)
        name = "cocked" if die.cocked else die.face or "?"
        name = f"{'golden ' if die.golden else ''}{name} {die.sureness:.0%}"
        _label(out, name, (x + w / 2, y + h), colour, unit)
    return out


def _colour(sureness: float) -> Colour:
    return SURE if sureness >= 0.95 else UNSURE


def _low(quad: Quad) -> tuple[float, float]:
    return sum(x for x, _ in quad) / 4, max(y for _, y in quad)


def _outline(out: Pixels, quad: Quad, colour: Colour, unit: float) -> None:
    points = np.round(np.array(quad)).astype(np.int32)
    cv2.polylines(out, [points], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
    cv2.circle(out, (int(points[0][0]), int(points[0][1])), max(2, round(3 * unit)), colour, -1, cv2.LINE_AA)


def _label(out: Pixels, text: str, below: tuple[float, float], colour: Colour, unit: float) -> None:
    scale, thick = 0.5 * unit, max(1, round(1.2 * unit))
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x = round(min(max(0.0, below[0] - width / 2), max(0.0, out.shape[1] - width - 2.0)))
    y = round(min(below[1] + height + 6 * unit, out.shape[0] - 4.0))
    cv2.rectangle(out, (x - 3, y - height - 3), (x + width + 3, y + base), INK, -1)
    cv2.rectangle(out, (x - 3, y - height - 3), (x + width + 3, y + base), colour, 1, cv2.LINE_AA)
    cv2.putText(out, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, PAPER, thick, cv2.LINE_AA)
