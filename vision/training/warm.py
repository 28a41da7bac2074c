"""Begins a network's training with what a shipped one has learned."""

from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import nn


def begin_with(net: nn.Module, shipped: Path) -> None:
    """Its layers in order, as far as their shapes agree; the shipped one has its normalising folded in."""
    graph = onnx.load(shipped).graph
    values = {one.name: numpy_helper.to_array(one).copy() for one in graph.initializer}
    weighed = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    layers = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    places = [n for n, one in enumerate(layers) if not isinstance(one, nn.BatchNorm2d)]
    for node, n in zip(weighed, places, strict=True):
        layer, weight, bias = layers[n], *(torch.from_numpy(values[name]) for name in node.input[1:3])
        if weight.shape != layer.weight.shape and weight.dim() == 4 and weight.shape[2] > layer.weight.shape[2]:
            weight = _shuffled(weight, layer.weight.shape)
        if weight.shape != layer.weight.shape:
            continue  # an end of its own
        layer.weight.data = weight
        if layer.bias is not None:
            layer.bias.data = bias
        else:
            norm: Any = layers[n + 1]
            norm.bias.data, norm.weight.data = bias, torch.ones_like(bias)
            norm.running_mean, norm.running_var = torch.zeros_like(bias), torch.ones_like(bias) - norm.eps


def _shuffled(weight: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """A strided convolution of bytes as one of unshuffled pixels: export.from_bytes the other way round."""
    out, deep, long, _ = weight.shape
    reach = shape[2]
    step = long // reach
    parts = weight.reshape(out, deep, reach, step, reach, step).permute(0, 1, 3, 5, 2, 4)
    return parts.reshape(shape) * 255
