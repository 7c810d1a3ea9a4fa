"""Minutes of noise: heights of a large world, in two threads, with progress."""

import threading

import noise


class World(threading.Thread):
    def __init__(self, name, seed):
        super().__init__(name=name)
        self.seed = seed
        self.peaks = 0

    def run(self):
        for x in range(60000):
            for y in range(3000):
                self.peaks += noise.snoise3(x / 90, y / 90, self.seed, octaves=6) > 0.8
            if x % 100 == 0:
                print(self.name, x, self.peaks, flush=True)


if __name__ == "__main__":
    for number, name in enumerate(("Ara", "Bel")):
        World(name, number).start()
