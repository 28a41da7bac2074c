"""Writes a trained network as ONNX for the table."""

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.engines.choice import ANY_SIZE
from vision.training.nets import Finder, Lean, Looker, Namer, Place, Plumb, Print, Spotter

EXAMPLES = {
    "finder": (Finder, (1, 3, 384, 640)), "looker": (Looker, (2, 3, 64, 64)), "namer": (Namer, (2, 3, 48, 48)),
    "plumb": (Plumb, (2, 4, 96, 96)), "lean": (Lean, (2, 135)), "place": (Place, (2, 3, 64, 64)),
    "print": (Print, (2, 3, 48, 48)), "spotter": (Spotter, (1, 3, 384, 640)),
}  # fmt: skip


def from_bytes(first: nn.Sequential) -> nn.Sequential:
    """The first layers as one strided convolution that takes pixels of 0 to 255, as cameras give them.

    Unshuffling pixels and then convolving is the same as convolving with larger steps, and the table's processor
    does the latter three times as quickly.
    """
    unshuffle, conv = first[0], first[1]
    assert isinstance(unshuffle, nn.PixelUnshuffle) and isinstance(conv, nn.Conv2d)
    step, reach = unshuffle.downscale_factor, conv.kernel_size[0]
    deep = conv.in_channels // step**2
    wide = nn.Conv2d(deep, conv.out_channels, step * reach, step, step * (reach // 2), bias=False)
    weight: Tensor = conv.weight.detach().reshape(conv.out_channels, deep, step, step, reach, reach)
    spread = weight.permute(0, 1, 4, 2, 5, 3).reshape(conv.out_channels, deep, step * reach, step * reach)
    wide.weight = nn.Parameter(spread / 255)
    return nn.Sequential(wide, *list(first)[2:])


def export(kind: str, checkpoint: Path, target: Path) -> None:
    """The averaged weights of a checkpoint, batch and picture size left open."""
    made, shape = EXAMPLES[kind]
    net = made()
    weights = torch.load(checkpoint, weights_only=True)["average"]
    mine = {key.removeprefix(f"{kind}."): weight for key, weight in weights.items() if key.startswith(f"{kind}.")}
    net.load_state_dict(mine or weights)
    if isinstance(net, Namer):
        net.body = from_bytes(net.body)
    elif not isinstance(net, Lean):
        net.stem = from_bytes(net.stem)
    free = {0: "n", 2: "height", 3: "width"} if kind in ANY_SIZE else {0: "n"}
    torch.onnx.export(
        net.eval(),
        (torch.zeros(shape),),
        str(target),
        dynamo=False,
        opset_version=17,
        input_names=["pictures"],
        output_names=["numbers"],
        dynamic_axes={"pictures": free, "numbers": free},
    )
