"""Tides of many harbours, worked out in processes that may not take more than a second each."""

import math
import resource

import parmap

HARBOURS = {"Ems": 20_000, "Elbe": 60_000, "Jade": 40_000_000, "Eider": 30_000}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (1, 2))


def tide(steps, moon):
    height = 0.0
    for step in range(steps):
        height += math.sin(moon * step) / (step + 1)
    return height


def work(item, moon):
    name, steps = item
    limit()
    return name, round(tide(steps, moon), 3)


def main():
    for name, height in parmap.map(work, list(HARBOURS.items()), 0.7, pm_processes=2, pm_chunksize=1):
        print(name, height)


if __name__ == "__main__":
    main()
