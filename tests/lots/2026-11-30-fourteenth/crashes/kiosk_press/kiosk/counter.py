"""The counter: sells papers, and looks after the till."""

from collections import Counter

from .till import Till

PRICES = {"Morning Post": 180, "Evening Post": 220, "Chess Monthly": 890}


class Kiosk:
    def __init__(self):
        self.till = Till()
        self.sold = Counter()
        self.banked = 0

    def sell(self, title, number=1):
        for _ in range(number):
            self.till.take(PRICES[title])
        self.sold[title] += number

    def close(self):
        self.banked += self.till.bank()
        return self.till.cents
