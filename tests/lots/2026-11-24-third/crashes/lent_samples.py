"""A recorder shows its samples to numpy by the array interface."""

import array
import threading
import time

import numpy as np


class Recorder:
    def __init__(self, rate):
        self.rate = rate
        self.chunks = []

    def record(self, seconds):
        for second in range(seconds):
            self.chunks.append(array.array("d", [second] * self.rate))

    @property
    def __array_interface__(self):
        samples = array.array("d")
        for chunk in self.chunks:
            samples.extend(chunk)
        address, length = samples.buffer_info()
        return {"version": 3, "shape": (length,), "typestr": "<f8", "data": (address, True)}


def lamp():
    while True:
        time.sleep(0.1)


def main():
    threading.Thread(target=lamp, name="lamp", daemon=True).start()
    recorder = Recorder(48_000)
    recorder.record(20)
    samples = np.asarray(recorder)
    print(len(samples), "samples", flush=True)
    print("loudest", np.abs(samples).max(), flush=True)


if __name__ == "__main__":
    main()
