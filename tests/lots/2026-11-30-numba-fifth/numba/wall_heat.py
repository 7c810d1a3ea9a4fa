"""Heat that goes through a wall, hour by hour; the material is another one in each layer."""

from dataclasses import dataclass

import numpy as np
from numba import stencil


@dataclass
class Layer:
    name: str
    cells: int
    diffusivity: float


@stencil
def flow(temperature, conductance):
    return conductance[0] * (temperature[-1] - 2.0 * temperature[0] + temperature[1])


def smooth(temperature):
    return np.convolve(temperature, (0.25, 0.5, 0.25), mode="same")


class Wall:
    def __init__(self, layers, inside, outside):
        self.layers = layers
        self.conductance = np.concatenate([np.full(l.cells, l.diffusivity) for l in layers])
        self.temperature = np.linspace(inside, outside, len(self.conductance))
        self.hours = 0

    def step(self, inside, outside):
        self.temperature[0] = inside
        self.temperature[-1] = outside
        self.temperature += flow(self.temperature, self.conductance)
        self.hours += 1

    def profile(self):
        return smooth(self.temperature)[1:-1]

    def border(self, name):
        """The temperature where a layer begins."""
        at = 0
        for layer in self.layers:
            if layer.name == name:
                return float(self.temperature[at])
            at += layer.cells
        raise KeyError(name)


def outside_at(hour):
    return 2.0 + 6.0 * np.sin(2 * np.pi * (hour - 9) / 24)


def main():
    wall = Wall(
        [Layer("plaster", 6, 0.21), Layer("brick", 40, 0.16), Layer("wool", 24, 0.4)], 20.0, 2.0
    )
    for hour in range(16):
        wall.step(20.0, outside_at(hour))
    print("after", wall.hours, "hours: wool begins at", round(wall.border("wool"), 2))
    print(wall.profile().round(1)[::10])


if __name__ == "__main__":
    main()
