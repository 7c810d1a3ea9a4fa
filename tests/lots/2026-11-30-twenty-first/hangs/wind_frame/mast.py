"""A mast with four instruments, in a process of its own, and a display in this one."""

import logging
import multiprocessing
import random
import threading
import time

from frame import Frame

log = logging.getLogger("mast")


class Instrument:
    def __init__(self, height, seed):
        self.height = height
        self.chance = random.Random(seed)
        self.readings = 0

    def speed(self):
        self.readings += 1
        gust = self.chance.gauss(self.height / 20, 1)
        if self.height == 80 and self.readings > 60:
            raise OSError(f"no answer at {self.height} m")
        return max(gust, 0.0)


def mast(name):
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    frame = Frame(name)
    instruments = [Instrument(height, height) for height in (20, 40, 60, 80)]
    try:
        while True:
            frame.write(lambda: [instrument.speed() for instrument in instruments])
            time.sleep(0.03)
    except OSError as error:
        log.error("mast: %s", error)
    finally:
        frame.memory.close()


class Lamp(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.5)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    frame = Frame()
    process = multiprocessing.get_context("fork").Process(target=mast, args=(frame.memory.name,), daemon=True)
    process.start()
    Lamp(daemon=True).start()
    strongest = 0.0
    while True:
        number, speeds = frame.read()
        strongest = max(strongest, *speeds)
        log.info("%d: %s, strongest %.1f", number, " ".join(f"{speed:.1f}" for speed in speeds), strongest)
        if number > 400:
            break
        time.sleep(0.4)
    frame.close()


if __name__ == "__main__":
    main()
