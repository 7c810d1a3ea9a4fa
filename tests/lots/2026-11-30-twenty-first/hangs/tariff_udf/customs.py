"""The customs' tariff: what all goods are worth, while rates are read anew now and then."""

import threading

from base import Base, slowly
from rates import Rates

CURRENCIES = ("EUR", "SEK", "GBP", "PLN")


class Refresher(threading.Thread):
    def __init__(self, rates, every):
        super().__init__(name="refresher", daemon=True)
        self.rates = rates
        self.every = every
        self.stop = threading.Event()
        self.times = 0

    def run(self):
        while not self.stop.wait(self.every):
            self.rates.reload()
            self.times += 1


class Customs:
    def __init__(self, count):
        self.base = Base()
        self.rates = Rates(self.base)
        self.base.function("in_euro", 2, slowly(self.in_euro))
        self.base.fill((n, 1 + n % 90, CURRENCIES[n % 4]) for n in range(count))
        self.rates.reload()

    def in_euro(self, price, currency):
        return price * self.rates.get(currency)

    def worth(self, below):
        return self.base.query("select sum(in_euro(price, currency)) from goods where id < ?", below)[0][0]


def main():
    customs = Customs(20000)
    print("sample", round(customs.worth(400), 2), flush=True)
    refresher = Refresher(customs.rates, 0.7)
    refresher.start()
    print("all", round(customs.worth(20000), 2), flush=True)
    refresher.stop.set()


if __name__ == "__main__":
    main()
