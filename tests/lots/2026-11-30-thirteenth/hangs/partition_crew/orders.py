import logging
import signal
import threading
import time

from stream.broker import Broker
from stream.consumer import Consumer
from stream.crew import Crew

log = logging.getLogger("orders")


class Orders:
    def __init__(self, broker, name, hands):
        self.sums = {}
        self.ended = threading.Event()
        self.crew = Crew(hands, self.book)
        self.consumer = Consumer(broker, "booking", name, self.revoked)
        self.crew.start(self.consumer)

    def book(self, order):
        customer, amount = order
        self.sums[customer] = self.sums.get(customer, 0) + amount

    def revoked(self, partitions):
        log.info("partitions %s go to somebody else", sorted(partitions))
        self.crew.drain(partitions)

    def run(self):
        while not self.ended.is_set():
            batch = self.consumer.poll()
            for message in batch:
                self.crew.give(*message)
            if not batch:
                self.ended.wait(0.1)

    def stop(self, *_):
        self.ended.set()


def customers(broker, seconds):
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        for _ in range(4):
            number += 1
            broker.publish(number, (number % 7, 10 + number % 13))
        time.sleep(0.02)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    broker = Broker(partitions=4)
    orders = Orders(broker, "north", hands=3)
    signal.signal(signal.SIGTERM, orders.stop)
    threading.Thread(target=customers, args=(broker, 600), name="customers", daemon=True).start()
    threading.Timer(2, broker.join, ("booking", "south")).start()
    orders.run()
    log.info("%s", orders.sums)


if __name__ == "__main__":
    main()
