"""Ferries log what they do: python ferries.py [--trips N]"""

import argparse
import logging
import queue
import threading
import time

import sinks

log = logging.getLogger("ferry")


class Ferry(threading.Thread):
    def __init__(self, name, minutes, trips, bridge):
        super().__init__(name=name)
        self.bridge = bridge
        self.minutes = minutes
        self.trips = trips

    def run(self):
        for trip in range(self.trips):
            log.info("leaves for trip %d", trip)
            self.bridge.open()
            time.sleep(self.minutes / 10)
            log.info("arrives")


class Bridge(threading.Thread):
    """Opens for each ferry that asks, one after the other."""

    def __init__(self):
        super().__init__(name="bridge", daemon=True)
        self.asked = queue.Queue()

    def run(self):
        while True:
            opened = self.asked.get()
            log.info("the bridge opens")
            time.sleep(0.4)
            opened.set()

    def open(self):
        opened = threading.Event()
        self.asked.put(opened)
        opened.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trips", type=int, default=8)
    options = parser.parse_args()
    listener = sinks.install()
    bridge = Bridge()
    bridge.start()
    ferries = [Ferry(name, minutes, options.trips, bridge) for name, minutes in [("Anna", 4), ("Berta", 9), ("Carl", 6)]]
    for ferry in ferries:
        ferry.start()
    for ferry in ferries:
        ferry.join()
    listener.stop()


if __name__ == "__main__":
    main()
