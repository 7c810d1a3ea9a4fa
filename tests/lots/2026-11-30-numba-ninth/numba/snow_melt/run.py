"""When are the fields of a farm free of snow?"""

import numpy as np
from field import Field


class Weather:
    def __init__(self, rows, columns, seed):
        rng = np.random.default_rng(seed)
        self.suns = rng.uniform(0.5, 3.0, (30, rows, columns))

    def shaded(self, rows):
        """A wood to the north keeps the sun from some rows."""
        return np.ascontiguousarray(self.suns[:, rows:, :])


def main():
    weather = Weather(40, 60, 9)
    print("open field:", Field(40, 60).bare_after(weather.suns))
    print("by the wood:", Field(40, 60).bare_after(weather.shaded(6)))


if __name__ == "__main__":
    main()
