import logging
import math
import sys

from recorder import Recorder


def curve(minutes):
    for minute in range(minutes):
        yield 20 + 1200 * (1 - math.exp(-minute / 90))


def main(path):
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    recorder = Recorder(path)
    for degrees in curve(190):
        recorder.add(degrees)
    logging.info("the kiln is hot")


if __name__ == "__main__":
    main(sys.argv[1])
