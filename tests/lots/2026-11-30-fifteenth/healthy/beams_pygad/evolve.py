"""Evolves the shape of a beam, many generations of it, with two threads for the fitness."""

import time

import pygad
from fitness import Beam


class Evolution:
    def __init__(self, generations=100_000):
        self.beam = Beam()
        self.last = time.monotonic()
        self.ga = pygad.GA(
            num_generations=generations,
            num_parents_mating=6,
            sol_per_pop=40,
            num_genes=self.beam.slices,
            init_range_low=0.1,
            init_range_high=1.0,
            fitness_func=self.beam.fitness,
            parallel_processing=["thread", 2],
            on_generation=self.told,
            random_seed=5,
            suppress_warnings=True,
        )

    def told(self, ga):
        if time.monotonic() - self.last > 10:
            self.last = time.monotonic()
            print("generation", ga.generations_completed, flush=True)

    def run(self):
        self.ga.run()
        return self.ga.best_solution()[1]


if __name__ == "__main__":
    print(Evolution().run())
