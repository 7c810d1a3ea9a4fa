"""Start the ranks of a simulation, as a launcher does, and collect what they report."""

import argparse
import multiprocessing
import time

from grid import Slab
import control


class Rank(multiprocessing.Process):
    def __init__(self, number, barrier, reports):
        super().__init__(name=f"rank-{number}")
        self.number = number
        self.barrier = barrier
        self.reports = reports

    def run(self):
        slab = Slab(self.number, rows=40, width=60)
        for step in range(20):
            mean = slab.step(step)
            time.sleep(0.2)
            self.barrier.wait()
            if self.number == 0:
                self.reports.send((step, mean))
        self.reports.send(None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ranks", type=int, default=4)
    options = parser.parse_args()
    barrier = multiprocessing.Barrier(options.ranks)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    ranks = [Rank(n, barrier, sender) for n in range(options.ranks)]
    for rank in ranks:
        rank.start()
    for step, mean in iter(receiver.recv, None):
        print(f"step {step}: {mean:.3f}", flush=True)
    for rank in ranks:
        rank.join()


if __name__ == "__main__":
    with control.Control():
        control.quiet_pipes()
        main()
