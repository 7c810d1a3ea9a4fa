"""Sends a mailing by worker processes of cotyledon."""

import threading
import time

import cotyledon
from addresses import Book

book = Book(3000)


class Sender(cotyledon.Service):
    name = "sender"

    def __init__(self, worker_id, book):
        super().__init__(worker_id)
        self.book = book
        self.stopped = threading.Event()

    def run(self):
        number = self.worker_id
        while not self.stopped.is_set():
            address = self.book.address(number % self.book.count)
            print("to", address, flush=True)
            number += 2
            time.sleep(0.5)

    def terminate(self):
        self.stopped.set()


class Manager(cotyledon.ServiceManager):
    def __init__(self):
        super().__init__()
        self.add(Sender, workers=2, args=(book,))


def main():
    book.load()
    threading.Thread(target=book.keep_fresh, name="addresses", daemon=True).start()
    time.sleep(0.2)
    Manager().run()


if __name__ == "__main__":
    main()
