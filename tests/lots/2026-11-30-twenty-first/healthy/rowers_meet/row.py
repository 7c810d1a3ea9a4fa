"""Rowers, a process each, who meet after every stretch; stretches take them two to eight seconds."""

import multiprocessing
import random
import time

CONTEXT = multiprocessing.get_context("spawn")


def rower(number, barrier, times, stretches):
    chance = random.Random(number)
    for stretch in range(stretches):
        seconds = chance.uniform(2, 8)
        time.sleep(seconds)
        barrier.wait()
        if number == 0:
            times.put((stretch, round(seconds, 1)))


def main():
    barrier = CONTEXT.Barrier(4)
    times = CONTEXT.Queue()
    rowers = [CONTEXT.Process(target=rower, args=(number, barrier, times, 12)) for number in range(4)]
    for process in rowers:
        process.start()
    for _ in range(12):
        print(*times.get(), flush=True)
    for process in rowers:
        process.join()


if __name__ == "__main__":
    main()
