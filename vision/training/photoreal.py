"""Renders tables of invented dice with Blender's Cycles, many of them leaning: what the shared renders are short of.

Runs where the package bpy is installed (``pip install bpy==5.0.1``, Python 3.11): python -m vision.training.photoreal
OUT FIRST LAST. Each scene is written as NNNNN.jpg and NNNNN.json in the form of the shared renders.
"""

import json
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np

from vision.training.art import SIDE, Design, draw_face, random_design
from vision.training.boards import board, cloth
from vision.training.cubes import SIDES, about, lowest, outward, rounded, upward

WIDTH, HEIGHT, SAMPLES = 640, 360, 4  # small and crowded: the networks are shown one die at a time
METAL, BALL, WOOD, PLAIN = 0.08, 0.4, 0.1, 0.25  # shares of dice of metal, turned on a lathe, of wood; of plain tables
CLUTTER, TILE = 0.25, 0.4  # share of what lies there that is no die; of that, share of flat tiles, the rest blank cubes
HARD = 0.6  # share of lamps so small that a die's shadow has edges as sharp as its sides
TILT = 10, 36  # degrees a die leans
Rng = np.random.Generator


@dataclass
class Cube:
    """A die as it lies: its turn takes the cube's own axes to the table's. Tiles and blank cubes lie among them."""

    design: Design
    faces: list[str]
    side: float
    turn: np.ndarray
    centre: np.ndarray
    cocked: bool
    kind: str = "die"
    height: float = 1.0  # of its side

    @property
    def size(self) -> np.ndarray:
        """Along its own axes."""
        return self.side * np.array([1.0, 1.0, self.height])


def lay_out(rng: Rng, reach: float, designs: list[Design]) -> list[Cube]:
    """Clusters of dice: alone, touching, and in half of them one that leans on its neighbour."""
    cubes: list[Cube] = []
    for _ in range(int(rng.integers(40, 120))):
        spot = rng.uniform(-1, 1, 2) * (reach, reach * 0.56)
        side = float(rng.uniform(12, 20))
        if any(np.linalg.norm(spot - c.centre[:2]) < 2.2 * max(side, c.side) for c in cubes):
            continue
        if rng.random() < CLUTTER:
            cubes.append(no_die(rng, designs, side, spot))
            continue
        first = flat(rng, designs, side, spot, float(rng.uniform(0, 2 * math.pi)))
        cubes.append(first)
        if rng.random() < 0.45:
            cubes.append(leaning(rng, designs, first))
        elif rng.random() < 0.4:
            cubes.append(beside(rng, designs, first))
    return cubes


def flat(rng: Rng, designs: list[Design], side: float, spot: np.ndarray, yaw: float) -> Cube:
    design = designs[int(rng.integers(len(designs)))]
    turn = about(np.array([0.0, 0, 1]), yaw) @ upward(rng)
    faces = [str(design.faces[n]) for n in rng.permutation(6)]
    return Cube(design, faces, side, turn, np.array([*spot, side / 2]), False)


def no_die(rng: Rng, designs: list[Design], side: float, spot: np.ndarray) -> Cube:
    """What looks much like a die: a cube with nothing on it, or a flat tile with a picture."""
    thing = flat(rng, designs, side, spot, float(rng.uniform(0, 2 * math.pi)))
    thing.kind, thing.faces = "blank_cube", [""] * 6
    if rng.random() < TILE:
        thing.kind, thing.height = "tile", float(rng.uniform(0.06, 0.25))
        thing.faces[0] = f"g{int(rng.integers(1_000_000_000))}"  # never pips: from above nobody could tell
        thing.turn = about(np.array([0.0, 0, 1]), float(rng.uniform(0, 2 * math.pi)))
        thing.centre[2] = thing.height * side / 2
    return thing


def heading(cube: Cube) -> float:
    """The direction one of its side faces looks in."""
    across = next(column for column in cube.turn.T if abs(column[2]) < 0.5)
    return math.atan2(across[1], across[0])


