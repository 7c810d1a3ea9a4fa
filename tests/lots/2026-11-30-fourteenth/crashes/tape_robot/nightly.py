"""The nightly check of the tape archive."""

import argparse
import logging
import sys

from archive.robot import Robot
from archive.verify import Shelf, Verification


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shelves", type=int, default=1)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(processName)s %(message)s")
    robot = Robot()
    robot.fetch(3)
    robot.park()
    shelves = [Shelf(f"shelf {n}", range(n * 10, n * 10 + 4)) for n in range(1, options.shelves + 1)]
    failed = Verification(robot, shelves).run()
    for name, code in failed:
        print(f"{name} was not verified ({code})", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
