"""Writes a trained network as ONNX for the table."""

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.nets import Finder, Looker, Namer

EXAMPLES = {"finder": (Finder, (1, 3, 384, 640)), "looker": (Looker, (2, 3, 64, 64)), "namer": (Namer, (2, 3, 48, 48))}


class FromBytes(nn.Module):
    """Takes pixels of 0 to 255, as cameras give them."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        return self.net(pictures / 255.0)


def export(kind: str, checkpoint: Path, target: Path) -> None:
    """The averaged weights of a checkpoint, batch and picture size left open."""
    made, shape = EXAMPLES[kind]
    net = made()
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    whole = FromBytes(net).eval()
    free = {0: "n", 2: "height", 3: "width"} if kind == "finder" else {0: "n"}
    torch.onnx.export(
        whole,
        (torch.zeros(shape),),
        str(target),
        dynamo=False,
        opset_version=17,
        input_names=["pictures"],
        output_names=["numbers"],
        dynamic_axes={"pictures": free, "numbers": free},
    )