def beside(rng: Rng, designs: list[Design], other: Cube) -> Cube:
    way = heading(other) + int(rng.integers(4)) * math.pi / 2
    ahead = np.array([math.cos(way), math.sin(way)])
    aside = np.array([-ahead[1], ahead[0]]) * rng.uniform(-0.5, 0.5) * other.side
    yaw = way if rng.random() < 0.5 else float(rng.uniform(0, 2 * math.pi))
    gap = (abs(math.cos(yaw - way)) + abs(math.sin(yaw - way))) / 2 * other.side + other.side / 2 + rng.uniform(0.1, 3)
    return flat(rng, designs, other.side, other.centre[:2] + ahead * gap + aside, yaw)


def leaning(rng: Rng, designs: list[Design], other: Cube) -> Cube:
    """A die tilted up against another: one edge on the table, its underside on the other's upper edge."""
    way = heading(other) + int(rng.integers(4)) * math.pi / 2
    ahead = np.array([math.cos(way), math.sin(way)])
    cube = flat(rng, designs, other.side, other.centre[:2], way + float(rng.normal(0, 0.25)))
    axis = np.array([-ahead[1], ahead[0], 0.0])
    angle = math.radians(rng.uniform(*TILT)) * (1 if rng.random() < 0.8 else -1)
    cube.turn = about(axis, angle) @ cube.turn
    high = lowest(cube.turn, cube.side, 0.1 * cube.side)
    width = (math.cos(angle) + abs(math.sin(angle))) / 2 * cube.side
    away = other.side / 2 + width + rng.uniform(-0.35, 0.02) * cube.side * abs(math.sin(angle))
    aside = np.array([-ahead[1], ahead[0]]) * rng.uniform(-0.45, 0.45) * other.side
    cube.centre = np.array([*(other.centre[:2] + ahead * away + aside), high])
    cube.cocked = True
    return cube


def picture(pixels: np.ndarray, folder: Path, name: str) -> Any:
    path = folder / f"{name}.png"
    cv2.imwrite(str(path), pixels)
    return bpy.data.images.load(str(path))


