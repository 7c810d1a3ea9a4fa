"""Writes what sensors measure to the bus."""

import ctypes
import enum
import sys
import threading
import time


class Kind(enum.IntEnum):
    TEMPERATURE = 0
    HUMIDITY = 1
    PRESSURE = 2
    WIND = 3


class Codec:
    def __init__(self, library):
        self._encode = ctypes.CDLL(library).codec_encode
        self._encode.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_char_p]
        self._target = ctypes.create_string_buffer(16)

    def encode(self, kind, value):
        size = self._encode(kind, value, self._target)  # <-- here
        return self._target.raw[:size]


class Bus:
    def __init__(self, codec):
        self.codec = codec
        self.frames = []

    def write(self, **values):
        for name, value in values.items():
            frame = self.codec.encode(Kind[name.upper()], value)  # <-- here
            self.frames.append(frame)


def sync():
    while True:
        time.sleep(0.1)


threading.Thread(target=sync, name="sync", daemon=True).start()
bus = Bus(Codec(sys.argv[1]))
bus.write(temperature=21.5, humidity=40)
bus.write(pressure=1013.2, temperature=21.7)
print(len(bus.frames), "frames", flush=True)
bus.write(wind=3.5, temperature=21.9)
print(len(bus.frames), "frames")
