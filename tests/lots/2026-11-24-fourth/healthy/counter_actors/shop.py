"""Sells for as long as customers come."""

import itertools
import logging
import random
import signal
import threading
import time

import pykka
from actors import StoreRoom, Statistics, Till

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
log = logging.getLogger("shop")


class Customers:
    def __init__(self, tills, seed=1):
        self.tills = tills
        self.chance = random.Random(seed)

    def serve(self, customer):
        wishes = [f"article {customer * 10 + self.chance.randrange(10)}" for _ in self.tills]
        return [till.sell(wish) for till, wish in zip(self.tills, wishes)]


def best(statistics):
    while True:
        time.sleep(7)
        log.info("the best till so far: %s", statistics.best().get())


def closed(number, frame):
    raise SystemExit("closed")


def main():
    signal.signal(signal.SIGTERM, closed)
    store_room = StoreRoom.start().proxy()
    statistics = Statistics.start().proxy()
    tills = [Till.start(number, store_room, statistics).proxy() for number in range(4)]
    threading.Thread(target=best, args=(statistics,), name="best", daemon=True).start()
    customers = Customers(tills)
    try:
        for customer in itertools.count():
            log.info("%s", pykka.get_all(customers.serve(customer)))
    finally:
        pykka.ActorRegistry.stop_all()


if __name__ == "__main__":
    main()