def material(name: str, image: Any, rng: Rng, height: Any = None, metal: bool = False) -> Any:
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    shown = nodes.new("ShaderNodeTexImage")
    shown.image = image
    links.new(shown.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = float(rng.uniform(0.08, 0.7))
    if metal:
        surface.inputs["Metallic"].default_value = float(rng.uniform(0.4, 0.9))
    elif rng.random() < 0.15:
        surface.inputs["Transmission Weight"].default_value = float(rng.uniform(0.3, 0.7))
    if height is not None:
        relief = nodes.new("ShaderNodeTexImage")
        relief.image = height
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = 0.9
        bump.inputs["Distance"].default_value = 0.6
        links.new(relief.outputs["Color"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], surface.inputs["Normal"])
    return made


def dress(cube: Cube, folder: Path, number: int, rng: Rng) -> Any:
    """The mesh of one die with its art."""
    blank = np.full((SIDE, SIDE, 3), cube.design.body, np.uint8)
    faces = [draw_face(cube.design, face) if face else blank for face in cube.faces]
    strip = np.hstack(faces)
    if rng.random() < WOOD:
        grain = cv2.resize(
            rng.normal(1, 0.12, (4, strip.shape[1] // 3)), strip.shape[1::-1], interpolation=cv2.INTER_CUBIC
        )
        strip = np.clip(strip * grain[..., None], 0, 255).astype(np.uint8)
    height = None
    if rng.random() < 0.4:  # drilled or engraved
        depth = np.abs(strip.astype(np.float32) - np.array(cube.design.body, np.float32)).max(2) > 40
        relief = 255 - cv2.GaussianBlur(depth.astype(np.float32) * 255, (0, 0), 3)
        height = picture(relief.astype(np.uint8), folder, f"relief{number}")
    round_ = float(rng.uniform(0.03, 0.2) if rng.random() < 0.8 else rng.uniform(0.2, 0.36))
    ball = float(rng.uniform(0.6, 0.78)) if rng.random() < BALL else 1.0
    points, quads, places = rounded(round_, ball)
    mesh = bpy.data.meshes.new(f"die{number}")
    mesh.from_pydata((points * cube.size @ cube.turn.T + cube.centre).tolist(), [], quads.tolist())
    mesh.uv_layers.new().data.foreach_set("uv", places[quads].ravel())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(quads), bool))
    art = picture(strip, folder, f"art{number}")
    mesh.materials.append(material(f"die{number}", art, rng, height, rng.random() < METAL))
    thing = bpy.data.objects.new(f"die{number}", mesh)
    bpy.context.collection.objects.link(thing)
    return thing


def table(rng: Rng, folder: Path) -> None:
    bpy.ops.mesh.primitive_plane_add(size=1400)
    plane = bpy.context.object
    top = cloth(rng) if rng.random() < PLAIN else board(rng)
    made = material("table", picture(np.tile(top, (2, 2, 1)), folder, "table"), rng)
    made.node_tree.nodes["Principled BSDF"].inputs["Transmission Weight"].default_value = 0
    plane.data.materials.append(made)
    scale = float(np.exp(rng.uniform(np.log(1.2), np.log(8))))
    for loop in plane.data.uv_layers[0].data:
        loop.uv = (loop.uv[0] * scale, loop.uv[1] * scale)


def lights(rng: Rng) -> None:
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    ground = world.node_tree.nodes["Background"]
    warm = rng.uniform(-0.25, 0.25)
    ground.inputs["Color"].default_value = (1 + warm, 1, 1 - warm, 1)
    ground.inputs["Strength"].default_value = float(rng.uniform(0.02, 0.7))
    for n in range(int(rng.integers(1, 3))):
        lamp = bpy.data.lights.new(f"lamp{n}", "AREA")
        lamp.size = float(np.exp(rng.uniform(np.log(4), np.log(60)))) if rng.random() < HARD else rng.uniform(40, 500)
        lamp.energy = float(rng.uniform(2e6, 7e6))
        warm = rng.uniform(-0.3, 0.3)
        lamp.color = (1 + min(warm, 0), 1 - abs(warm) / 2, 1 - max(warm, 0))
        thing = bpy.data.objects.new(f"lamp{n}", lamp)
        way, far = rng.uniform(0, 2 * math.pi), rng.uniform(100, 1200)
        thing.location = (far * math.cos(way), far * math.sin(way), float(rng.uniform(300, 900)))
        aim = -np.array(thing.location)
        down, round_ = math.atan2(math.hypot(aim[0], aim[1]), -aim[2]), math.atan2(aim[1], aim[0])
        thing.rotation_euler = (down, 0, round_ - math.pi / 2)
        bpy.context.collection.objects.link(thing)


def camera(rng: Rng, focal: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Puts the camera; returns K, R, t in OpenCV's axes (camera point = R X + t)."""
    tilt = math.radians(abs(rng.normal(0, 9)) if rng.random() < 0.3 else rng.uniform(15, 72))
    far = focal * float(np.exp(rng.uniform(np.log(0.35), np.log(0.7))))  # a die of 16 mm is 23 to 46 pixels wide
    place = np.array([float(rng.normal(0, 30)), -far * math.sin(tilt), far * math.cos(tilt)])
    ahead = -place / np.linalg.norm(place)
    right = np.cross(ahead, [0, 1.0, 0.001])
    right = about(ahead, float(rng.normal(0, 0.12))) @ (right / np.linalg.norm(right))
    down = np.cross(ahead, right)
    turn = np.stack([right, down, ahead])
    thing = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    thing.data.sensor_width = 36
    thing.data.lens = focal / WIDTH * 36
    thing.data.clip_end = 5000
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, -down, -ahead], 1)
    pose[:3, 3] = place
    thing.matrix_world = pose.T.tolist()
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    inner = np.array([[focal, 0, WIDTH / 2 - 0.5], [0, focal, HEIGHT / 2 - 0.5], [0, 0, 1]])
    return inner, turn, -turn @ place


def told(cube: Cube, number: int, inner: np.ndarray, turn: np.ndarray, shift: np.ndarray) -> dict[str, Any]:
    """What there is to know of a die, in pixels."""
    normals = np.array([outward(n) for n in range(6)]) @ cube.turn.T
    top = int(np.argmax(normals[:, 2]))
    across, down = (cube.turn @ np.array(v) * cube.side / 2 for v in SIDES[top])
    middle = cube.centre + normals[top] * cube.side * cube.height / 2
    corners = np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])
    whole = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * cube.size / 2 @ cube.turn.T

    def seen(points: np.ndarray) -> np.ndarray:
        there = (points @ turn.T + shift) @ inner.T
        return there[:, :2] / there[:, 2:]

    axis = normals[top] * cube.side
    up = seen(middle[None])[0] - seen((middle - axis)[None])[0]
    outline = cv2.convexHull(seen(whole + cube.centre).astype(np.float32)).reshape(-1, 2)
    return {
        "face": None if cube.cocked else cube.faces[top], "nearest_face": cube.faces[top], "cocked": cube.cocked,
        "quad_px": seen(corners).round(2).tolist(), "hull_px": outline.round(2).tolist(), "up_px": up.round(2).tolist(),
        "style": f"own{cube.design.seed}", "size_mm": cube.side, "number": number, "centre_mm": cube.centre.tolist(),
        "distance": float(np.linalg.norm(turn @ cube.centre + shift)),
    }  # fmt: skip


