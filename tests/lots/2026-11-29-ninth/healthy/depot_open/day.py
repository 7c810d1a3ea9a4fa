"""The depot is open until somebody ends it; customers come now and then."""

import logging
import random
import signal
import threading

import depot

TOWNS = ["Lund", "Ystad", "Malmö", "Kalmar", "Visby"]


class Counter(threading.Thread):
    """A clerk at the counter, with a connection of his own."""

    def __init__(self, name, address, every):
        super().__init__(name=name)
        self.address = address
        self.every = every
        self.closing = threading.Event()
        self.given = 0

    def run(self):
        chance = random.Random(self.name)
        with depot.Client(self.address) as client:
            while not self.closing.wait(self.every):
                number = chance.randrange(60)
                if client.where_is(number) and client.fetch(number):
                    self.given += 1


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    evening = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: evening.set())
    book = depot.Book()
    chance = random.Random(4)
    for number in range(40):
        book.enter(depot.Parcel(number, chance.choice(TOWNS), chance.randrange(200, 30000)))
    service = depot.Service(book)
    service.open()
    counters = [Counter("counter north", service.address, 7), Counter("counter south", service.address, 11)]
    for counter in counters:
        counter.start()
    evening.wait()
    for counter in counters:
        counter.closing.set()
        counter.join()
    service.close()
    print(sum(counter.given for counter in counters), "handed out", flush=True)


if __name__ == "__main__":
    main()
