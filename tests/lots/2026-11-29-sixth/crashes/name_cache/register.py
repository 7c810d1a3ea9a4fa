"""Registers the inhabitants of towns, a town in each task of a pool."""

import collections
import concurrent.futures
import random

import names

SYLLABLES = "ba da fi gu ha ko la mi no pe ra so ti vu".split()


class Register:
    def __init__(self):
        self.buckets = collections.Counter()

    def inhabitants(self, town, count):
        chance = random.Random(town)
        for _ in range(count):
            yield "".join(chance.choices(SYLLABLES, k=6))

    def add(self, town):
        found = collections.Counter()
        for name in self.inhabitants(town, 20000):
            found[names.key(name) % 64] += 1
        return found

    def run(self, towns):
        with concurrent.futures.ThreadPoolExecutor(6, "town") as pool:
            for found in pool.map(self.add, range(towns)):
                self.buckets.update(found)


def main():
    register = Register()
    register.run(400)
    print(register.buckets.most_common(3))


if __name__ == "__main__":
    main()
