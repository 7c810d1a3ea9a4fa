"""What does the till give back, and how long will the coins last?"""

import numpy as np
from money import COINS, Receipt
from numba import njit


@njit
def change(due, coins, stock):
    """How many of each coin, the largest first, as far as there are any."""
    given = np.zeros(len(coins), dtype=np.int64)
    for kind in range(len(coins)):
        while due >= coins[kind] and given[kind] < stock[kind]:
            due -= coins[kind]
            given[kind] += 1
    return given


class Till:
    def __init__(self, each):
        self.coins = np.array([float(coin) for coin in COINS])
        self.stock = np.full(len(COINS), each)
        self.served = 0

    def settle(self, receipt, paid):
        given = change(paid - receipt.total(), self.coins, self.stock)
        self.stock -= given
        self.served += 1
        return given


def customers():
    for number in range(1, 6):
        receipt = Receipt(number)
        receipt.add("bread", "3.49")
        receipt.add("milk", "1.19", pieces=number)
        yield receipt


if __name__ == "__main__":
    till = Till(each=50)
    for receipt in customers():
        print(receipt.number, receipt.total(), till.settle(receipt, 20))
    print("left:", till.stock)
