"""Heat that a kiln takes, by the temperature and how thick its wall is."""

import numpy as np
from numba import vectorize


@vectorize
def heat(temperature, outside, thickness):
    return (temperature - outside) * 1.4 / thickness


class Kiln:
    def __init__(self, thickness):
        self.thickness = thickness

    def firing(self, temperatures):
        return heat(temperatures, 18.0, thickness=self.thickness)


def main():
    temperatures = np.linspace(20.0, 1240.0, 60)
    for thickness in (0.12, 0.2):
        print(thickness, round(float(Kiln(thickness).firing(temperatures).sum()), 1))


if __name__ == "__main__":
    main()
