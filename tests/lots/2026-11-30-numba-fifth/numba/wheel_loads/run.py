"""Loads on the wheels of a car in a bend, with and without an anti-roll bar."""

import numpy as np
from numba import njit
from tools import measured, report

GRAVITY = 9.81


class Car:
    def __init__(self, mass, height, track, front_share):
        self.mass, self.height, self.track, self.front_share = mass, height, track, front_share

    def numbers(self):
        return self.mass, self.height, self.track, self.front_share


@njit
@measured
def wheel_loads(speeds, radius, mass, height, track, front_share, roll_share):
    """Front left, front right, rear left and rear right, in newtons."""
    loads = np.empty((len(speeds), 4))
    for at in range(len(speeds)):
        sideways = mass * speeds[at] ** 2 / radius
        shift = sideways * height / track
        front = mass * GRAVITY * front_share
        rear = mass * GRAVITY - front
        loads[at, 0] = front / 2 - shift * roll_share
        loads[at, 1] = front / 2 + shift * roll_share
        loads[at, 2] = rear / 2 - shift * (1 - roll_share)
        loads[at, 3] = rear / 2 + shift * (1 - roll_share)
    return loads


def lifting(loads):
    """The first speed at which a wheel is lifted."""
    lifted = np.nonzero((loads < 0).any(axis=1))[0]
    return int(lifted[0]) if len(lifted) else None


def study(car, shares):
    speeds = np.linspace(5, 40, 400)
    for share in shares:
        at = lifting(wheel_loads(speeds, 60.0, *car.numbers(), share))
        print(share, "never" if at is None else f"{speeds[at]:.1f} m/s")


if __name__ == "__main__":
    study(Car(1350.0, 0.52, 1.5, 0.58), (0.4, 0.5, 0.6, 0.7))
    report()
