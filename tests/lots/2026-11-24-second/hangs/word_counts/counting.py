"""The side of the workers: lines come through a pipe until its other end is shut."""

import collections
import time


def count_words(lines, results):
    counts = collections.Counter()
    while True:
        try:
            line = lines.recv()  # <-- here
        except EOFError:
            break
        counts.update(line.split())
        time.sleep(0.001)
    results.put(dict(counts))
