"""A gate in a canal, opened and closed by how much water there is."""

from numba import float64, njit
from numba.experimental import jitclass


@jitclass([("position", float64), ("top", float64)])
class Gate:
    def __init__(self, top):
        self.position = 0.0
        self.top = top

    @property
    def opening(self):
        return self.position / self.top

    def flow(self, level):
        return 2.7 * self.opening * level**1.5


@njit
def control(gate, level, wanted):
    share = gate.opening + 0.2 * (level - wanted)
    gate.opening = min(1.0, max(0.0, share))


@njit
def day(gate, inflow, wanted):
    level = wanted
    for minute in range(1440):
        level += (inflow - gate.flow(level)) / 600.0
        if minute % 15 == 0:
            control(gate, level, wanted)
    return level


def main():
    gate = Gate(1.8)
    print("opening", gate.opening)
    for inflow in (0.4, 0.9, 1.6):
        print(inflow, round(day(gate, inflow, 1.2), 3))


if __name__ == "__main__":
    main()
