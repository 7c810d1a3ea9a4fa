"""The book of addresses: read again and again, in a thread of its own."""

import hashlib
import threading
import time


class Book:
    def __init__(self, count):
        self.count = count
        self.mutex = threading.Lock()
        self.entries = {}

    def load(self):
        with self.mutex:
            for number in range(self.count):
                digest = hashlib.sha256(str(number).encode()).hexdigest()
                self.entries[number] = f"{digest[:8]}@example.org"
                if number % 100 == 0:
                    time.sleep(0.05)

    def keep_fresh(self):
        while True:
            self.load()
            time.sleep(0.01)

    def address(self, number):
        with self.mutex:
            return self.entries[number]
