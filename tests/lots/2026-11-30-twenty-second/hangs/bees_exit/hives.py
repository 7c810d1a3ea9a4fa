"""The weights of the hives go to a process that looks for swarms."""

import multiprocessing
import random
import sys


def look(weights, found):
    """Ends with the first hive that has lost much."""
    last = {}
    for hive, weight, picture in iter(weights.get, None):
        if hive in last and last[hive] - weight > 1.5:
            found.send((hive, weight, len(picture)))
            return
        last[hive] = weight


def season(rng):
    for day in range(120):
        for hive in range(12):
            weight = 40 + rng.random()
            if (day, hive) == (9, 4):
                weight -= 3
            yield hive, weight, bytes(20_000)


def main():
    rng = random.Random(7)
    weights = multiprocessing.Queue()
    ours, theirs = multiprocessing.Pipe(duplex=False)
    watcher = multiprocessing.Process(target=look, args=(weights, theirs))
    watcher.start()
    for entry in season(rng):
        weights.put(entry)
    weights.put(None)
    print("hive %d has swarmed: %.1f kg" % ours.recv()[:2])
    watcher.join()
    print("done", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
