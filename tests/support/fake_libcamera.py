"""A libcamera without a camera, which keeps libcamera's rules: sensor modes, crops, focus, controls, life of a request.

Under it the real picamera2 runs, so that every call of our driver meets the real library. What the sensors can do is
printed in their makers' data sheets; what moves them is a clock of 2 ms a frame.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

FRAME_SECONDS = 0.002
TABLE_DIOPTRES = 2.174  # 46 cm
AF_FRAMES = 8  # so many frames does a lens hunt
BAYER = "SRGGB10_CSI2P"


@dataclass(frozen=True)
class Mode:
    size: tuple[int, int]
    crop: tuple[int, int, int, int]
    fps: float


@dataclass(frozen=True)
class Sensor:
    model: str
    array: tuple[int, int]
    modes: tuple[Mode, ...]
    focuses: bool = False


MODULE_1 = Sensor(
    "ov5647",
    (2592, 1944),
    (
        Mode((640, 480), (16, 0, 2560, 1920), 58.9),
        Mode((1296, 972), (0, 0, 2592, 1944), 46.3),
        Mode((1920, 1080), (348, 434, 1928, 1080), 32.8),
        Mode((2592, 1944), (0, 0, 2592, 1944), 15.6),
    ),
)
MODULE_2 = Sensor(
    "imx219",
    (3280, 2464),
    (
        Mode((640, 480), (1000, 752, 1280, 960), 103.3),
        Mode((1640, 1232), (0, 0, 3280, 2464), 41.8),
        Mode((1920, 1080), (680, 692, 1920, 1080), 47.6),
        Mode((3280, 2464), (0, 0, 3280, 2464), 21.2),
    ),
)
MODULE_3 = Sensor(
    "imx708",
    (4608, 2592),
    (
        Mode((1536, 864), (768, 432, 3072, 1728), 120.1),
        Mode((2304, 1296), (0, 0, 4608, 2592), 56.0),
        Mode((4608, 2592), (0, 0, 4608, 2592), 14.4),
    ),
    focuses=True,
)
HIGH_QUALITY = Sensor(
    "imx477",
    (4056, 3040),
    (
        Mode((1332, 990), (696, 528, 2664, 1980), 120.1),
        Mode((2028, 1080), (0, 440, 4056, 2160), 50.0),
        Mode((2028, 1520), (0, 0, 4056, 3040), 40.0),
        Mode((4056, 3040), (0, 0, 4056, 3040), 10.0),
    ),
)
SENSORS = (MODULE_1, MODULE_2, MODULE_3, HIGH_QUALITY)


# --- libcamera's plain values -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Size:
    width: int
    height: int

    def to_tuple(self) -> tuple[int, int]:
        return self.width, self.height


@dataclass(frozen=True)
class Rectangle:
    x: int
    y: int
    width: int
    height: int


class Transform:
    hflip: int

    def __init__(self, hflip: Any = 0, vflip: int = 0, transpose: int = 0) -> None:
        if isinstance(hflip, Transform):
            hflip, vflip, transpose = hflip.hflip, hflip.vflip, hflip.transpose
        self.hflip, self.vflip, self.transpose = int(hflip), int(vflip), int(transpose)

    def __hash__(self) -> int:
        return hash((self.hflip, self.vflip, self.transpose))

    def __str__(self) -> str:
        return f"hflip={self.hflip} vflip={self.vflip} transpose={self.transpose}"


class ColorSpace:
    primaries: Any
    YcbcrEncoding = SimpleNamespace(Null=0)
    Range = SimpleNamespace(Full=0)

    def __init__(self, kind: Any = "") -> None:
        kind = kind.primaries if isinstance(kind, ColorSpace) else kind
        self.primaries = self.transferFunction = kind  # as libcamera spells them
        self.ycbcrEncoding = self.range = 0

    def __hash__(self) -> int:
        return hash(self.primaries)

    def __str__(self) -> str:
        return str(self.primaries)

    @classmethod
    def Sycc(cls) -> "ColorSpace":
        return cls("sycc")

    @classmethod
    def Smpte170m(cls) -> "ColorSpace":
        return cls("smpte170m")

    @classmethod
    def Rec709(cls) -> "ColorSpace":
        return cls("rec709")

    @classmethod
    def Raw(cls) -> "ColorSpace":
        return cls("raw")


Orientation = Enum(
    "Orientation",
    "Rotate0 Rotate0Mirror Rotate180 Rotate180Mirror Rotate90 Rotate90Mirror Rotate270 Rotate270Mirror",
)
StreamRole = Enum("StreamRole", "Raw StillCapture VideoRecording Viewfinder")
ControlType = Enum("ControlType", "Bool Integer Float Rectangle Size")


class AfMode(IntEnum):
    Manual = 0
    Auto = 1
    Continuous = 2


class AfState(IntEnum):
    Idle = 0
    Scanning = 1
    Focused = 2
    Failed = 3


class PixelFormat(str):
    pass


@dataclass(frozen=True)
class ControlId:
    name: str
    type: ControlType = ControlType.Float


@dataclass(frozen=True)
class Info:
    min: Any
    max: Any
    default: Any


IDS = {
    name: ControlId(name)
    for name in (
        *("AeEnable", "AeFlickerMode", "AeFlickerPeriod", "AfMode", "AfState", "AnalogueGain", "AnalogueGainMode"),
        *("AwbEnable", "ColourGains", "ExposureTime", "ExposureTimeMode", "FrameDurationLimits", "LensPosition"),
        *("NoiseReductionMode", "SensorTimestamp", "PixelArraySize", "Model", "ColorFilterArrangement"),
    )
}
IDS["ScalerCrop"] = ControlId("ScalerCrop", ControlType.Rectangle)


@dataclass
class SensorConfiguration:
    bit_depth: int = 0
    output_size: Size = Size(0, 0)


class Status(Enum):
    Valid = 0
    Adjusted = 1
    Invalid = 2


@dataclass(eq=False)
class StreamConfiguration:
    role: StreamRole
    sensor: Sensor
    size: Size = Size(640, 480)
    pixel_format: Any = "XBGR8888"
    buffer_count: int = 4
    stride: int = 0
    frame_size: int = 0
    color_space: Any = None

    @property
    def stream(self) -> "StreamConfiguration":
        return self

    @property
    def formats(self) -> Any:
        sizes = [Size(*mode.size) for mode in self.sensor.modes]
        return SimpleNamespace(pixel_formats=[PixelFormat(BAYER)], sizes=lambda _: sizes)


class CameraConfiguration(list[StreamConfiguration]):
    Status = Status
    orientation: Any = Orientation.Rotate0
    sensor_config: Any = None

    def at(self, index: int) -> StreamConfiguration:
        return self[index]

    def validate(self) -> Any:
        """Lines are padded to 64 bytes, as the hardware wants them."""
        for stream in self:
            width, height = stream.size.to_tuple()
            depth = {"RGB888": 3, "BGR888": 3, "XBGR8888": 4, "YUV420": 1}.get(str(stream.pixel_format), 2)
            stream.stride = -(-width * depth // 64) * 64
            stream.frame_size = stream.stride * height * (3 if str(stream.pixel_format) == "YUV420" else 2) // 2
        return Status.Valid


# --- buffers and requests ---------------------------------------------------------------------------------------------


@dataclass
class Plane:
    fd: int = -1
    offset: int = 0
    length: int = 0
    bytes_used: int = 0


@dataclass(eq=False)
class FrameBuffer:
    planes: list[Plane]
    metadata: Any = None


@dataclass(eq=False)
class Request:
    cookie: int
    buffers: dict[Any, FrameBuffer] = field(default_factory=dict)
    asked: dict[ControlId, Any] = field(default_factory=dict)
    metadata: dict[ControlId, Any] = field(default_factory=dict)
    status: Any = None

    Status = Enum("Status", "Pending Complete Cancelled")

    def add_buffer(self, stream: Any, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, id: ControlId, value: Any) -> None:
        self.asked[id] = value

    def reuse(self) -> None:
        self.asked, self.metadata, self.status = {}, {}, Request.Status.Pending


class FrameMetadata:
    Status = Enum("Status", "Success Error")


class Camera:
    """One sensor; a thread of it fills the requests that are queued, one a frame."""

    def __init__(self, sensor: Sensor, manager: "CameraManager") -> None:
        self.sensor, self.id = sensor, f"/base/soc/i2c0mux/{sensor.model}@1a"
        self.manager = manager
        self.mode = sensor.modes[0]
        self.acquired = self.running = False
        self.queued: list[Request] = []
        self.frames: dict[ControlId, Any] = {}
        self.af_mode, self.lens, self.hunting = AfMode.Manual, 1.0, 0  # as libcamera begins
        self.main = Size(*sensor.array)

    @property
    def properties(self) -> dict[ControlId, Any]:
        told = {"Model": self.sensor.model, "PixelArraySize": Size(*self.sensor.array), "ColorFilterArrangement": 0}
        return {IDS[name]: value for name, value in told.items()}

    @property
    def controls(self) -> dict[ControlId, Info]:
        shortest = round(1e6 / self.mode.fps)
        crop = Rectangle(*self.mode.crop)
        known = {
            "AeEnable": Info(False, True, True),
            "AeFlickerMode": Info(0, 1, 0),
            "AeFlickerPeriod": Info(100, 1_000_000, None),
            "AnalogueGain": Info(1.0, 16.0, 1.0),
            "AwbEnable": Info(False, True, None),
            "ColourGains": Info(0.0, 32.0, None),
            "ExposureTime": Info(26, 112_015_443, 20_000),
            "FrameDurationLimits": Info(shortest, 220_535_845, 33_333),
            "NoiseReductionMode": Info(0, 4, 0),
            "ScalerCrop": Info(Rectangle(0, 0, 64, 64), crop, crop),
        }
        if self.sensor.focuses:
            known |= {"AfMode": Info(0, 2, 0), "LensPosition": Info(0.0, 32.0, 1.0)}
        return {IDS[name]: info for name, info in known.items()}

    def acquire(self) -> None:
        if self.acquired:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.acquired = True

    def release(self) -> None:
        self.acquired = False

    def generate_configuration(self, roles: Sequence[StreamRole]) -> CameraConfiguration:
        return CameraConfiguration(StreamConfiguration(role, self.sensor) for role in roles)

    def configure(self, configuration: CameraConfiguration) -> int:
        wanted = configuration.sensor_config.output_size.to_tuple()
        self.mode = next(mode for mode in self.sensor.modes if mode.size == wanted)
        self.main = configuration.at(0).size
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def queue_request(self, request: Request) -> None:
        self.queued.append(request)

    def start(self, controls: dict[ControlId, Any]) -> None:
        self._obey(controls)
        self.running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.running = False
        self._thread.join()
        for request in self.queued:
            request.status = Request.Status.Cancelled
        self.queued = []

    def _run(self) -> None:
        while self.running:
            time.sleep(FRAME_SECONDS)
            if self.queued:
                self._fill(self.queued.pop(0))

    def _fill(self, request: Request) -> None:
        self._obey(request.asked)
        for buffer in request.buffers.values():
            planes = [SimpleNamespace(bytes_used=plane.length) for plane in buffer.planes]
            buffer.metadata = SimpleNamespace(status=FrameMetadata.Status.Success, planes=planes)
        request.metadata = {
            IDS["SensorTimestamp"]: time.monotonic_ns(),
            IDS["ExposureTime"]: 1000,
            IDS["AnalogueGain"]: 2.0,
            IDS["ColourGains"]: (1.9, 1.4),
            IDS["ScalerCrop"]: Rectangle(*self._crop()),
        }
        if self.sensor.focuses:
            request.metadata |= {IDS["AfState"]: int(self._focus()), IDS["LensPosition"]: self.lens}
        request.status = Request.Status.Complete
        self.manager.ready(request)

    def _focus(self) -> AfState:
        if self.af_mode != AfMode.Continuous:
            return AfState.Idle
        self.hunting = max(0, self.hunting - 1)
        self.lens = TABLE_DIOPTRES if not self.hunting else self.hunting / 2
        return AfState.Scanning if self.hunting else AfState.Focused

    def _obey(self, controls: dict[ControlId, Any]) -> None:
        for id, value in controls.items():
            if id.name == "AfMode" and value != self.af_mode:
                self.af_mode, self.hunting = AfMode(value), AF_FRAMES if value == AfMode.Continuous else 0
            elif id.name == "LensPosition" and self.af_mode == AfMode.Manual:  # ignored in any other mode
                self.lens = value

    def _crop(self) -> tuple[int, int, int, int]:
        """The largest part of the mode's field that has the picture's proportions, from its middle."""
        x, y, width, height = self.mode.crop
        across = min(width, round(height * self.main.width / self.main.height))
        down = min(height, round(width * self.main.height / self.main.width))
        return x + (width - across) // 2, y + (height - down) // 2, across, down


class CameraManager:
    """The cameras there are, and the requests that are done."""

    def __init__(self, sensor: Sensor) -> None:
        self.event_fd = os.eventfd(0)
        self.cameras = [Camera(sensor, self)]
        self._done: list[Request] = []
        self._lock = threading.Lock()

    def ready(self, request: Request) -> None:
        with self._lock:
            self._done.append(request)
        os.eventfd_write(self.event_fd, 1)

    def get_ready_requests(self) -> list[Request]:
        with self._lock:
            done, self._done = self._done, []
        if done:
            os.eventfd_read(self.event_fd)
        return done


class Heap:
    """Instead of the kernel's DMA heap: memory with a file descriptor."""

    def __init__(self) -> None:
        self.mapped: list[int] = []

    def allocate(self, configuration: CameraConfiguration, _: Any) -> None:
        self.close()
        self.frame_buffers: dict[Any, list[FrameBuffer]] = {}
        for stream in configuration:
            self.frame_buffers[stream] = [self._buffer(stream.frame_size) for _ in range(stream.buffer_count)]

    def _buffer(self, length: int) -> FrameBuffer:
        descriptor = os.memfd_create("frame")
        os.truncate(descriptor, length)
        self.mapped.append(descriptor)
        return FrameBuffer([Plane(descriptor, 0, length)])

    def close(self) -> None:
        for descriptor in self.mapped:
            os.close(descriptor)
        self.mapped = []


