"""Takes the grain out of old photographs: OpenCV, some twenty seconds each, in one thread."""

import threading
import time

import cv2
import numpy as np


def plate(seed):
    chance = np.random.default_rng(seed)
    grain = chance.integers(0, 60, (1400, 1800), dtype=np.uint8)
    return cv2.circle(grain, (900, 700), 400, 200, -1)


class Darkroom:
    def __init__(self):
        self.done = []
        self.lock = threading.Lock()

    def develop(self, seed):
        with self.lock:
            clean = cv2.fastNlMeansDenoising(plate(seed), None, 20, 7, 41)
            self.done.append(float(clean.mean()))
            return self.done[-1]


def visitor(room):
    while True:
        with room.lock:
            count = len(room.done)
        print(count, "done", flush=True)
        time.sleep(1)


def main():
    cv2.setNumThreads(1)
    room = Darkroom()
    threading.Thread(target=visitor, args=(room,), daemon=True).start()
    for seed in range(8):
        print(round(room.develop(seed), 2), flush=True)
        time.sleep(0.1)


if __name__ == "__main__":
    main()
