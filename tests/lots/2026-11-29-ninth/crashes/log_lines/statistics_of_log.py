"""Which machines say how much? Several logs are read by threads of a pool."""

import collections
import concurrent.futures
import os
import random
import sys
import tempfile

import reader

MACHINES = ["saw", "press", "lathe", "kiln"]


def write_log(path, lines, seed):
    chance = random.Random(seed)
    with open(path, "w") as log:
        for number in range(lines):
            words = 3 + number % 7 if number % 500 else 40 * seed + 1
            log.write(f"{chance.choice(MACHINES)} {number} {'turns ' * words}\n")


class Statistics:
    def __init__(self, opened):
        self.opened = opened
        self.words = collections.Counter()

    def read(self, path):
        with self.opened(path) as log:
            for line in log:
                machine, *words = line.split()
                self.words[machine] += len(words)
            return log.count


def main():
    opened = reader.load(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{day}.log") for day in range(3)]
        for day, path in enumerate(paths):
            write_log(path, 2000, day)
        statistics = Statistics(opened)
        with concurrent.futures.ThreadPoolExecutor(2, "reader") as pool:
            for path, count in zip(paths, pool.map(statistics.read, paths)):
                print(os.path.basename(path), count, flush=True)
        print(statistics.words.most_common())


if __name__ == "__main__":
    main()
