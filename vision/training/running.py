"""One training run: endless samples, progress, learning rate, checkpoints it can be resumed from, a log to plot."""

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

Arrays = tuple[np.ndarray, ...]  # what is shown, then what is wanted
Maker = Callable[[np.random.Generator], Arrays | None]
Loss = Callable[..., tuple[Tensor, dict[str, float]]]


class Endless(torch.utils.data.IterableDataset[tuple[Tensor, ...]]):
    """Samples without end, from each maker as many as its share says; one that makes nothing is passed over."""

    def __init__(self, makers: Sequence[tuple[float, Maker]], seed: int) -> None:
        self.makers, self.seed = makers, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        rng = np.random.default_rng(self.seed)
        shares = np.array([share for share, _ in self.makers])
        while True:
            made = self.makers[int(rng.choice(len(shares), p=shares / shares.sum()))][1](rng)
            if made is not None:
                yield tuple(torch.from_numpy(part) for part in made)


class Running:
    """Keeps its checkpoints in ``folder``, outside the package, until one is worth shipping."""

    def __init__(self, name: str, folder: Path, every: int = 250) -> None:
        self.name, self.folder, self.every = name, folder, every
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.pt"
        self.log = folder / f"{name}.jsonl"
        self.mean: dict[str, float] = {}
        self.began = time.monotonic()
        self.average: dict[str, torch.Tensor] = {}

    def resume(self, net: torch.nn.Module, best: torch.optim.Optimizer) -> int:
        if not self.path.exists():
            return 0
        kept = torch.load(self.path, weights_only=True)
        net.load_state_dict(kept["net"])
        best.load_state_dict(kept["best"])
        self.average = kept["average"]
        return int(kept["step"])

    def pace(self, best: torch.optim.Optimizer, step: int, steps: int, top: float) -> None:
        """Warm up, then slow down along half a cosine."""
        rate = top * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps))) + 1e-5
        for group in best.param_groups:
            group["lr"] = rate

    def note(self, step: int, net: torch.nn.Module, best: torch.optim.Optimizer, values: dict[str, float]) -> None:
        for key, value in values.items():
            self.mean[key] = 0.98 * self.mean.get(key, value) + 0.02 * value
        keep = min(0.998, (step + 1) / (step + 20))  # the averaged weights read better than any one step's
        for key, weight in net.state_dict().items():
            old = self.average.get(key)
            if old is not None and weight.dtype.is_floating_point:
                self.average[key] = old * keep + weight * (1 - keep)
            else:
                self.average[key] = weight.clone()
        if (step + 1) % self.every == 0:
            spent = time.monotonic() - self.began
            line = {"step": step + 1, "minutes": round(spent / 60, 2), **{k: round(v, 4) for k, v in self.mean.items()}}
            with self.log.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(self.name, line, flush=True)
            kept = {"net": net.state_dict(), "best": best.state_dict(), "average": self.average, "step": step + 1}
            fresh = self.path.with_suffix(".new")
            torch.save(kept, fresh)
            fresh.replace(self.path)

    def learn(
        self, net: torch.nn.Module, samples: Endless, loss: Loss, steps: int, batch: int | None, top: float
    ) -> None:
        """Train until so many steps are done, from wherever the last checkpoint was left."""
        for weight in net.parameters():
            if weight.dim() == 4:  # a convolution's, quicker so on a processor
                weight.data = weight.data.contiguous(memory_format=torch.channels_last)
        best = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
        start = self.resume(net, best)
        samples.seed += start
        loader = torch.utils.data.DataLoader(samples, batch, num_workers=1, prefetch_factor=4)
        for step, (shown, *wanted) in zip(range(start, steps), loader, strict=False):
            self.pace(best, step, steps, top)
            net.train()
            seen = (shown.movedim(-1, 1).float() / 255).contiguous(memory_format=torch.channels_last)
            value, told = loss(net(seen), *wanted)
            best.zero_grad()
            torch.autograd.backward(value)
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            best.step()
            self.note(step, net, best, {"loss": value.item(), **told})
