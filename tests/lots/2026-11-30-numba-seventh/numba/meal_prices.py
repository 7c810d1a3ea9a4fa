"""What do the meals of a canteen cost to make?"""

import numpy as np
from numba import njit


@njit
def cost(amounts, prices, loss):
    total = 0.0
    for amount, price in zip(amounts, prices, strict=True):
        total += amount * price / (1.0 - loss)
    return total


class Kitchen:
    GOODS = ("potatoes", "leek", "butter", "cream", "cheese")

    def __init__(self, prices, loss=0.08):
        self.prices = np.array([prices[name] for name in self.GOODS])
        self.loss = loss
        self.meals = {}

    def plan(self, meal, **amounts):
        self.meals[meal] = np.array([amounts.get(name, 0.0) for name in self.GOODS])

    def costs(self):
        return {meal: cost(amounts, self.prices, self.loss) for meal, amounts in self.meals.items()}


def main():
    prices = {"potatoes": 0.9, "leek": 2.2, "butter": 7.5, "cream": 4.1, "cheese": 9.8}
    kitchen = Kitchen(prices)
    kitchen.plan("soup", potatoes=0.2, leek=0.15, cream=0.05)
    kitchen.plan("gratin", potatoes=0.35, cream=0.12, cheese=0.06)
    kitchen.plan("mash", potatoes=0.4, butter=0.03)
    for meal, price in kitchen.costs().items():
        print(f"{meal:8} {price:.2f}")


if __name__ == "__main__":
    main()
