"""What was weighed, and how the temperature drifts meanwhile."""

import csv
import io
import random
import threading
import time


class Journal:
    def __init__(self):
        self.file = io.StringIO()
        self.writer = csv.writer(self.file)
        self.values = []

    def __enter__(self):
        self.writer.writerow(["at", "value", "unit"])
        return self

    def __exit__(self, *_):
        print(self.file.getvalue().count("\n") - 1, "lines in the journal")

    def add(self, value, unit):
        self.values.append(value)
        self.writer.writerow([round(time.time()), value, unit])


class Drift(threading.Thread):
    def __init__(self):
        super().__init__(name="drift", daemon=True)
        self.temperature = 21.0

    def run(self):
        chance = random.Random(2)
        while True:
            self.temperature += chance.gauss(0, 0.01)
            time.sleep(0.25)
