"""Sheets of a ledger, as rows of numbers; no more than a few on the way at once."""

import random
import threading


class Stack:
    def __init__(self, count, ahead=6):
        self.count = count
        self._ahead = threading.Semaphore(ahead)
        self.given = 0

    def __iter__(self):
        chance = random.Random(4)
        for number in range(self.count):
            self._ahead.acquire()
            self.given += 1
            yield number, [chance.randrange(1000) for _ in range(2000)]

    def taken(self):
        self._ahead.release()


def total(sheet):
    number, row = sheet
    return number, sum(row)
