"""A store of hot water in layers, as a compiled class with arrays, a list and a static method."""

import numpy as np
from numba import float64, int64, njit, types
from numba.experimental import jitclass
from numba.typed import List


@njit
def energy_of(litres, difference):
    return 4.19 * litres * difference / 3600


@jitclass(
    [
        ("warmth", float64[::1]),
        ("volume", float64),
        ("taken", types.ListType(float64)),
        ("steps", int64),
    ]
)
class Store:
    def __init__(self, layers, volume, warmth):
        self.warmth = np.full(layers, warmth)
        self.volume = volume
        self.taken = List.empty_list(float64)
        self.steps = 0

    @staticmethod
    def full(warmth):
        return warmth > 60.0

    @property
    def top(self):
        return self.warmth[-1]

    def mix(self, share):
        for layer in range(self.warmth.size - 1):
            if self.warmth[layer] > self.warmth[layer + 1]:
                middle = (self.warmth[layer] + self.warmth[layer + 1]) / 2
                self.warmth[layer] += share * (middle - self.warmth[layer])
                self.warmth[layer + 1] += share * (middle - self.warmth[layer + 1])

    def take(self, litres, cold):
        layer = self.volume / self.warmth.size
        self.taken.append(energy_of(litres, self.warmth[-1] - cold))
        share = litres / layer
        for at in range(self.warmth.size - 1, 0, -1):
            self.warmth[at] += share * (self.warmth[at - 1] - self.warmth[at])
        self.warmth[0] += share * (cold - self.warmth[0])

    def heat(self, kilowatts, hours):
        self.warmth[0] += kilowatts * hours * 3600 / 4.19 / (self.volume / self.warmth.size)
        self.steps += 1


@njit
def day(store, showers):
    for hour in range(24):
        store.heat(0.6, 1.0)
        for _ in range(10):
            store.mix(0.8)
        if hour == 7 or hour == 20:
            for _ in range(showers):
                store.take(30.0, 10.0)
    return store.top


def main():
    store = Store(10, 500.0, 55.0)
    for number in range(3):
        print(f"day {number}: {day(store, 3):.1f} degrees at the top")
    print("full" if Store.full(store.top) else "not full")
    print(f"{sum(store.taken):.1f} kWh in {store.steps} hours")


if __name__ == "__main__":
    main()
