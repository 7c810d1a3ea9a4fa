"""A market with one scale: the parent weighs large loads, children weigh bags, all by one lock."""

import multiprocessing
import random
import time


def stall(name, scale, weighed):
    rng = random.Random(name)
    while True:
        time.sleep(rng.uniform(0.5, 2))
        with scale:
            time.sleep(1)
            with weighed.get_lock():
                weighed.value += rng.randrange(100, 900)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    scale, weighed = context.Lock(), context.Value("q", 0)
    scale.acquire()
    for name in ("apples", "beets", "cress"):
        context.Process(target=stall, args=(name, scale, weighed), daemon=True).start()
    for load in range(1, 20):
        time.sleep(21)
        with weighed.get_lock():
            weighed.value += 40_000
        scale.release()
        print("load", load, "sum", weighed.value / 1000, "kg", flush=True)
        time.sleep(4)
        scale.acquire()
