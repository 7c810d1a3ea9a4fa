"""Writes bills in a pool of threads; the rates are read when the first bill needs one."""

import concurrent.futures
import csv
import os
import tempfile
import time

from compiled import extension

tax = extension("tax")


class Rates:
    def __init__(self, path):
        self.path = path

    def read(self):
        time.sleep(0.2)  # as a network drive does
        with open(self.path, newline="", encoding="utf-8") as file:
            return {name: float(rate) for name, rate in csv.reader(file)}


class Bill:
    def __init__(self, rates, goods, amount):
        self.rates = rates
        self.goods = goods
        self.amount = amount

    def total(self):
        return round(self.amount * (1 + tax.rate(self.rates.read, self.goods)), 2)


def main():
    path = os.path.join(tempfile.mkdtemp(), "rates.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("bread,0.026\nwine,0.081\n")
    rates = Rates(path)
    bills = [Bill(rates, goods, amount) for goods in ("bread", "wine") for amount in (10, 250)]
    with concurrent.futures.ThreadPoolExecutor(4, "bill") as pool:
        print(list(pool.map(Bill.total, bills)), flush=True)


if __name__ == "__main__":
    main()
