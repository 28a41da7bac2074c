"""Writes the shipped networks for ncnn, too, by pnnx: python -m vision.training.to_ncnn"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import onnx

from vision.engines.choice import ANY_SIZE, SHAPES
from vision.network import MODELS


def convert(name: str, models: Path = MODELS) -> None:
    """Beside NAME.onnx come NAME.ncnn.param and NAME.ncnn.bin, with all bits of the weights."""
    height_and_width_free = name in ANY_SIZE
    graph = onnx.load(models / f"{name}.onnx")
    if not height_and_width_free:
        graph.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1
    without_expand(graph.graph)
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(graph, f"{folder}/{name}.onnx")
        shape = ",".join(map(str, (1, *SHAPES[name][1:])))
        free = ["inputshape2=[1,3,384,640]"] if height_and_width_free else []
        pnnx = Path(sys.executable).with_name("pnnx")
        told = [str(pnnx), f"{name}.onnx", f"inputshape=[{shape}]", "fp16=0", *free]
        subprocess.run(told, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for kind in ("param", "bin"):
            shutil.copy(f"{folder}/{name}.ncnn.{kind}", models)


def without_expand(graph: Any) -> None:
    """Dividing spreads a single number by itself, and ncnn has no layer for doing it beforehand."""
    for node in [node for node in graph.node if node.op_type == "Expand"]:
        for other in graph.node:
            for n, name in enumerate(other.input):
                if name == node.output[0]:
                    other.input[n] = node.input[0]
        graph.node.remove(node)


if __name__ == "__main__":
    for one in SHAPES:
        convert(one)
