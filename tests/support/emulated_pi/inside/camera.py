#!/usr/bin/python3
"""The emulated camera: shows /dev/video0 the newest JPEG that came by the wire, again and again, as a webcam does."""

import fcntl
import os
import socket
import struct
import sys
import threading
import time

SET_FORMAT = 0xC0D05605  # VIDIOC_S_FMT
OUTPUT, PLAIN, SRGB = 2, 1, 8
WIDTH, HEIGHT = 1280, 720
newest = b""


def listen(port: int) -> None:
    global newest
    with socket.create_server(("", port)) as server:
        while True:
            line, _ = server.accept()
            with line, line.makefile("rb") as incoming:
                while len(head := incoming.read(4)) == 4:
                    newest = incoming.read(struct.unpack(">I", head)[0])


def main() -> None:
    device = os.open("/dev/video0", os.O_RDWR)
    largest = WIDTH * HEIGHT * 2
    code = struct.unpack("<I", b"MJPG")[0]
    picture = struct.pack("<8I", WIDTH, HEIGHT, code, PLAIN, 0, largest, SRGB, 0)
    fcntl.ioctl(device, SET_FORMAT, bytearray(struct.pack("<II", OUTPUT, 0) + picture.ljust(200, b"\0")))
    threading.Thread(target=listen, args=(int(sys.argv[2]),), daemon=True).start()
    while True:
        if newest:
            os.write(device, newest)
        time.sleep(1 / float(sys.argv[1]))


if __name__ == "__main__":
    main()
