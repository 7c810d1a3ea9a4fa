"""Prices depend on the stock, which is asked for in the background."""

from concurrent.futures import ThreadPoolExecutor

import stock


class Prices:
    BASE = {"slate": 30, "granite": 12}

    def __init__(self):
        self.clerks = ThreadPoolExecutor(4, thread_name_prefix="clerk")
        self.asked = 0

    def _factor(self, stone):
        self.asked += 1
        return 2 if stock.tons_of(stone) < 50 else 1

    def of(self, stone):
        factor = self.clerks.submit(self._factor, stone)
        return self.BASE[stone] * factor.result()

    def of_all(self):
        return {stone: self.of(stone) for stone in self.BASE}
