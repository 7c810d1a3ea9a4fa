"""Sounds are mixed; a sound may begin later than the other one."""

import ctypes
import math
import queue
import sys
import threading

import numpy


def aligned(count):
    """Floats at an address that is a multiple of 64."""
    raw = numpy.zeros(count + 16, numpy.float32)
    skip = (-raw.ctypes.data % 64) // 4
    return raw[skip : skip + count]


class Mixer(threading.Thread):
    def __init__(self, path, length):
        super().__init__(name="mixer")
        self.mix = ctypes.CDLL(path).mix
        self.track = aligned(length)
        self.sounds = queue.Queue()

    def run(self):
        for sound, late in iter(self.sounds.get, None):
            part = self.track[late:]
            count = min(len(part), len(sound))
            self.mix(ctypes.c_void_p(part.ctypes.data), ctypes.c_void_p(sound.ctypes.data), ctypes.c_long(count))
            print("mixed", count, "at", late, flush=True)


def tone(hertz, count):
    sound = aligned(count)
    sound[:] = [math.sin(math.tau * hertz * n / 8000) for n in range(count)]
    return sound


def main():
    mixer = Mixer(sys.argv[1], 8000)
    mixer.start()
    for number, late in enumerate([0, 400, 1202]):
        mixer.sounds.put((tone(220 * (number + 1), 2000), late))
    mixer.sounds.put(None)
    mixer.join()


if __name__ == "__main__":
    main()
