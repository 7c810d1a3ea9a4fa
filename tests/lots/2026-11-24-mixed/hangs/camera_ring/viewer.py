import multiprocessing
import threading
import time

import numpy as np

from ring import HEIGHT, WIDTH, Ring


def expose(number, gain):
    """One frame, brighter with every step of the gain."""
    frame = np.full((HEIGHT, WIDTH), number % 200, np.int16)
    return np.clip(frame * (1 + 10 // (12 - gain)), 0, 255).astype(np.uint8)  # <-- here


def camera(name):
    ring = Ring(name)
    gain = 1
    for number in range(10_000):
        while ring.full():
            time.sleep(0.001)
        ring.write(expose(number, gain))
        if number % 10 == 9:
            gain += 1


class Viewer:
    def __init__(self):
        self.ring = Ring()
        self.shown = 0
        self.brightness = 0.0

    def next_frame(self):
        while self.ring.empty():  # <-- here
            time.sleep(0.002)
        return self.ring.read()

    def show(self, count):
        for _ in range(count):
            frame = self.next_frame()
            self.brightness = 0.9 * self.brightness + 0.1 * frame.mean()
            self.shown += 1


def status(viewer):
    while True:
        time.sleep(1)
        print(f"{viewer.shown} shown, brightness {viewer.brightness:.1f}", flush=True)


def main():
    viewer = Viewer()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=camera, args=(viewer.ring.name,), name="camera")
    process.start()
    threading.Thread(target=status, args=(viewer,), daemon=True, name="status").start()
    viewer.show(10_000)
    process.join()


if __name__ == "__main__":
    main()
