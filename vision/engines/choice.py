"""Which engine runs the networks on this computer: of those that give the same answers, the quicker one."""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

log = logging.getLogger(__name__)
Floats = NDArray[np.float32]
USUAL = "onnxruntime"
ENGINES = {USUAL: ("vision.engines.by_onnxruntime", "OnnxNetwork"), "ncnn": ("vision.engines.by_ncnn", "NcnnNetwork")}
SHAPES: Mapping[str, tuple[int, ...]] = {
    "finder": (1, 3, 192, 320), "looker": (4, 3, 64, 64), "plumb": (4, 4, 96, 96), "lean": (4, 135),
    "namer": (4, 3, 48, 48), "place": (4, 3, 64, 64), "print": (4, 3, 48, 48),
    "spotter": (1, 3, 192, 320),
}  # fmt: skip
ANY_SIZE = ("finder", "spotter")  # these see whole pictures
ROUNDS = 5
ALIKE = 1e-3  # of the largest number told; the engines differ by a hundredth of that


class Runs(Protocol):
    """Pictures in, numbers out."""

    def __call__(self, pictures: Floats) -> Floats: ...


Open = Callable[[Path, str], Runs]


def installed() -> dict[str, str]:
    """The engines there are, and their versions."""
    found = {}
    for name in ENGINES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def opener(engine: str) -> Open:
    module, kind = ENGINES[engine]
    opened: Open = getattr(import_module(module), kind)
    return opened


def chosen(models: Path, remembered: Path) -> str:
    """The engine found the quicker at the first start; another package or network, and it is tried anew."""
    engines = installed()
    if list(engines) == [USUAL]:
        return USUAL
    key = json.dumps([engines, _digest(models)], sort_keys=True)
    try:
        told = json.loads(remembered.read_text())
        if told["of"] == key and told["engine"] in engines:
            return str(told["engine"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # never tried here, or it cannot be read any more
    engine = quicker({name: opener(name) for name in engines}, models)
    try:
        remembered.parent.mkdir(parents=True, exist_ok=True)
        remembered.write_text(json.dumps({"of": key, "engine": engine}))
    except OSError as error:
        log.info("could not remember engine=%s error=%s", engine, error)
    return engine


def quicker(engines: Mapping[str, Open], models: Path) -> str:
    """The self-test: every network is run by each engine; who answers otherwise than the usual one is out."""
    truth = {name: engines[USUAL](models, name)(picture) for name, picture in _pictures().items()}
    spent = {}
    for engine, open_network in engines.items():
        try:
            spent[engine] = _seconds(open_network, models, truth)
        except Exception as error:  # whatever is wrong with an engine that is only an extra, the usual one works
            log.warning("engine=%s is not used: %s", engine, error)
    best = min(spent, key=lambda engine: spent[engine])
    log.info("engine=%s of %s", best, " ".join(f"{name}={1000 * took:.1f}ms" for name, took in spent.items()))
    return best


def _seconds(open_network: Open, models: Path, truth: Mapping[str, Floats]) -> float:
    """Processor time of one round over all networks, the best of some; raises if they tell something else."""
    pictures = _pictures()
    networks = {name: open_network(models, name) for name in pictures}
    for name, network in networks.items():
        told = network(pictures[name])
        if told.shape != truth[name].shape or not np.allclose(told, truth[name], 0, ALIKE * np.abs(truth[name]).max()):
            raise ValueError(f"it reads otherwise with the network {name}")
    rounds = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for name, network in networks.items():
            network(pictures[name])
        rounds.append(time.thread_time() - began)
    return min(rounds)


def _pictures() -> dict[str, Floats]:
    """Something with edges and grain; what it shows does not matter."""
    chance = np.random.default_rng(1)
    return {name: (chance.random(shape) * 255).astype(np.float32) for name, shape in SHAPES.items()}


def _digest(models: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted((*models.glob("*.onnx"), *models.glob("*.ncnn.*"))):
        digest.update(path.name.encode() + str(path.stat().st_size).encode() + str(path.stat().st_mtime_ns).encode())
    return digest.hexdigest()
