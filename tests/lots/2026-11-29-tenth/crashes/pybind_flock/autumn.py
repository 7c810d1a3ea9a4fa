"""A flock on its way south; more birds join it at each lake."""

import argparse
import logging

from flock import Flock
from leaders import Leaders

log = logging.getLogger("autumn")


def journey(flock, leaders, lakes):
    for lake, newcomers in enumerate(lakes, 1):
        for step in range(50):
            leaders.fly(step)
        log.info("lake %d: %d birds, farthest %.1f", lake, len(flock), leaders.farthest())
        flock.join(newcomers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--birds", type=int, default=9000)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    flock = Flock(options.birds)
    leaders = Leaders(flock, 3)
    journey(flock, leaders, [400, 12000, 700])
    print(len(flock), "birds arrived")


if __name__ == "__main__":
    main()
