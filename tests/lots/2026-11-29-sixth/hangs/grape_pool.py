"""Weighs grapes in a pool of processes that are started anew, as on other systems."""

import multiprocessing
import random

if __name__ == "__main__":

    def weigh(seed):
        chance = random.Random(seed)
        return sum(chance.gauss(5, 1) for _ in range(1000))

    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(sum(pool.map(weigh, range(40))))
