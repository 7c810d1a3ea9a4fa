"""A post office for a day: python post_office.py --letters 12 --ride 14"""

import argparse
import logging

from batcher import Batcher
from people import Rider, Writer


class PostOffice:
    def __init__(self, letters, ride):
        self.batcher = Batcher(enough=5, longest=10)
        names = ("Jane", "Cassandra", "Henry", "Fanny")
        self.writers = [Writer(name, self.batcher, letters) for name in names]
        self.rider = Rider(self.batcher, ride)

    def day(self):
        for person in (*self.writers, self.rider):
            person.start()
        for writer in self.writers:
            writer.join()
        self.batcher.close()
        self.rider.join()
        return self.rider.brought


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=18)
    parser.add_argument("--ride", type=float, default=14)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    print(PostOffice(options.letters, options.ride).day(), "letters", flush=True)


if __name__ == "__main__":
    main()
