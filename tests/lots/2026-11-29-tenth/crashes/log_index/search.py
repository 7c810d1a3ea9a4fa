"""Serves lines of a log to whoever asks, while the log is rotated each night."""

import logging
import os
import random
import tempfile
import threading
import time

from reader import Log
from rotate import rotate


def write(path, lines):
    with open(path, "w") as file:
        for number in range(lines):
            file.write(f"{number:06} the pump at gate {number % 7} ran for {number % 61} s\n")


def nightly(path, after):
    time.sleep(after)
    logging.info("rotating")
    rotate(path)


def asked(seed=6):
    chance = random.Random(seed)
    while True:
        yield chance.random()


def main():
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pumps.log")
        write(path, 40_000)
        log = Log(path)
        threading.Thread(target=nightly, args=(path, 0.6), name="nightly", daemon=True).start()
        for number, place in enumerate(asked()):
            line = log.line(int(place * len(log.starts)))
            if number % 10 == 0:
                logging.info("%s", line)
            time.sleep(0.02)
            if number > 500:
                break


if __name__ == "__main__":
    main()
