"""A controller for a sluice gate, as a compiled class, and a river to try it on."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass

controller = [
    ("gain", float64),
    ("integral_time", float64),
    ("setpoint", float64),
    ("accumulated", float64),
    ("previous", float64),
    ("steps", int64),
]


@jitclass(controller)
class Controller:
    def __init__(self, gain, integral_time, setpoint):
        self.gain = gain
        self.integral_time = integral_time
        self.setpoint = setpoint
        self.reset()

    def reset(self):
        self.accumulated = 0.0
        self.previous = self.setpoint
        self.steps = 0

    @property
    def mean_error(self):
        return self.accumulated / max(self.steps, 1)

    def output(self, level, dt):
        error = self.setpoint - level
        self.accumulated += error * dt
        self.steps += 1
        slope = (level - self.previous) / dt
        self.previous = level
        raw = self.gain * (error + self.accumulated / self.integral_time - 0.1 * slope)
        self.saturated = raw < 0.0 or raw > 1.0
        return min(max(raw, 0.0), 1.0)


@njit
def river(hours, seed):
    np.random.seed(seed)
    inflow = np.empty(hours)
    flow = 2.0
    for hour in range(hours):
        flow += 0.1 * (2.0 - flow) + 0.3 * np.random.normal()
        inflow[hour] = max(flow, 0.1)
    return inflow


@njit
def run(gate, inflow, area, dt):
    level = gate.setpoint + 0.4
    levels = np.empty(inflow.size)
    for at in range(inflow.size):
        opening = gate.output(level, dt)
        level += dt * (inflow[at] - 4.0 * (1.0 - opening)) / area
        levels[at] = level
    return levels


def main():
    gate = Controller(0.8, 30.0, 5.0)
    levels = run(gate, river(500, 3), 12.0, 0.5)
    print("level", levels.mean().round(2), "mean error", round(gate.mean_error, 3))


if __name__ == "__main__":
    main()
