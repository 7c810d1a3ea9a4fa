"""An evening in the kitchen."""

import logging

import menu
import orders

logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")


class Kitchen:
    def __init__(self):
        self.hatch = orders.Pass()
        self.cooks = [orders.Cook(name, self.hatch, menu.Times()) for name in ("Ana", "Ben")]

    def evening(self, wanted):
        for number, (urgency, dish) in enumerate(wanted):
            self.hatch.put(urgency, orders.Order(number, dish))
        for cook in self.cooks:
            cook.start()
        self.hatch.wait()
        return sum(len(cook.cooked) for cook in self.cooks)


def main():
    menu.Music(["a waltz", "a march"]).start()
    wanted = [
        (menu.Urgency.CHILD, "soup"),
        (menu.Urgency.GUEST, "salad"),
        (menu.Urgency.HURRY, "roast"),
        (menu.Urgency.STAFF, "soup"),
        (menu.Urgency.REGULAR, "roast"),
        (menu.Urgency.REGULAR, "salad"),
    ]
    print(Kitchen().evening(wanted), "dishes", flush=True)


if __name__ == "__main__":
    main()
