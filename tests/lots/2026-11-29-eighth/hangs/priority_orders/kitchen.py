"""An evening in the kitchen."""

import logging
import time

import orders

logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
log = logging.getLogger("kitchen")


class Times:
    MINUTES = {"soup": 0.05, "roast": 0.2, "salad": 0.02}

    def simmer(self, dish):
        log.info("%s is on", dish)
        time.sleep(self.MINUTES[dish])


class Kitchen:
    def __init__(self):
        self.hatch = orders.Pass()
        self.cooks = [orders.Cook(name, self.hatch, Times()) for name in ("Ana", "Ben")]

    def evening(self, wanted):
        for number, (urgency, dish) in enumerate(wanted):
            self.hatch.put(urgency, orders.Order(number, dish))
        for cook in self.cooks:
            cook.start()
        self.hatch.wait()
        return sum(len(cook.cooked) for cook in self.cooks)


def main():
    wanted = [(1, "soup"), (5, "salad"), (3, "roast"), (9, "soup"), (8, "roast"), (8, "salad")]
    print(Kitchen().evening(wanted), "dishes", flush=True)


if __name__ == "__main__":
    main()
