"""A mixing desk: recordings go through effects, block by block, while a meter watches."""

import logging
import queue
import threading

import numpy as np
from effects import EFFECTS

log = logging.getLogger("desk")
BLOCK = 1024


class Meter(threading.Thread):
    def __init__(self):
        super().__init__(name="meter", daemon=True)
        self.levels = queue.Queue()
        self.highest = 0.0

    def run(self):
        for level in iter(self.levels.get, None):
            self.highest = max(self.highest, level)


class Desk:
    def __init__(self, chain, meter):
        self.chain = [EFFECTS[name] for name in chain]
        self.meter = meter

    def play(self, recording):
        for start in range(0, len(recording), BLOCK):
            block = recording[start : start + BLOCK]
            for apply in self.chain:
                apply(block)
            self.meter.levels.put(float(abs(block).max()))


def recording(seconds, rate=8000):
    return np.sin(np.arange(seconds * rate, dtype=np.float32) / 9)


def main():
    logging.basicConfig(level=logging.INFO)
    meter = Meter()
    meter.start()
    for chain, seconds in ((["louder", "flip"], 4), (["louder", "fade"], 3), (["fade", "louder"], 5)):
        Desk(chain, meter).play(recording(seconds)[: seconds * 8000 - 300])
        log.info("%s: %d s", " and ".join(chain), seconds)
    meter.levels.put(None)
    meter.join()
    print("highest:", meter.highest)


if __name__ == "__main__":
    main()
