"""Collects readings in a thread until the last hour was told."""

import collections
import logging
import threading
import time

import zmq

from feed.stations import Reading

log = logging.getLogger("feed.collector")


class Collector(threading.Thread):
    def __init__(self, context, expected):
        super().__init__(name="collector")
        self.socket = context.socket(zmq.PULL)
        self.socket.set_hwm(1)
        self.port = self.socket.bind_to_random_port("tcp://127.0.0.1")
        self.expected = expected
        self.by_station = collections.defaultdict(list)

    def run(self):
        for _ in range(self.expected):
            reading = Reading.unpack(self.socket.recv())
            self.by_station[reading.station].append(reading.warmth)
            time.sleep(5)  # the paper of the plotter is slow
        self.socket.close()
        log.info("collected %d", self.expected)

    def means(self):
        return {name: sum(found) / len(found) for name, found in self.by_station.items()}
