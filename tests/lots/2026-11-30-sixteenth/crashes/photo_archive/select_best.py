"""Choose the sharpest photos of each series: python select_best.py [--best N]"""

import argparse
import asyncio
import functools
import heapq
import logging

import numpy as np

from darkroom import Photo, sharpness

log = logging.getLogger("select")
SERIES = {"harvest": [(900, 600), (1200, 800)], "wedding": [(1600, 1200), (2400, 1600), (1600, 1200)]}


class Selection:
    def __init__(self, best):
        self.best = best
        self.found = []
        self.seen = 0

    def offer(self, score, name):
        self.seen += 1
        heapq.heappush(self.found, (score, name))
        if len(self.found) > self.best:
            heapq.heappop(self.found)

    def __str__(self):
        return ", ".join(f"{name} ({score:.1f})" for score, name in sorted(self.found, reverse=True))


@functools.lru_cache(maxsize=8)
def developed(width, height, seed):
    return np.asarray(Photo(width, height, seed))


async def judge(selection, name, size, seed):
    pixels = developed(*size, seed)
    score = await asyncio.to_thread(sharpness, pixels)
    selection.offer(score, name)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--best", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for series, sizes in SERIES.items():
        selection = Selection(options.best)
        for number, size in enumerate(sizes, start=1):
            await judge(selection, f"{series}-{number}", size, 31 * number)
        log.info("%s: %s", series, selection)


if __name__ == "__main__":
    asyncio.run(main())
