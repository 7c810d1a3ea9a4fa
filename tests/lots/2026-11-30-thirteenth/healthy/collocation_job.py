"""Which words stand together? A job of mrjob over a text that is made on the way."""

import itertools
import random
import sys
import tempfile

from mrjob.job import MRJob
from mrjob.step import MRStep

WORDS = [a + b for a in ("hal", "tor", "mis", "bel", "gan") for b in ("en", "er", "ig", "ung", "te", "los")]


class Collocations(MRJob):
    def steps(self):
        return [
            MRStep(mapper=self.pairs, combiner=self.add, reducer=self.add),
            MRStep(mapper=self.turn, reducer=self.most),
        ]

    def pairs(self, _, line):
        words = line.split()
        for window in range(2, 30):
            for first, last in zip(words, words[window:]):
                yield (first, last, window), 1

    def add(self, key, numbers):
        yield key, sum(numbers)

    def turn(self, key, number):
        yield key[2], (number, key[0], key[1])

    def most(self, window, rows):
        yield window, max(rows)


def text(path, lines):
    rng = random.Random(4)
    with open(path, "w") as file:
        for _ in range(lines):
            file.write(" ".join(rng.choices(WORDS, k=60)) + "\n")


def main():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        text(file.name, 20_000)
        job = Collocations(["-r", "inline", "--no-conf", "-q", file.name])
        with job.make_runner() as runner:
            runner.run()
            for window, row in itertools.islice(job.parse_output(runner.cat_output()), 40):
                print(window, row)


if __name__ == "__main__":
    sys.exit(main())
