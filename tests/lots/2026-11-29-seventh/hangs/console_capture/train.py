"""Fit a line to noisy points, and keep what is printed."""

import dataclasses
import random
import threading
import time

import capture
import record


@dataclasses.dataclass
class Line:
    slope: float = 0.0
    start: float = 0.0

    def at(self, x):
        return self.start + self.slope * x

    def step(self, points, rate):
        loss = 0.0
        for x, y in points:
            error = self.at(x) - y
            self.slope -= rate * error * x
            self.start -= rate * error
            loss += error * error
        return loss / len(points)


class Meter:
    """Looks at the machine's load, beside the training."""

    def __init__(self):
        self.values = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="meter", daemon=True)

    def _run(self):
        while not self._stop.wait(0.5):
            with open("/proc/loadavg") as file:
                self.values.append(float(file.read().split()[0]))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


def points(count, seed=4):
    draw = random.Random(seed)
    xs = [draw.random() for _ in range(count)]
    return [(x, 3 * x - 1 + draw.gauss(0, 0.05)) for x in xs]


def train(line, data, epochs):
    for epoch in range(epochs):
        loss = line.step(data, 0.05)
        print(f"epoch {epoch:3}: loss {loss:.5f}")
        time.sleep(0.01)
    return line


def main():
    run = record.Record("slope-1")
    run.keep_alive()
    with Meter(), capture.captured(run.add):
        line = train(Line(), points(60), 80)
        print(line)


if __name__ == "__main__":
    main()
