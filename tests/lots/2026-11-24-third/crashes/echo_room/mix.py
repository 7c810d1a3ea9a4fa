import ctypes
import sys

import numpy as np

from room import Room, Settings
import figures


def load(path):
    library = ctypes.CDLL(path)
    library.room_new.argtypes = [ctypes.c_size_t]
    library.room_new.restype = ctypes.c_void_p
    library.room_play.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_float),
        ctypes.c_size_t,
        ctypes.c_float,
    ]
    library.room_play.restype = None
    return library


def main():
    library = load(sys.argv[1])
    sound = np.sin(np.linspace(0, 500, 48_000)).astype(np.float32)
    for name, settings in {
        "bath": Settings(48_000, 0.1),
        "church": Settings(48_000, 3.5),
        "canyon": Settings(48_000_000_000, 900.0),
    }.items():
        room = Room(library, settings)
        print(name, float(np.abs(room.play(sound.copy())).max()), flush=True)


if __name__ == "__main__":
    with figures.running():
        main()
