"""A batch of plates, each settled until it hardly changes any more."""

import threading
import time

from plate import Plate

CASES = [
    {"name": "both hot", "top": 90.0, "bottom": 90.0, "enough": 0.0},
    {"name": "hot below", "top": 0.0, "bottom": 80.0, "enough": 1e-3},
]


class Batch:
    def __init__(self, cases, rows=122, columns=80):
        self.cases = cases
        self.size = rows, columns
        self.results = {}

    def run(self):
        for case in self.cases:
            plate = Plate(*self.size).edge(case["top"], case["bottom"])
            sweeps = plate.settle(400, case["enough"])
            self.results[case["name"]] = sweeps, float(plate.heat.mean())
            print(case["name"], self.results[case["name"]], flush=True)


def lamp():
    while True:
        time.sleep(0.5)


def main():
    threading.Thread(target=lamp, name="lamp", daemon=True).start()
    batch = Batch(CASES)
    worker = threading.Thread(target=batch.run, name="batch")
    worker.start()
    worker.join()


if __name__ == "__main__":
    main()
