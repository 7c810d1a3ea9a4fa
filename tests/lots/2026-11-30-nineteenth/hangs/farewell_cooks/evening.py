"""An evening at the inn."""

import journal
import random
import threading
import time

from kitchen import Cook, MINUTES


class Fire(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.8)


class Bill:
    PRICES = {"soup": 6.5, "roast": 19.0, "cake": 4.8}

    def __init__(self):
        self.sums = {}

    def add(self, guest, dish):
        self.sums[guest] = self.sums.get(guest, 0) + self.PRICES[dish]

    def total(self):
        return round(sum(self.sums.values()), 2)


class Evening:
    def __init__(self, cooks, guests):
        self.cooks = cooks
        self.guests = guests
        self.chance = random.Random(12)
        self.bill = Bill()

    def dine(self):
        for guest in range(self.guests):
            cook = self.cooks[guest % len(self.cooks)]
            name, dish, minutes = cook.dish(self.chance.choice(sorted(MINUTES)))
            time.sleep(minutes / 10)
            self.bill.add(guest, dish)
            print(f"guest {guest}: {dish} by {name}", flush=True)
        return self.bill.total()


def main():
    Fire(daemon=True).start()
    takings = Evening([Cook("Otto"), Cook("Mia")], 6).dine()
    print("closed,", takings, flush=True)


if __name__ == "__main__":
    main()
