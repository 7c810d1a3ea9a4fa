import gc
import io

from farm import Farm


class Journal:
    """What a variant of the plan yields; it is closed with the variant."""

    written = []

    def __init__(self, name):
        self.name = name
        self.text = io.StringIO()

    def note(self, wind, power):
        self.text.write(f"{wind} m/s: {power:.0f} kW\n")

    def __del__(self):
        Journal.written.append((self.name, self.text.getvalue().count("\n")))
        gc.collect()  # a variant is large, and the next one comes at once


class Turbine:
    __slots__ = ("rated", "start")

    def __init__(self, rated, start):
        self.rated = rated
        self.start = start

    def __call__(self, wind):
        return float(self.rated * min(1.0, max(0.0, (wind - self.start) / 9)))


def variant(name, size):
    journal = Journal(name)
    farm = Farm(journal)
    for number in range(size):
        farm.add(Turbine(2 + number % 3, 3 + number % 2))
    for wind in (4, 8, 12):
        journal.note(wind, farm.power(wind))
    return farm.power(10)
