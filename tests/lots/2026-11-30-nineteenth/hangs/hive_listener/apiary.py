"""Replays a day of the apiary: scouts count in a pool, the diary takes notes."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

from diary import Diary
from hives import Hives


class Day:
    def __init__(self, hives, seed):
        self.hives = hives
        self.chance = random.Random(seed)

    def morning(self):
        for hive in range(4):
            self.hives.change(hive, 100)
            time.sleep(0.1)

    def swarm(self, hive):
        bees = 0
        for _ in range(400):
            bees = self.hives.change(hive, self.chance.randrange(-3, 4))
        return hive, bees


def main():
    hives = Hives()
    diary = Diary(hives)
    diary.start()
    hives.listen(diary.told)
    day = Day(hives, 6)
    day.morning()
    print(diary.lines[0], flush=True)
    with ThreadPoolExecutor(2, thread_name_prefix="scout") as pool:
        for hive, bees in pool.map(day.swarm, range(4)):
            print(hive, bees, flush=True)
    diary.news.join()
    print(len(diary.lines), "lines", flush=True)


if __name__ == "__main__":
    main()
