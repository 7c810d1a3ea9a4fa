"""Offers for loans, worked out by threads for each customer."""

import ctypes
import dataclasses
import itertools
import queue
import sys
import threading


@dataclasses.dataclass
class Loan:
    euros: int
    per_mille: int
    monthly: int

    @property
    def cents(self):
        return self.euros * 100


class Office:
    def __init__(self, path, clerks):
        self.months = ctypes.CDLL(path).months
        self.inbox = queue.Queue()
        self.offers = {}
        self.clerks = [
            threading.Thread(target=self.clerk, name=f"clerk {n}") for n in range(clerks)
        ]

    def offer(self, loan):
        return self.months(loan.cents, loan.per_mille, loan.monthly * 100)

    def clerk(self):
        for number, loan in iter(self.inbox.get, None):
            self.offers[number] = self.offer(loan)

    def run(self, loans):
        for clerk in self.clerks:
            clerk.start()
        for item in enumerate(loans):
            self.inbox.put(item)
        for _ in self.clerks:
            self.inbox.put(None)
        for clerk in self.clerks:
            clerk.join()
        return self.offers


def main():
    loans = [
        Loan(euros, per_mille, monthly)
        for euros, per_mille, monthly in itertools.product(
            [1200, 6000, 24000], [30, 50, 60], [30, 100, 250]
        )
    ]
    for number, months in sorted(Office(sys.argv[1], 2).run(loans).items()):
        print(loans[number], months)


if __name__ == "__main__":
    main()
