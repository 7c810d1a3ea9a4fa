"""Forms of two years, and a thread that counts them."""

import collections
import dataclasses
import threading
import time
import warnings


@dataclasses.dataclass(frozen=True)
class Form:
    number: int
    year: int

    def check(self, year):
        if self.year != year:
            warnings.warn(f"form {self.number} is of last year", UserWarning)


class Stack:
    def __init__(self, count, year):
        self.year = year
        self.forms = [Form(number, year - (number % 3 == 0)) for number in range(count)]

    def __iter__(self):
        return iter(self.forms)


class Census(threading.Thread):
    def __init__(self, *stacks):
        super().__init__(name="census", daemon=True)
        self.stacks = stacks
        self.years = collections.Counter()

    def run(self):
        while True:
            self.years = collections.Counter(form.year for stack in self.stacks for form in stack)
            time.sleep(0.5)
