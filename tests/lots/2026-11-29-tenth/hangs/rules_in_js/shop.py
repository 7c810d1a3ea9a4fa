import logging
import threading
import time

from rules import DISCOUNT, Rules

BASKETS = {"Ada": (12, 3), "Bo": (20, 4), "Cem": (1.2, 0.1)}


def open_hours():
    while True:
        time.sleep(0.5)
        logging.debug("open")


def main():
    logging.basicConfig(level=logging.INFO)
    threading.Thread(target=open_hours, name="hours", daemon=True).start()
    rules = Rules(DISCOUNT)
    for customer, (amount, step) in BASKETS.items():
        logging.info("%s gets %d %%", customer, rules.discount(amount, step))


if __name__ == "__main__":
    main()
