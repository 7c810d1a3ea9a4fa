"""Cars that wait for a ferry, as mutable records that compiled code shares with Python."""

import numpy as np
from numba import njit, types
from numba.experimental import structref


@structref.register
class CarType(types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Car(structref.StructRefProxy):
    def __new__(cls, length, weight, arrival):
        return structref.StructRefProxy.__new__(cls, length, weight, arrival)

    @property
    def waited(self):
        return waiting_time(self)


structref.define_proxy(Car, CarType, ["length", "weight", "arrival"])


@njit
def waiting_time(car):
    return 600.0 - car.arrival


@njit
def fits(car, lane_left, deck_left):
    return car.length <= lane_left and car.mass <= deck_left


@njit
def board(car, lanes, deck_left):
    for lane in range(lanes.size):
        if fits(car, lanes[lane], deck_left):
            lanes[lane] -= car.length
            return lane
    return -1


class Ferry:
    def __init__(self, lanes, lane_length, load):
        self.lanes = np.full(lanes, lane_length)
        self.load = load

    def take(self, cars):
        for car in cars:
            lane = board(car, self.lanes, self.load)
            if lane >= 0:
                self.load -= 1500.0
                yield car, lane


def queue(count, seed=1):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield Car(rng.uniform(3.6, 7.5), rng.uniform(900, 3500), rng.uniform(0, 600))


def main():
    ferry = Ferry(4, 42.0, 60_000.0)
    taken = list(ferry.take(queue(40)))
    print(len(taken), "cars;", round(sum(car.waited for car, _ in taken) / len(taken)), "seconds")


if __name__ == "__main__":
    main()
