"""Fits an orbit with emcee, in pure Python: many minutes."""

import emcee
import numpy as np
import orbit


def main():
    start = np.array([0.1, 0.5]) + np.random.default_rng(2).normal(0, 0.01, (16, 2))
    sampler = emcee.EnsembleSampler(16, 2, orbit.likelihood)
    sampler.run_mcmc(start, 100_000)
    print(sampler.get_chain(flat=True).mean(axis=0))


if __name__ == "__main__":
    main()
