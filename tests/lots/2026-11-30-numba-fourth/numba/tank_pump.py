"""A pump that fills a tank; its rate is found by trial, until the tank fills in time."""

import numpy as np
from numba import njit


def simulation(leak):
    rate = 1.0

    @njit
    def fill(steps, volume):
        level = 0.0
        for step in range(steps):
            level += rate - leak * level
            if level >= volume:
                return step
        return steps

    def with_rate(value, steps, volume):
        nonlocal rate
        rate = value
        return fill(steps, volume)

    return with_rate


@njit
def first_at_most(values, limit):
    for at in range(values.size):
        if values[at] <= limit:
            return at
    return -1


class Tank:
    def __init__(self, volume, leak):
        self.volume = volume
        self.trial = simulation(leak)

    def times(self, rates, steps=5000):
        return np.array([self.trial(rate, steps, self.volume) for rate in rates])


class Cost:
    def __init__(self, per_step):
        self.per_step = per_step

    def of(self, rates, times):
        return (self.per_step * rates**2 * times).round(1).tolist()


def main():
    rates = np.linspace(1.0, 3.0, 9)
    for volume in (50.0, 90.0):
        tank = Tank(volume, 0.01)
        times = tank.times(rates)
        print("cost:", Cost(0.02).of(rates, times))
        at = first_at_most(times, 60)
        chosen = f"{rates[at]:.2f}" if at >= 0 else "none"
        print(f"volume {volume}: {times.tolist()}, rate {chosen}")


if __name__ == "__main__":
    main()
