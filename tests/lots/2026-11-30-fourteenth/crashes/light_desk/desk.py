"""A desk for the lights of a theatre: how much power does an evening take?"""

import ctypes
from pathlib import Path

import numpy as np

Floats = np.ctypeslib.ndpointer(dtype=np.float32, ndim=2)

lib = ctypes.CDLL(str(Path(__file__).with_name("dimmer.so")))
lib.dimmer_energy.argtypes = [Floats, Floats, ctypes.c_size_t, ctypes.c_size_t]
lib.dimmer_energy.restype = ctypes.c_double


class Desk:
    def __init__(self, lamps, rate=44):
        self.lamps = lamps
        self.rate = rate
        self.master = np.ones(lamps, dtype=np.float32)

    def scene(self, minutes):
        frames = int(minutes * 60 * self.rate)
        wave = 0.5 + 0.5 * np.sin(np.arange(frames, dtype=np.float32) / 200)
        return np.repeat(wave[:, None], self.lamps, axis=1)

    def energy(self, scene, master=None):
        if master is None:
            master = np.broadcast_to(self.master, scene.shape)
        return lib.dimmer_energy(scene, master, *scene.shape) / self.rate


def main():
    desk = Desk(96)
    fade = desk.scene(0.5)
    print(f"a fade: {desk.energy(fade, 1 - fade):.0f} Ws", flush=True)
    for act, minutes in enumerate((45, 30), 1):
        print(f"act {act}: {desk.energy(desk.scene(minutes)):.0f} Ws", flush=True)


if __name__ == "__main__":
    main()
