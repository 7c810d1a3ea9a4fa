"""Prints news of prices that a feed publishes (pynng)."""

import threading
import time

import pynng

ADDRESS = "inproc://prices"


def publish(ready):
    """Publishes a price again and again, as the exchange does."""
    with pynng.Pub0(listen=ADDRESS) as publisher:
        ready.set()
        number = 0
        while True:
            number += 1
            publisher.send(f"copper {9000 + number % 17}".encode())
            time.sleep(0.1)


class News:
    def __init__(self, topics):
        self.topics = topics
        self.socket = pynng.Sub0(dial=ADDRESS)

    def __iter__(self):
        while True:
            topic, _, price = self.socket.recv().decode().partition(" ")
            if not self.topics or topic in self.topics:
                yield topic, int(price)


def main():
    ready = threading.Event()
    threading.Thread(target=publish, args=(ready,), name="exchange", daemon=True).start()
    ready.wait()
    for topic, price in News({"copper"}):
        print(topic, price, flush=True)


if __name__ == "__main__":
    main()
