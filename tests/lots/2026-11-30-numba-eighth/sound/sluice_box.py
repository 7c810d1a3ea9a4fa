"""A gate with a property that can be read and set, from Python and from compiled code."""

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

    @opening.setter
    def opening(self, share):
        self.position = share * self.top


@njit
def control(gate, level, wanted):
    gate.opening = min(1.0, max(0.0, gate.opening + 0.2 * (level - wanted)))


def main():
    gate = Gate(1.8)
    gate.opening = 0.5
    control(gate, 1.7, 1.2)
    assert abs(gate.opening - 0.6) < 1e-12
    print(round(gate.position, 3))


if __name__ == "__main__":
    main()