def module(manager: CameraManager) -> ModuleType:
    """What ``import libcamera`` gives."""
    made = ModuleType("libcamera")
    names = SimpleNamespace(**IDS, AfModeEnum=AfMode, AfStateEnum=AfState)
    names.AeFlickerModeEnum = SimpleNamespace(Off=0, Manual=1)
    names.draft = SimpleNamespace(NoiseReductionModeEnum=SimpleNamespace(Off=0, Fast=1, HighQuality=2, Minimal=3))
    vars(made).update(
        {kind.__name__: kind for kind in (Size, Rectangle, Transform, ColorSpace, PixelFormat, SensorConfiguration)},
        **{kind.__name__: kind for kind in (CameraConfiguration, FrameBuffer, Request, FrameMetadata, Camera)},
        Orientation=Orientation,
        StreamRole=StreamRole,
        ControlType=ControlType,
        controls=names,
        CameraManager=SimpleNamespace(singleton=lambda: manager),
        _libcamera=made,
    )
    return made


class Absent(MetaPathFinder, Loader):
    """Stands in for what picamera2 imports and only a Pi has."""

    names = frozenset(("pykms", "prctl", "av", "piexif", "simplejpeg", "videodev2", "pidng", "jsonschema", "OpenEXR"))

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.split(".")[0] in self.names else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return MagicMock(name=spec.name, __spec__=spec, __path__=[], __name__=spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


@contextmanager
def plugged_in(sensor: Sensor) -> Iterator[Camera]:
    """While this lasts, ``picamera2`` is the real one and finds this one camera."""
    before, finders = set(sys.modules), list(sys.meta_path)
    manager = CameraManager(sensor)
    sys.modules["libcamera"] = made = module(manager)
    sys.modules["libcamera.controls"] = made.controls
    sys.meta_path.insert(0, Absent())
    try:
        import picamera2.picamera2 as library
        from picamera2.allocators.allocator import Allocator

        class Memory(Heap, Allocator):  # type: ignore[misc]  # picamera2 has no types
            def __init__(self) -> None:
                Allocator.__init__(self)
                Heap.__init__(self)

            def buffers(self, stream: Any) -> list[FrameBuffer]:
                return self.frame_buffers[stream]

        library.DmaAllocator = Memory
        yield manager.cameras[0]
    finally:
        sys.meta_path[:] = finders
        for name in set(sys.modules) - before:
            del sys.modules[name]
        os.close(manager.event_fd)
