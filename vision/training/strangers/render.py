"""Takes the pictures of a stranger's table: Blender's Cycles for the light, then what a lens and a sensor add.

Runs where the package bpy is installed, as vision.training.photoreal does.
"""

import math
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.photoreal import material, picture
from vision.training.strangers.art import Look
from vision.training.strangers.shapes import Eye, Solid
from vision.training.strangers.tables import table_top

Rng = np.random.Generator
LIGHTS, OFTEN = ("one", "two", "hard", "window"), (0.32, 0.18, 0.2, 0.3)
SAMPLES = 4  # the denoiser does the rest
DULL = 0.75  # rougher than this nothing shines, which is quicker
WIDE = 4000.0  # mm of table, far beyond what is seen


@dataclass(frozen=True)
class Room:
    """What the pieces lie on and in which light."""

    table: str
    light: str
    seed: int
    mild: bool = False  # as for teaching: no glare, nothing too dark


def take(solids: list[Solid], eye: Eye, room: Room) -> Pixels:
    """The finished picture."""
    rng = np.random.default_rng(room.seed)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    settle(stage, eye)
    stage.view_settings.exposure = float(rng.uniform(-0.3, 0.2) if room.mild else rng.uniform(-0.8, 0.25))
    with tempfile.TemporaryDirectory() as scratch:
        lay_table(rng, room, Path(scratch))
        light_up(rng, room, eye)
        place_eye(eye)
        for number, solid in enumerate(solids):
            put(solid, f"{solid.kind}{number}", Path(scratch))
        stage.render.filepath = str(Path(scratch) / "seen.png")
        bpy.ops.render.render(write_still=True)
        pixels = np.asarray(cv2.imread(stage.render.filepath))
    return through_lens(pixels, rng)


def settle(stage: Any, eye: Eye) -> None:
    stage.render.engine = "CYCLES"
    stage.cycles.samples = SAMPLES
    stage.cycles.use_adaptive_sampling = stage.cycles.use_light_tree = False  # slower, at so few samples
    stage.cycles.use_denoising = True
    stage.cycles.denoising_quality, stage.cycles.denoising_prefilter = "FAST", "NONE"
    stage.cycles.max_bounces, stage.cycles.diffuse_bounces, stage.cycles.glossy_bounces = 4, 1, 2
    stage.cycles.caustics_reflective = stage.cycles.caustics_refractive = False
    stage.render.resolution_x, stage.render.resolution_y = eye.width, eye.height
    stage.render.threads_mode, stage.render.threads = "FIXED", 1
    stage.render.image_settings.file_format = "PNG"
    stage.view_settings.view_transform = "Standard"


def surface(name: str, art: Any, look: Look, relief: Any = None) -> Any:
    """The material of one look: nothing about it is left to chance."""
    made = material(name, art, np.random.default_rng(0), relief)
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Roughness"].default_value = look.rough
    inputs["Metallic"].default_value = look.metal
    inputs["Transmission Weight"].default_value = look.clear
    if look.rough > DULL:
        inputs["Specular IOR Level"].default_value = 0
    for node in made.node_tree.nodes:
        if node.bl_idname == "ShaderNodeBump":
            node.inputs["Strength"].default_value = look.relief
    return made


def put(solid: Solid, name: str, folder: Path) -> None:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(solid.points.tolist(), [], solid.faces)
    mesh.uv_layers.new().data.foreach_set("uv", solid.places.ravel())
    mesh.polygons.foreach_set("use_smooth", np.full(len(solid.faces), solid.smooth))
    relief = picture(solid.relief, folder, f"{name}-relief") if solid.relief is not None else None
    mesh.materials.append(surface(name, picture(solid.art, folder, name), solid.look, relief))
    bpy.context.collection.objects.link(bpy.data.objects.new(name, mesh))


