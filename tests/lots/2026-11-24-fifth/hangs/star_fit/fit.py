"""Fits the light of a star with emcee, in processes."""

import argparse
import logging
import multiprocessing

import curve
import emcee
import numpy as np

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("fit")


class Fit:
    def __init__(self, walkers, seed):
        chance = np.random.default_rng(seed)
        self.start = np.array([3, 0.05, 1.7]) + chance.normal(0, 0.03, (walkers, 3))
        self.walkers = walkers

    def run(self, pool, steps):
        sampler = emcee.EnsembleSampler(self.walkers, 3, curve.likelihood, pool=pool)
        sampler.run_mcmc(self.start, steps)
        return sampler.get_chain(flat=True).mean(axis=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walkers", type=int, default=32)
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    fit = Fit(options.walkers, 5)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        log.info("%s", fit.run(pool, options.steps))


if __name__ == "__main__":
    main()
