"""Adds up the receipts of a day, each till in a thread."""

import collections
import concurrent.futures
import logging
import random

from till import Receipt

log = logging.getLogger("evening")
ARTICLES = {"bread": 320, "milk": 119, "apples": 249, "soap": 185, "candle": 95}


def roll(till, customers):
    """The paper roll of a till, as it comes from the printer."""
    chance = random.Random(till)
    for customer in range(customers):
        yield f"# receipt {till}-{customer}"
        for article in chance.sample(sorted(ARTICLES), 3):
            yield f"{article};{chance.randint(1, 6)};{ARTICLES[article]}"
        if chance.random() < 0.02:
            yield "voucher;1"
        yield ""


class Evening:
    def __init__(self, tills, customers):
        self.tills = tills
        self.customers = customers
        self.totals = collections.Counter()

    def receipts(self, till):
        receipt = None
        for line in roll(till, self.customers):
            if line.startswith("#"):
                receipt = Receipt(line.split()[-1])
            elif line:
                receipt.add(line)
            else:
                yield receipt

    def add_up(self, till):
        total = 0
        for receipt in self.receipts(till):
            total += receipt.total()
        log.info("till %s has %.2f", till, total / 100)
        return till, total

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(2, "till") as pool:
            for till, total in pool.map(self.add_up, range(self.tills)):
                self.totals[till] = total
        return sum(self.totals.values())


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    print(f"{Evening(tills=4, customers=300).run() / 100:.2f} in all")


if __name__ == "__main__":
    main()
