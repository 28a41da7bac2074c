"""Networks run by ncnn, which is quicker on some small processors and slower on others."""

from pathlib import Path

import ncnn
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class NcnnNetwork:
    """One network as vision.training.to_ncnn has turned it; ncnn knows no batches, so pictures go one by one."""

    def __init__(self, models: Path, name: str) -> None:
        self._net = ncnn.Net()
        options = self._net.opt
        options.num_threads = 1  # the Pi's other cores have their own work
        # Half as many bits would be quicker still, and read differently.
        options.use_fp16_packed = options.use_fp16_storage = options.use_fp16_arithmetic = False
        options.use_bf16_storage = False
        for load, kind in ((self._net.load_param, "param"), (self._net.load_model, "bin")):
            path = models / f"{name}.ncnn.{kind}"
            if load(str(path)) != 0:
                raise OSError(f"ncnn cannot load {path.name}")

    def __call__(self, pictures: Floats) -> Floats:
        return np.stack([self._told(picture) for picture in pictures])

    def _told(self, picture: Floats) -> Floats:
        with self._net.create_extractor() as extractor:
            extractor.input("in0", ncnn.Mat(np.ascontiguousarray(picture)).clone())
            failed, numbers = extractor.extract("out0")
            if failed:
                raise RuntimeError("ncnn cannot work this picture out")
            return np.array(numbers, np.float32)