def what_is_seen(dice: list[dict[str, Any]]) -> None:
    """Fills in boxes and how much of each top face is visible, from nearest die to farthest."""
    taken = np.zeros((HEIGHT, WIDTH), np.uint8)
    for die in sorted(dice, key=lambda d: float(d.pop("distance"))):
        hull = np.round(np.array(die["hull_px"])).astype(np.int32)
        mine, top = np.zeros_like(taken), np.zeros_like(taken)
        cv2.fillConvexPoly(mine, hull, 1)
        cv2.fillConvexPoly(top, np.round(np.array(die["quad_px"])).astype(np.int32), 1)
        area = max(float(cv2.contourArea(np.array(die["quad_px"], np.float32))), 1.0)
        die["top_visible"] = round(min(1.0, float((top & (1 - taken)).sum()) / area), 3)
        ys, xs = np.nonzero(mine & (1 - taken))
        box = (xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1) if len(xs) else (0, 0, 0, 0)
        die["box_px"] = [int(v) for v in box]
        taken |= mine


def render(seed: int, folder: Path) -> None:
    rng = np.random.default_rng(seed)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    stage.render.engine = "CYCLES"
    stage.cycles.samples = SAMPLES
    stage.cycles.use_denoising = True
    stage.cycles.denoising_quality, stage.cycles.denoising_prefilter = "FAST", "NONE"  # a third of the time
    stage.cycles.max_bounces = 4
    stage.render.resolution_x, stage.render.resolution_y = WIDTH, HEIGHT
    stage.render.threads_mode, stage.render.threads = "FIXED", 1
    stage.view_settings.view_transform = str(rng.choice(["Standard", "AgX"]))
    stage.view_settings.exposure = float(rng.uniform(-0.6, 0.6))
    focal = WIDTH * float(np.exp(rng.uniform(np.log(0.8), np.log(2.0))))
    with tempfile.TemporaryDirectory() as scratch:
        table(rng, Path(scratch))
        lights(rng)
        inner, turn, shift = camera(rng, focal)
        reach = 0.42 * WIDTH / focal * float(shift[2])
        designs = [random_design(rng) for _ in range(int(rng.integers(2, 7)))]
        cubes = lay_out(rng, reach, designs)
        for number, cube in enumerate(cubes):
            dress(cube, Path(scratch), number, rng)
        stage.render.image_settings.file_format = "PNG"
        stage.render.filepath = str(Path(scratch) / "seen.png")
        bpy.ops.render.render(write_still=True)
        pixels = np.asarray(cv2.imread(stage.render.filepath))
    dice = [told(cube, n, inner, turn, shift) for n, cube in enumerate(cubes)]
    what_is_seen(dice)
    clutter = [{"kind": c.kind, "box_px": d["box_px"]} for c, d in zip(cubes, dice, strict=True) if c.kind != "die"]
    dice = [die for cube, die in zip(cubes, dice, strict=True) if cube.kind == "die"]
    kinds = {f"own{c.design.seed}": {"kind": c.design.kind} for c in cubes if c.kind == "die"}
    cv2.imwrite(str(folder / f"{seed:05d}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 93])
    eye = {"K": inner.tolist(), "dist": [0.0] * 5, "R": turn.tolist(), "t": shift.tolist()}
    (folder / f"{seed:05d}.json").write_text(
        json.dumps({"camera": eye, "dice": dice, "distractors": clutter, "style_params": kinds})
    )


if __name__ == "__main__":
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        if not (out / f"{number:05d}.json").exists():
            render(number, out)
