"""A table of goods as records, changed field by field in compiled code."""

import numpy as np
from numba import njit

GOODS = np.dtype(
    [("code", np.int32), ("stock", np.int64), ("price", np.float64), ("sales", np.float64, (3,))],
    align=True,
)


@njit
def sell(goods, orders, day):
    missing = 0
    for at in range(orders.shape[0]):
        row = goods[orders[at, 0]]
        amount = min(orders[at, 1], row.stock)
        row.stock -= amount
        row.sales[day] += amount * row.price
        missing += orders[at, 1] - amount
    return missing


@njit
def refill(goods, least, to):
    count = 0
    for at in range(goods.size):
        if goods[at]["stock"] < least:
            goods[at]["stock"] = to
            count += 1
    return count


@njit
def dearest(goods):
    best = 0
    for at in range(goods.size):
        if goods[at].price > goods[best].price:
            best = at
    return goods[best].code, goods[best].price


class Shop:
    def __init__(self, kinds, seed):
        self.rng = np.random.default_rng(seed)
        self.goods = np.zeros(kinds, GOODS)
        self.goods["code"] = np.arange(kinds)
        self.goods["stock"] = 40
        self.goods["price"] = self.rng.uniform(1, 30, kinds).round(2)

    def day(self, number, customers):
        kinds = self.rng.integers(0, self.goods.size, customers)
        amounts = self.rng.integers(1, 5, customers)
        missing = sell(self.goods, np.column_stack((kinds, amounts)), number)
        return missing, refill(self.goods, 10, 40)


def main():
    shop = Shop(50, 2)
    for number in range(3):
        missing, refilled = shop.day(number, 700)
        print(f"day {number}: {missing} pieces missing, {refilled} kinds refilled")
    print("dearest:", dearest(shop.goods))
    print("sold for", shop.goods["sales"].sum(axis=0).round(2))


if __name__ == "__main__":
    main()
