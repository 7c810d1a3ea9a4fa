"""A controller that remembers what it was told, as a generator; a tank that it fills."""

import numpy as np
from numba import njit


@njit
def controller(target, gain, memory):
    summed = 0.0
    valve = 0.0
    while True:
        level = yield valve
        summed = memory * summed + (target - level)
        valve = min(1.0, max(0.0, gain * summed))


@njit
def flow_out(level, opening):
    return opening * np.sqrt(2 * 9.81 * max(level, 0.0))


@njit
def settled(trace, target, width):
    """The first moment from which the level stays within the band."""
    first = 0
    for at in range(trace.size):
        if abs(trace[at] - target) > width:
            first = at + 1
    return first


@njit
def simulate(level, target, hours, step):
    control = controller(target, 0.4, 0.9)
    valve = next(control)
    trace = np.empty(int(hours * 3600 / step))
    for at in range(trace.size):
        inflow = 0.02 * valve
        level += step * (inflow - flow_out(level, 0.002))
        valve = control.send(level)
        trace[at] = level
    return trace


class Tank:
    def __init__(self, name, level):
        self.name = name
        self.level = level

    def fill(self, target, hours=2.0):
        trace = simulate(self.level, target, hours, 1.0)
        self.level = trace[-1]
        return trace


def main():
    for tank in (Tank("north", 0.3), Tank("south", 1.8)):
        trace = tank.fill(1.2)
        print("settled after", settled(trace, 1.2, 0.02), "seconds")
        print(f"{tank.name}: {trace[-1]:.3f} m, at most {trace.max():.3f} m")


if __name__ == "__main__":
    main()
