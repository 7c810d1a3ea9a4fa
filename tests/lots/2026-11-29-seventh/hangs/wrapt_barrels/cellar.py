"""Barrels of a cellar. Methods that change a barrel are synchronized (wrapt)."""

import time

import wrapt


class Barrel:
    def __init__(self, name, litres):
        self.name = name
        self.litres = litres
        self.history = []

    def note(self, text):
        self.history.append((time.monotonic(), text))

    @wrapt.synchronized
    def take(self, litres):
        if litres > self.litres:
            raise ValueError(f"{self.name} has {self.litres} only")
        self.litres -= litres
        self.note(f"-{litres}")

    @wrapt.synchronized
    def fill(self, litres):
        self.litres += litres
        self.note(f"+{litres}")

    @wrapt.synchronized
    def pour_into(self, other, litres):
        self.take(litres)
        time.sleep(0.01)  # the pump
        other.fill(litres)
