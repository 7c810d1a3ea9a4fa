import argparse
import logging
import random
import time
from collections import Counter

from dispatch import LATER, NOW, SOON, Dispatcher


class Ward:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.done = Counter()

    def fetch(self, what):
        time.sleep(0.02 + self.random.random() / 50)
        self.done[what.split()[0]] += 1

    def clean(self, room):
        time.sleep(0.05)
        self.done["clean"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--porters", type=int, default=3)
    parser.add_argument("--beds", type=int, default=24)
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    ward = Ward(11)
    with Dispatcher(options.porters) as dispatcher:
        for bed in range(options.beds):
            dispatcher.give(ward.fetch, f"tea for {bed}")
            if bed % 5 == 0:
                dispatcher.give(ward.fetch, f"blood of {bed}", urgency=NOW)
            if bed % 4 == 0:
                dispatcher.give(ward.clean, bed // 4, urgency=LATER)
        dispatcher.give(ward.fetch, "newspapers", urgency=SOON)
    print(dict(ward.done), len(dispatcher.failed), "failed")


if __name__ == "__main__":
    main()
