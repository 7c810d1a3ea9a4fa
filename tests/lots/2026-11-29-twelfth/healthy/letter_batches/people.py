import logging
import random
import threading
import time

log = logging.getLogger(__name__)


class Writer(threading.Thread):
    def __init__(self, name, batcher, letters):
        super().__init__(name=name)
        self.batcher = batcher
        self.letters = letters
        self.random = random.Random(name)

    def run(self):
        for number in range(self.letters):
            self.batcher.add(f"{self.name} {number}")
        log.info("%s has written %d letters", self.name, self.letters)


class Rider(threading.Thread):
    """Brings sacks to the next town, which takes its time."""

    def __init__(self, batcher, seconds):
        super().__init__(name="rider")
        self.batcher = batcher
        self.seconds = seconds
        self.brought = 0

    def run(self):
        while sack := self.batcher.take():
            time.sleep(self.seconds)
            self.brought += len(sack)
            log.info("%d letters are there", self.brought)
