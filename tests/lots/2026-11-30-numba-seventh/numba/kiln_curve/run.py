"""Which band and which power does a kiln need to follow its curve?"""

import itertools

import numpy as np
from control import simulate

CURVE = ((0, 20), (180, 600), (300, 600), (480, 1240), (500, 1240), (900, 200))


def minutes(curve):
    at, warmth = zip(*curve, strict=True)
    return np.interp(np.arange(at[-1]), at, warmth)


class Trial:
    def __init__(self, curve):
        self.curve = minutes(curve)
        self.results = []

    def run(self, powers, bands):
        for power, band in itertools.product(powers, bands):
            settings = {"power": power, "loss": 0.0035, "hysteresis": band}
            self.results.append((simulate(self.curve, **settings), power, band))

    def best(self):
        if not self.results:
            raise RuntimeError("nothing was tried")
        return min(self.results)


    def table(self):
        for worst, power, band in sorted(self.results):
            yield f"{power:6.1f} {band:6.1f} {worst:8.1f}"


def main():
    trial = Trial(CURVE)
    trial.run(powers=(4.0, 6.0, 8.0), bands=(1.0, 5.0))
    worst, power, band = trial.best()
    print(f"power {power}, band {band}: off by {worst:.1f} degrees at most")
    print("\n".join(trial.table()))


if __name__ == "__main__":
    main()
