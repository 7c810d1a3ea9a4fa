"""A host of sound effects, which takes a new version over while it runs."""

import ctypes
import os
import shutil
import tempfile

import numpy as np
from make_effects import make


class Effect:
    def __init__(self, path):
        self.path = path
        self.load()

    def load(self):
        self.library = ctypes.CDLL(self.path)
        self.library.effect_apply.argtypes = [ctypes.c_void_p, ctypes.c_long]
        self.library.effect_apply.restype = ctypes.c_long

    def apply(self, samples):
        return self.library.effect_apply(samples.ctypes.data, len(samples))


class Host:
    def __init__(self, folder):
        self.folder = folder
        self.installed = os.path.join(folder, "effect.so")
        self.effect = None

    def install(self, version):
        shutil.copyfile(version, self.installed)
        if self.effect is None:
            self.effect = Effect(self.installed)
        else:
            self.effect.load()

    def play(self, blocks):
        for block in blocks:
            yield self.effect.apply(block)


def main(folder):
    host = Host(folder)
    blocks = [np.full(1000 << number, number + 1, np.int16) for number in range(8)]
    host.install(make(folder, 1, 300_000, 3))
    print(sum(host.play(blocks)), flush=True)
    host.install(make(folder, 2, 20_000, 5))
    print(sum(host.play(blocks)), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
