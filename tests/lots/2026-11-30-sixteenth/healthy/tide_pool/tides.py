"""The highest tides of some hundred gauges: python tides.py [--gauges N]"""

import argparse
import heapq
import multiprocessing
import threading
import time

import gauges


def follow(total, number):
    while total.value < number:
        time.sleep(15)
        print(total.value, "of", number, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gauges", type=int, default=400)
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    lock, total = context.Lock(), context.Value("i", 0)
    threading.Thread(target=follow, args=(total, options.gauges), name="follow", daemon=True).start()
    best = []
    with context.Pool(2, gauges.begin, (lock, total), maxtasksperchild=3) as pool:
        for gauge, level in pool.imap_unordered(gauges.highest, range(options.gauges)):
            heapq.heappush(best, (level, gauge))
    print(heapq.nlargest(3, best))


if __name__ == "__main__":
    main()
