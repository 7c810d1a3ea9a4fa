"""Nested sampling by dynesty: a long computation with a bar of progress that nobody sees."""

import dynesty
import numpy as np

SIZE = 6
chance = np.random.default_rng(4)


def loglike(x):
    return -0.5 * float(x @ x) - float(np.log1p(np.abs(x)).sum())


def prior(u):
    return 20 * u - 10


sampler = dynesty.NestedSampler(loglike, prior, SIZE, nlive=1500, rstate=chance)
sampler.run_nested(dlogz=0.001, print_progress=False)
print(sampler.results.logz[-1])
