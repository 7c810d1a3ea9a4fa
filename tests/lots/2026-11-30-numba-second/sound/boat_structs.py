"""Boats of a regatta as records that are shared between Python and compiled code."""

import numpy as np
from numba import njit, types
from numba.experimental import structref
from numba.extending import overload_method


@structref.register
class BoatType(types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Boat(structref.StructRefProxy):
    def __new__(cls, place, heading, speed):
        return structref.StructRefProxy.__new__(cls, place, heading, speed)

    @property
    def place(self):
        return get_place(self)

    @property
    def speed(self):
        return get_speed(self)


structref.define_proxy(Boat, BoatType, ["place", "heading", "speed"])


@njit
def get_place(boat):
    return boat.place


@njit
def get_speed(boat):
    return boat.speed


@overload_method(BoatType, "sail")
def boat_sail(self, wind, seconds):
    def impl(self, wind, seconds):
        angle = abs(np.sin(self.heading - wind))
        self.speed += 0.05 * seconds * (6.0 * angle - self.speed)
        self.place[0] += self.speed * seconds * np.cos(self.heading)
        self.place[1] += self.speed * seconds * np.sin(self.heading)

    return impl


@njit
def leg(boat, mark, wind):
    steps = 0
    while steps < 5000:
        dx = mark[0] - boat.place[0]
        dy = mark[1] - boat.place[1]
        if dx * dx + dy * dy < 400.0:
            break
        boat.heading = np.arctan2(dy, dx)
        boat.sail(wind, 1.0)
        steps += 1
    return steps


def main():
    marks = [(900.0, 300.0), (200.0, 1200.0), (0.0, 0.0)]
    for number, wind in enumerate((0.4, 1.3, 2.6)):
        boat = Boat(np.zeros(2), 0.0, 0.0)
        times = [leg(boat, mark, wind) for mark in marks]
        print(f"race {number}: {times} seconds, {boat.speed:.2f} m/s at the end")


if __name__ == "__main__":
    main()
