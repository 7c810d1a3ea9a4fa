"""Mill some sacks of grain: farmers bring them faster than the stones turn.

    python mill.py --sacks 40
"""

import argparse
import logging
import threading

from stages import END, Mill

log = logging.getLogger("yard")


class Farmer(threading.Thread):
    def __init__(self, mill, sacks):
        super().__init__(name="farmer")
        self.mill = mill
        self.sacks = sacks

    def run(self):
        for number in range(self.sacks):
            self.mill.put(f"sack {number}")
            log.debug("sack %d is in", number)
        self.mill.put(END)
        log.info("all sacks are in")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sacks", type=int, default=30)
    parser.add_argument("--room", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    mill = Mill({"cleaned": 0.1, "ground": 7, "sieved": 0.2}, options.room)
    mill.start()
    Farmer(mill, options.sacks).start()
    while (sack := mill.get()) is not END:
        print(sack, flush=True)
    mill.join()


if __name__ == "__main__":
    main()
