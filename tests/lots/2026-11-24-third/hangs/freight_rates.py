"""Rates between towns, each worked out once however many threads ask (cachetools)."""

import threading
import time

import cachetools

ROADS = {
    "alder": {"birch": 12, "cedar": 30},
    "birch": {"alder": 12, "elm": 9},
    "cedar": {"elm": 14},
    "elm": {},
}


class Rates:
    def __init__(self):
        self.lookups = 0

    def _cheapest(self, start, goal):
        self.lookups += 1
        time.sleep(0.05)
        if start == goal:
            return 0
        ways = [cost + cheapest(between, goal) for between, cost in ROADS[start].items()]
        return min(ways, default=10**6)


rates = Rates()


@cachetools.cached(cachetools.TTLCache(1000, 3600), condition=threading.Condition())
def cheapest(start, goal):
    return rates._cheapest(start, goal)


def show_lookups():
    while True:
        time.sleep(1)
        print("lookups:", rates.lookups, flush=True)


def main():
    threading.Thread(target=show_lookups, name="lookups", daemon=True).start()
    print("cedar to elm", cheapest("cedar", "elm"), flush=True)
    print("alder to elm", cheapest("alder", "elm"), flush=True)


if __name__ == "__main__":
    main()
