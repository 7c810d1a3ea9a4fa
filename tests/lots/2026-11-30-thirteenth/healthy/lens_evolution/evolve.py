"""Looks for a lens with little blur, by CMA-ES: an evening of computing."""

import threading
import time

import cma

from lens import blur


class Watch(threading.Thread):
    def __init__(self, strategy):
        super().__init__(daemon=True, name="watch")
        self.strategy = strategy

    def run(self):
        while True:
            time.sleep(10)
            print(self.strategy.countiter, "generations, best", self.strategy.best.f, flush=True)


def main():
    strategy = cma.CMAEvolutionStrategy(18 * [0.1], 0.3, {"verbose": -9, "popsize": 60, "seed": 5, "tolfun": 0, "tolx": 0,
                                                          "tolflatfitness": 10**9, "maxiter": 10**6, "tolstagnation": 10**9, "tolfunhist": 0})
    Watch(strategy).start()
    while strategy.countiter < 20_000:
        solutions = strategy.ask()
        strategy.tell(solutions, [blur(solution) for solution in solutions])
    print(strategy.best.f)


if __name__ == "__main__":
    main()
