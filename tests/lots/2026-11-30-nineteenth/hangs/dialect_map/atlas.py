"""Draws the sheets of an atlas of dialects, one region after the other."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from dialects import Map
from villages import ROADS, graph


class Atlas:
    def __init__(self):
        self.sheets = {}
        self.lock = threading.Lock()

    def draw(self, region):
        with self.lock:
            groups = Map(graph(region)).settle()
            self.sheets[region] = groups
        return region, groups


def lamp():
    while True:
        time.sleep(0.6)


def main():
    threading.Thread(target=lamp, daemon=True).start()
    atlas = Atlas()
    with ThreadPoolExecutor(1, thread_name_prefix="drawer") as pool:
        for region, groups in pool.map(atlas.draw, ROADS):
            print(region, groups, flush=True)


if __name__ == "__main__":
    main()
