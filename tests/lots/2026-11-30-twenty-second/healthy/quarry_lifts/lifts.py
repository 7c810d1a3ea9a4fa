"""Lifts of heavy stones: all gangs pull at once, and each has to rest after it."""

import multiprocessing
import time


class Gang(multiprocessing.Process):
    def __init__(self, name, rest, barrier, log, lifts):
        super().__init__(name=name)
        self.rest = rest
        self.barrier = barrier
        self.log = log
        self.lifts = lifts

    def lift(self, number):
        place = self.barrier.wait()
        if place == 0:
            self.log.put((number, self.name, time.monotonic()))

    def run(self):
        for number in range(self.lifts):
            time.sleep(self.rest)
            self.lift(number)
        self.log.put(None)


class Ramp:
    """Who has the ramp may bring a stone up; it is a semaphore of two places."""

    def __init__(self, places):
        self.places = multiprocessing.BoundedSemaphore(places)

    def carry(self, stone, seconds):
        with self.places:
            time.sleep(seconds)
        return stone


class Carrier(multiprocessing.Process):
    def __init__(self, name, ramp, stones):
        super().__init__(name=name, daemon=True)
        self.ramp = ramp
        self.stones = stones

    def run(self):
        for stone in range(self.stones):
            self.ramp.carry(stone, 5)
