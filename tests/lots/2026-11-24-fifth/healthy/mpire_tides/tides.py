"""Tides of many harbours, worked out by processes of mpire."""

import argparse
import math

from mpire import WorkerPool


def tide(harbour, hours):
    height = 0.0
    for step in range(hours * 120_000):
        height = max(height, math.sin(step / 745) + 0.3 * math.sin(step / 720 + harbour))
    return harbour, round(height, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--harbours", type=int, default=60)
    options = parser.parse_args()
    with WorkerPool(n_jobs=2, start_method="fork", keep_alive=True) as pool:
        work = [(harbour, 240) for harbour in range(options.harbours)]
        for harbour, height in pool.imap_unordered(tide, work, chunk_size=1):
            print(harbour, height, flush=True)


if __name__ == "__main__":
    main()
