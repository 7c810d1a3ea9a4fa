"""A train as a doubly linked chain of wagons, which are coupled in anywhere."""

from numba import deferred_type, float64, int64, njit, optional
from numba.experimental import jitclass

wagon_type = deferred_type()


@jitclass(
    [
        ("number", int64),
        ("mass", float64),
        ("ahead", optional(wagon_type)),
        ("behind", optional(wagon_type)),
    ]
)
class Wagon:
    def __init__(self, number, mass):
        self.number = number
        self.mass = mass
        self.ahead = None
        self.behind = None


wagon_type.define(Wagon.class_type.instance_type)


@njit
def couple(ahead, wagon):
    wagon.ahead = ahead
    wagon.behind = ahead.behind
    if ahead.behind is not None:
        ahead.behind.ahead = wagon
    ahead.behind = wagon


@njit
def train(masses):
    engine = Wagon(0, 84.0)
    for at in range(len(masses)):
        couple(engine, Wagon(at + 1, masses[at]))
    return engine


@njit
def total_mass(engine):
    mass = engine.mass
    wagon = engine.behind
    while wagon is not None:
        mass += wagon.mass
        wagon = wagon.behind
    return mass


def main():
    engine = train((22.0, 41.5, 80.0, 79.0))
    print("engine and wagons:", total_mass(engine), "t")


if __name__ == "__main__":
    main()
