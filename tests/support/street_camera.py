"""A camera in the network, as a phone's app is one: MJPEG over HTTP, picture after picture, over and over."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from hardware.frame import Pixels


class StreetCamera(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, pictures: Sequence[Pixels], fps: float) -> None:
        super().__init__(("127.0.0.1", 0), _Stream)
        self.parts = [cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes() for one in pictures]
        self.seconds = 1 / fps
        self.on = True
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://somebody:secret@127.0.0.1:{self.server_port}/video"

    def frames(self) -> Iterator[bytes]:
        count = 0
        while self.on:
            yield self.parts[min(count, len(self.parts) - 1)]
            count += 1
            time.sleep(self.seconds)

    def stop(self) -> None:
        self.on = False
        self.shutdown()
        self.server_close()


class _Stream(BaseHTTPRequestHandler):
    server: StreetCamera

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for part in self.server.frames():
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n\r\n"
                self.wfile.write(head.encode() + part + b"\r\n")
        except OSError:
            pass  # nobody looks any more

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def street_camera(pictures: Sequence[Pixels] = (), fps: float = 20.0) -> Iterator[StreetCamera]:
    camera = StreetCamera(pictures or [np.full((180, 320, 3), 40 * n, np.uint8) for n in range(6)], fps)
    try:
        yield camera
    finally:
        camera.stop()
