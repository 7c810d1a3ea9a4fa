"""Sums of the ledger in one currency, while rates are read again every now and then."""

import threading
import time

from rates import Rates
from store import Store


class Reloader(threading.Thread):
    def __init__(self, rates, every):
        super().__init__(name="reloader", daemon=True)
        self.rates = rates
        self.every = every

    def run(self):
        while True:
            time.sleep(self.every)
            self.rates.reload()


class Report:
    def __init__(self, store):
        self.store = store

    def total(self):
        ((total,),) = self.store.rows("SELECT sum(amount * rate_of(currency)) FROM entries")
        return total

    def by_currency(self):
        return self.store.rows(
            "SELECT currency, sum(amount * rate_of(currency)) FROM entries GROUP BY currency"
        )


def main():
    store = Store()
    store.fill(200_000)
    rates = Rates(store)
    store.function("rate_of", rates.of)
    print(rates.reload(), "rates", flush=True)
    Reloader(rates, 0.05).start()
    report = Report(store)
    for day in range(1, 200):
        print("day", day, round(report.total(), 2), flush=True)
        for currency, amount in report.by_currency():
            print("   ", currency, round(amount, 2), flush=True)


if __name__ == "__main__":
    main()