def lay_table(rng: Rng, room: Room, folder: Path) -> None:
    top, wide, rough = table_top(rng, room.table)
    wide *= 0.5 if room.mild else 1.0  # seen from nearer
    bpy.ops.mesh.primitive_plane_add(size=WIDE)
    plane = bpy.context.object
    made = surface("table", picture(top, folder, "table"), Look(rough))
    for node in made.node_tree.nodes:
        if node.bl_idname == "ShaderNodeTexImage":
            node.extension = "MIRROR"
    plane.data.materials.append(made)
    turn, move = float(rng.normal(0, 0.4)), rng.uniform(0, 1, 2)
    for loop in plane.data.uv_layers[0].data:
        x, y = (loop.uv[0] - 0.5) * WIDE / wide, (loop.uv[1] - 0.5) * WIDE / wide
        across, along = math.cos(turn) * x - math.sin(turn) * y, math.sin(turn) * x + math.cos(turn) * y
        loop.uv = (across + move[0], along + move[1])


def light_up(rng: Rng, room: Room, eye: Eye) -> None:
    """Lamps as bright as a paper under them asks for, however far away they hang."""
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    ground, warm = world.node_tree.nodes["Background"], float(rng.normal(0, 0.12))
    ground.inputs["Color"].default_value = (1 + warm, 1, 1 - warm, 1)
    soft = room.light in ("window", "two") or room.mild
    ground.inputs["Strength"].default_value = float(rng.uniform(0.2, 0.4) if soft else rng.uniform(0.06, 0.25))
    for n in range(2 if room.light == "two" else 1):
        size = {"hard": rng.uniform(8, 50), "window": rng.uniform(500, 1000)}.get(room.light, rng.uniform(80, 350))
        low = room.light == "window"
        way = float(rng.uniform(0, 2 * math.pi))
        far, high = rng.uniform(600, 1100) if low else rng.uniform(150, 700), rng.uniform(450, 1000)
        spot = np.array([far * math.cos(way), far * math.sin(way), high])
        if n == 0 and not room.mild and rng.random() < 0.2:
            spot = mirrored(rng, eye, float(high))
        bright = float(rng.uniform(0.35, 0.8)) / (1.4 if room.light == "two" else 1)
        lamp(f"lamp{n}", spot, float(size), bright, float(rng.uniform(-0.3, 0.35)))


def mirrored(rng: Rng, eye: Eye, high: float) -> np.ndarray:
    """Where a lamp must hang for its glare to be seen on the table."""
    pixel = rng.uniform(0.1, 0.9, 2) * (eye.width, eye.height)
    glare = eye.on_table(pixel)
    away = glare - eye.place[:2]
    return np.array([*(glare + away * high / eye.place[2]), high])


def lamp(name: str, spot: np.ndarray, size: float, bright: float, warm: float) -> None:
    made = bpy.data.lights.new(name, "AREA")
    far = float(np.linalg.norm(spot))
    made.size, made.energy = size, bright * math.pi**2 * far**3 / spot[2]
    made.color = (1 + min(warm, 0), 1 - abs(warm) / 3, 1 - max(warm, 0))
    thing = bpy.data.objects.new(name, made)
    thing.location = spot.tolist()
    down, round_ = math.atan2(math.hypot(spot[0], spot[1]), spot[2]), math.atan2(-spot[1], -spot[0])
    thing.rotation_euler = (down, 0, round_ - math.pi / 2)
    bpy.context.collection.objects.link(thing)


def place_eye(eye: Eye) -> None:
    thing = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    thing.data.sensor_width = 36
    thing.data.lens = eye.focal / eye.width * 36
    thing.data.clip_end = 6000
    right, down, ahead = eye.turn
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, -down, -ahead], 1)
    pose[:3, 3] = eye.place
    thing.matrix_world = pose.T.tolist()
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def through_lens(pixels: Pixels, rng: Rng) -> Pixels:
    """Softer at the corners and darker there, a tint the white balance left, and noise more where it is bright."""
    high, wide = pixels.shape[:2]
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    away = ((x - wide / 2) ** 2 + (y - high / 2) ** 2) / (wide**2 + high**2) * 4
    light: np.ndarray = (pixels.astype(np.float32) / 255) ** 2.2
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.35, 0.7))), np.float32)
    light *= (1 - float(rng.uniform(0.05, 0.3)) * away)[..., None]
    light *= rng.normal(1, 0.025, 3).astype(np.float32)
    gain = float(rng.uniform(0.2, 1.0))
    light += rng.normal(0, 1, light.shape).astype(np.float32) * np.sqrt(gain * (1e-5 + 6e-4 * np.maximum(light, 0)))
    return np.clip(np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5, 0, 255).astype(np.uint8)
