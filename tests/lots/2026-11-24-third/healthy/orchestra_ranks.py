"""Ranks of a computation that meet after each step; one of them has more to do than the others."""

import multiprocessing
import threading
import time


class Rank(multiprocessing.Process):
    def __init__(self, number, barrier, steps):
        super().__init__(name=f"rank-{number}", daemon=True)
        self.number = number
        self.barrier = barrier
        self.steps = steps

    def run(self):
        for step in range(self.steps):
            time.sleep(5 if self.number == step % 3 else 0.1)
            try:
                first = self.barrier.wait() == 0
            except threading.BrokenBarrierError:
                return
            if first:
                print("step", step, flush=True)


def main():
    barrier = multiprocessing.Barrier(3)
    ranks = [Rank(number, barrier, steps=100) for number in range(3)]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join()


if __name__ == "__main__":
    main()
