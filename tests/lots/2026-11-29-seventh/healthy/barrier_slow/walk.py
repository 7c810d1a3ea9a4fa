"""Walkers wait for the slowest one at each hut (pthread_barrier)."""

import ctypes
import sys
import threading
import time

library = ctypes.CDLL(sys.argv[1])


def walk(name, seconds):
    for hut in range(100):
        time.sleep(seconds)
        library.meet()
        print(name, "at hut", hut, flush=True)


if __name__ == "__main__":
    library.meet_at(3)
    walkers = [threading.Thread(target=walk, args=(f"w{s}", s), name=f"w{s}") for s in (0.1, 0.5, 6)]
    for walker in walkers:
        walker.start()
    for walker in walkers:
        walker.join()
