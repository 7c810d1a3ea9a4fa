"""Mix seeds for the beds of a garden."""

import collections
import ctypes
import sys
import threading

Bed = collections.namedtuple("Bed", "name kinds grains lost")


class Mixer:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.mixture_total.restype = ctypes.c_long

    def mix(self, bed):
        return self.library.mixture_total(bed.kinds, bed.grains, bed.lost)


class Gardener(threading.Thread):
    def __init__(self, mixer, beds):
        super().__init__(name="gardener")
        self.mixer = mixer
        self.beds = beds

    def run(self):
        for bed in self.beds:
            print(bed.name, self.mixer.mix(bed), flush=True)


def main():
    beds = [Bed("meadow", 12, 50, 4), Bed("shade", 5, 20, 0), Bed("wall", 3, 2, 9)]
    gardener = Gardener(Mixer(sys.argv[1]), beds)
    gardener.start()
    gardener.join()


if __name__ == "__main__":
    main()
