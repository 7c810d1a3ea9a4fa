import os
import tempfile

import numpy as np

import legend
import shade
import sheet


class Atlas:
    def __init__(self, folder, size):
        self.folder = folder
        self.size = size
        self.sheets = {}

    def survey(self, name, seed):
        rng = np.random.default_rng(seed)
        steps = rng.normal(0, 1, (self.size, self.size))
        heights = 400 + steps.cumsum(axis=0).cumsum(axis=1) / self.size
        path = os.path.join(self.folder, name)
        sheet.write(path, heights)
        self.sheets[name] = sheet.Sheet(path, self.size, self.size)

    def report(self):
        for name, mapped in self.sheets.items():
            steep = float(np.quantile(shade.slope(mapped), 0.95))
            print(f"{name}: steep is {steep:.2f}", flush=True)
        for name, mapped in self.sheets.items():
            counts = np.bincount(shade.bands(shade.levelled(mapped), 10).ravel())
            print(name, flush=True)
            for line in legend.legend(counts.tolist(), 10):
                print(line, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        atlas = Atlas(folder, 600)
        for seed, name in enumerate(["north", "south"]):
            atlas.survey(name, seed)
        atlas.report()


if __name__ == "__main__":
    main()
