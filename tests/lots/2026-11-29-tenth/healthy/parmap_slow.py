"""A pool of processes by parmap: long jobs of different length, one that ends late."""

import time

import parmap


def bake(minutes):
    until = time.monotonic() + minutes
    crumbs = 0
    while time.monotonic() < until:
        crumbs += sum(range(200))
        time.sleep(0.01)
    return crumbs


if __name__ == "__main__":
    print(parmap.map(bake, [2, 55, 3, 50, 1], pm_processes=2, pm_chunksize=1))
