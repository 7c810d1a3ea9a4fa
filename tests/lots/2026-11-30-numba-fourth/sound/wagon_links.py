"""A train whose wagons know the one behind them."""

from numba import deferred_type, float64, int64, njit, optional
from numba.experimental import jitclass

wagon_type = deferred_type()


@jitclass([("number", int64), ("load", float64), ("behind", optional(wagon_type))])
class Wagon:
    def __init__(self, number, load=12.5):
        self.number = number
        self.load = load
        self.behind = None


wagon_type.define(Wagon.class_type.instance_type)


@njit
def put_in_front(train, number, load):
    wagon = Wagon(number, load)
    wagon.behind = train
    return wagon


@njit
def total(train):
    weight = 0.0
    at = train
    while at is not None:
        weight += at.load
        at = at.behind
    return weight


def main():
    train = Wagon(0)
    for number in range(1, 30):
        train = put_in_front(train, number, 10.0 + number)
    print("total:", total(train), "first:", train.number)


if __name__ == "__main__":
    main()
