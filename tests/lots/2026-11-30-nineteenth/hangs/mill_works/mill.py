import threading
import time

import picologging as logging

from recipe import BREAD, FEED, parse
from works import Works


class Wheel(threading.Thread):
    """The water wheel, which turns as long as there is water."""

    def __init__(self):
        super().__init__(name="wheel", daemon=True)
        self.turns = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.turns += 1
            if self.turns % 6 == 0:
                print(f"{self.turns} turns", flush=True)


def main():
    logging.basicConfig(level=logging.INFO)
    Wheel().start()
    with Works() as works:
        for recipe in (BREAD, FEED):
            made = works.make(parse(recipe))
            print("made:", ", ".join(made), flush=True)


if __name__ == "__main__":
    main()
