"""Networks run by onnxruntime, which every installation has."""

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class OnnxNetwork:
    """One network as it was exported."""

    def __init__(self, models: Path, name: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the Pi's other cores have their own work
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # a photograph of another size would keep its memory for ever
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(models / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def __call__(self, pictures: Floats) -> Floats:
        return np.asarray(self._session.run(None, {"pictures": pictures})[0], np.float32)
