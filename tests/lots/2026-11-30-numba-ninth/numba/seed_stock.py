"""Grams of seed in a shed, by the names of the plants."""

from numba import njit
from numba.typed import Dict


@njit
def take(stock, name, grams):
    left = stock.get(name, 0.0) - grams
    if left < 0.0:
        return False
    stock[name] = left
    return True


class Shed:
    def __init__(self, bags):
        self.stock = Dict.empty(key_type=str, value_type=float)
        for name, grams in bags.items():
            self.stock[name] = grams

    def order(self, wishes):
        return [name for name, grams in wishes if take(self.stock, name, grams)]


if __name__ == "__main__":
    shed = Shed({"kale": 250.0, "leek": 40.0, "beet": 900.0})
    print(shed.order([("kale", 200.0), ("leek", 60.0), ("kale", 100.0)]))
