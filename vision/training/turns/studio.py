"""A table that stays set up in Blender from picture to picture: only what changed is laid anew and rendered.

Runs where the package bpy is installed, as vision.training.photoreal does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.photoreal import picture
from vision.training.strangers.render import Room, lamp, lay_table, place_eye, settle, surface
from vision.training.strangers.shapes import Eye, Solid

SHADOW_MM = 10.0  # how much farther than its edge the light about a piece changes
SEAM = 6  # pixels over which a patch melts into the picture it is laid on
Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels


@dataclass(frozen=True)
class Lamp:
    """One lamp: where it hangs in mm, how far it reaches, how bright it makes the table, how warm."""

    at: tuple[float, float, float]
    mm: float
    bright: float
    warm: float


@dataclass(frozen=True)
class Lighting:
    """All light of a picture."""

    lamps: tuple[Lamp, ...]
    room: float
    room_warm: float = 0.0
    exposure: float = 0.0


class Studio:
    """Blender's scene; ``shoot`` gives what the pinhole sees, without the lens's and the sensor's doing."""

    def __init__(self, table: str, seed: int, fixed: Sequence[Solid], scratch: Path) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scratch = scratch
        self._materials: dict[int, Any] = {}
        self._kept: list[Any] = []  # arts, so that the id of none is given to another
        self._laid: dict[str, tuple[list[Any], list[np.ndarray]]] = {}
        self._lamps: tuple[Lamp, ...] = ()
        lay_table(np.random.default_rng(seed), Room(table, "one", seed), scratch)
        bpy.context.scene.render.use_persistent_data = True
        for number, solid in enumerate(fixed):
            self._put(solid, f"fixed{number}")

    def light(self, lighting: Lighting) -> None:
        for thing in [one for one in bpy.data.objects if one.type == "LIGHT"]:
            bpy.data.objects.remove(thing, do_unlink=True)
        world = bpy.data.worlds.get("world") or bpy.data.worlds.new("world")
        bpy.context.scene.world = world
        world.use_nodes = True
        ground, warm = world.node_tree.nodes["Background"], lighting.room_warm
        ground.inputs["Color"].default_value = (1 + warm, 1, 1 - warm, 1)
        ground.inputs["Strength"].default_value = lighting.room
        for number, one in enumerate(lighting.lamps):
            lamp(f"lamp{number}", np.array(one.at), one.mm, one.bright, one.warm)
        self._lamps = lighting.lamps
        bpy.context.scene.view_settings.exposure = lighting.exposure

    def look_from(self, eye: Eye) -> None:
        for thing in [one for one in bpy.data.objects if one.type == "CAMERA"]:
            bpy.data.objects.remove(thing, do_unlink=True)
        settle(bpy.context.scene, eye)
        place_eye(eye)
        self.eye = eye

    def lay(self, wanted: Mapping[str, Sequence[Solid]]) -> list[np.ndarray]:
        """Lay these things and no others; returns the points of all that came or went."""
        changed: list[np.ndarray] = []
        for key in [key for key in self._laid if key not in wanted]:
            things, points = self._laid.pop(key)
            changed += points
            for thing in things:
                mesh = thing.data
                bpy.data.objects.remove(thing, do_unlink=True)
                bpy.data.meshes.remove(mesh)
        for key, solids in wanted.items():
            if key not in self._laid:
                self._laid[key] = [self._put(solid, key) for solid in solids], [solid.points for solid in solids]
                changed += self._laid[key][1]
        return changed

    def box_of(self, changed: Sequence[np.ndarray]) -> Box | None:
        """Where in the picture a change of these points can be seen, with its shadows; nothing for nowhere."""
        if not changed:
            return None
        points = np.concatenate(changed)
        spread = [points, points * (1, 1, 0)]
        for one in self._lamps:
            from_lamp = np.array(one.at)
            low = np.minimum(points[:, 2:], from_lamp[2] * 0.6)
            spread.append((from_lamp + (points - from_lamp) * from_lamp[2] / (from_lamp[2] - low)) * (1, 1, 0))
        whole = np.concatenate(spread)
        around = [whole + np.array([x, y, 0.0]) * SHADOW_MM for x in (-1, 1) for y in (-1, 1)]
        pixels = self.eye.seen(np.concatenate(around))
        low_px = np.clip(np.floor(pixels.min(0)), 0, (self.eye.width, self.eye.height)).astype(int)
        high_px = np.clip(np.ceil(pixels.max(0)), 0, (self.eye.width, self.eye.height)).astype(int)
        if (high_px - low_px < 2).any():
            return None
        return int(low_px[0]), int(low_px[1]), int(high_px[0]), int(high_px[1])

    def shoot(self, onto: Pixels | None, box: Box | None, samples: int) -> Pixels:
        """A picture: all of it, or the box of it laid onto another one."""
        stage = bpy.context.scene
        stage.cycles.samples = samples
        wide, high = self.eye.width, self.eye.height
        part = (0, 0, wide, high)
        if onto is not None and box is not None:
            left, top, right, bottom = box
            part = max(0, left - SEAM), max(0, top - SEAM), min(wide, right + SEAM), min(high, bottom + SEAM)
        border = stage.render
        border.use_border = border.use_crop_to_border = part != (0, 0, wide, high)
        border.border_min_x, border.border_max_x = (part[0] + 0.01) / wide, (part[2] + 0.01) / wide
        border.border_min_y, border.border_max_y = 1 - (part[3] - 0.01) / high, 1 - (part[1] - 0.01) / high
        stage.render.filepath = str(self._scratch / "seen.png")
        bpy.ops.render.render(write_still=True)
        seen = np.asarray(cv2.imread(stage.render.filepath))
        if onto is None or not border.use_border:
            return seen
        return laid_on(onto, seen, part)

    def _put(self, solid: Solid, name: str) -> Any:
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(solid.points.tolist(), [], solid.faces)
        mesh.uv_layers.new().data.foreach_set("uv", solid.places.ravel())
        mesh.polygons.foreach_set("use_smooth", np.full(len(solid.faces), solid.smooth))
        mesh.materials.append(self._material(solid))
        thing = bpy.data.objects.new(name, mesh)
        if solid.kind == "hand":  # its limbs melt into one
            melt = thing.modifiers.new("melt", "REMESH")
            melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", 3.0, True
            soften = thing.modifiers.new("soften", "SMOOTH")
            soften.iterations = 4
        bpy.context.collection.objects.link(thing)
        return thing

    def _material(self, solid: Solid) -> Any:
        """One material for all pieces with one art."""
        known = id(solid.art)
        if known not in self._materials:
            number = len(self._materials)
            relief = picture(solid.relief, self._scratch, f"relief{number}") if solid.relief is not None else None
            art = picture(solid.art, self._scratch, f"art{number}")
            self._materials[known] = surface(f"look{number}", art, solid.look, relief)
            self._kept.append(solid.art)
        return self._materials[known]


def laid_on(onto: Pixels, seen: Pixels, part: Box) -> Pixels:
    """A patch on a picture, melting into it at its edges but for those of the picture."""
    high, wide = onto.shape[:2]
    left, top, right, bottom = part
    seen = seen[: bottom - top, : right - left]
    cover = np.ones(seen.shape[:2], np.float32)
    ramp = (np.arange(SEAM, dtype=np.float32) + 0.5) / SEAM
    if left > 0:
        cover[:, :SEAM] *= ramp
    if right < wide:
        cover[:, -SEAM:] *= ramp[::-1]
    if top > 0:
        cover[:SEAM] *= ramp[:, None]
    if bottom < high:
        cover[-SEAM:] *= ramp[::-1, None]
    whole = onto.copy()
    there = whole[top:bottom, left:right]
    mixed = there + (seen.astype(np.float32) - there) * cover[..., None]
    whole[top:bottom, left:right] = np.round(mixed).astype(np.uint8)
    return whole
