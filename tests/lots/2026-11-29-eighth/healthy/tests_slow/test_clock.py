"""Slow tests, under testtools: each waits for a timer's thread, with a lock held."""

import threading
import unittest


class Clock:
    def __init__(self):
        self.lock = threading.Lock()
        self.struck = threading.Event()

    def strike_in(self, seconds):
        threading.Timer(seconds, self.struck.set).start()

    def wait(self):
        with self.lock:
            self.struck.wait()
            self.struck.clear()
            return True


class ClockTest(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()

    def check(self, seconds):
        self.clock.strike_in(seconds)
        self.assertTrue(self.clock.wait())


for _number in range(9):
    setattr(ClockTest, f"test_{_number}", lambda self, seconds=9 + _number: self.check(seconds))
