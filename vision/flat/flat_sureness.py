"""How likely a flat piece is read rightly; the weights are set by hand, not fitted: see docs/model-card.md."""

import json
import math
from collections.abc import Sequence
from functools import lru_cache

from vision.network import MODELS

WEIGHTS = MODELS / "flat-sureness.json"


@lru_cache
def weights() -> dict[str, list[float]]:
    table: dict[str, list[float]] = json.loads(WEIGHTS.read_text())
    return table


def chance(way: str, values: Sequence[float]) -> float:
    total = sum(w * x for w, x in zip(weights()[way], values, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
