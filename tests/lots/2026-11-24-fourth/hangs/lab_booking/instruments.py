"""Instruments of a laboratory, booked by processes through a manager."""

import random
import time


class InstrumentError(Exception):
    pass


class Instrument:
    def __init__(self, name, lock, journal):
        self.name, self.lock, self.journal = name, lock, journal

    def measure(self, sample):
        self.lock.acquire()
        self.journal.append(f"{self.name} has {sample}")
        value = self._value(sample)
        self.journal.append(f"{self.name} gives {value:.2f} for {sample}")
        self.lock.release()
        return value

    def _value(self, sample):
        time.sleep(0.1)
        value = random.Random(sample).gauss(20, 5)
        if value > 27:
            raise InstrumentError(f"{self.name}: {sample} is out of range")
        return value
