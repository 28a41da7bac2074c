"""Paints the bare table once: cloth, mat and markers under the lamp, as this camera sees them."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import cloths, lamp, sheet
from vision.render.canvas import Art
from vision.render.lens import Floats, Lens
from vision.render.scene import Scene
from vision.table.zones import EDGE_MM, MARKER_MM

_STRIP = 60  # rows at a time: what is worked on stays in the processor's cache
_SHINE = {"stone": 0.5, "oak": 0.16, "walnut": 0.2, "pine": 0.1}  # felt and linen do not shine
_PAPER_SHINE = 0.04


def bare_table(scene: Scene, lens: Lens) -> NDArray[np.uint8]:
    width, height = lens.size
    table = np.empty((height, width, 3), np.float32)
    for top in range(0, height, _STRIP):
        rows = min(_STRIP, height - top)
        fine = _strip(scene, lens, top, rows)
        # A pixel gathers light, not grey levels: squared, levels are near enough to light.
        fine *= fine
        table[top : top + rows] = cv2.resize(fine, (width, rows), interpolation=cv2.INTER_AREA)
    np.sqrt(table, out=table)
    bright, shine = _light(scene, lens)
    table *= cv2.resize(bright, lens.size, interpolation=cv2.INTER_LINEAR)
    table += cv2.resize(shine, lens.size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(table, 0, 255), np.uint8)


def _strip(scene: Scene, lens: Lens, top: int, rows: int) -> Floats:
    rays = lens.rays_of((0, top, lens.size[0], rows), 2)
    spots = lens.on_table(rays)
    art = cloths.cloth_art(scene.cloth.kind, scene.cloth.seed)
    turn, (left, up) = math.radians(scene.cloth.turn_deg), scene.cloth.shift_mm
    cos, sin, scale = math.cos(turn), math.sin(turn), cloths.PX_PER_MM
    place = np.array([[cos * scale, sin * scale, 150 * scale - left], [sin * scale, -cos * scale, 350 * scale + up]])
    x, y = (spots[..., 0] * a + spots[..., 1] * b + c for a, b, c in place.astype(np.float32))
    table = cv2.remap(art, x, y, cv2.INTER_LINEAR, None, cloths.beyond(scene.cloth.kind)).astype(np.float32)
    if scene.mat is not None:
        paper = sheet.sheet_art(scene.mat)
        _lay(table, spots, paper, -EDGE_MM, scene.mat.height - EDGE_MM)
    for marker in scene.markers:
        out = MARKER_MM / 2 + sheet.QUIET_MM
        _lay(table, spots, sheet.marker_art(marker.id), marker.at[0] - out, marker.at[1] + out)
    return table


def _lay(table: Floats, spots: Floats, paper: Art, left: float, top: float) -> None:
    """Put a sheet of paper on the table, its top left corner at a spot."""
    rows, columns = paper.shape[:2]
    scale = np.float32(sheet.PX_PER_MM)
    x, y = (spots[..., 0] - np.float32(left)) * scale, (np.float32(top) - spots[..., 1]) * scale
    inside = np.minimum(np.minimum(x, columns - x), np.minimum(y, rows - y))
    near = inside > -12
    if not near.any():
        return
    table *= 1 - np.float32(0.3) * np.clip(1 + inside / 12, 0, 1)[..., None] * (inside < 0)[..., None]
    shown = cv2.remap(paper, x - np.float32(0.5), y - np.float32(0.5), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    cover = np.clip(inside / np.float32(1.5) + np.float32(0.5), 0, 1)[..., None]
    table *= 1 - cover
    table += shown * cover


def _light(scene: Scene, lens: Lens) -> tuple[Floats, Floats]:
    """What light multiplies in and what the table mirrors, for every fourth pixel: light changes slowly."""
    light = scene.light
    width, height = lens.size[0] // 4, lens.size[1] // 4
    rays = np.asarray(cv2.resize(lens.rays, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    spots = lens.on_table(rays)
    share = lamp.lamp_on_table(light, spots, scene.camera.looks_at)
    bright = np.power((light.room + (1 - light.room) * share) * np.float32(light.brightness), np.float32(lamp.GAMMA))
    gloss = np.full(spots.shape[:2], np.float32(_SHINE.get(scene.cloth.kind, 0.0)))
    if scene.mat is not None:
        x, y = spots[..., 0] + EDGE_MM, spots[..., 1] + EDGE_MM
        gloss[(x > 0) & (x < scene.mat.width) & (y > 0) & (y < scene.mat.height)] = _PAPER_SHINE
    shine = gloss * np.float32(255 * light.brightness) * _mirrored(scene, lens, spots)
    tint = lamp.tint(light.kelvin)
    return np.asarray(bright[..., None] * tint, np.float32), np.asarray(shine[..., None] * tint, np.float32)


def _mirrored(scene: Scene, lens: Lens, spots: Floats) -> Floats:
    """How much of the lamp the table mirrors at each spot."""
    eye, bulb = lens.eye.astype(np.float32), np.array(scene.light.lamp, np.float32)
    onward = np.dstack([spots - eye[:2], np.full(spots.shape[:2], eye[2])])
    to_lamp = np.dstack([bulb[:2] - spots, np.full(spots.shape[:2], bulb[2])])
    together = (onward * to_lamp).sum(-1) / np.linalg.norm(onward, axis=-1) / np.linalg.norm(to_lamp, axis=-1)
    return np.asarray(np.maximum(together, 0) ** 60, np.float32)


def vignette(size: tuple[int, int], strength: float) -> NDArray[np.uint8]:
    """How the corners of the picture darken; 255 is not at all."""
    width, height = size
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / (width / 2)
    fall = 255 * (1 - np.float32(strength) * (x[None] ** 2 + y[:, None] ** 2) ** 1.2)
    return np.asarray(np.dstack([np.clip(fall, 0, 255)] * 3), np.uint8)
