# One compiled expression is called from several threads; with a single thread of its own, numexpr
# keeps its temporaries in the expression.
# https://github.com/pydata/numexpr/issues/569
import os

os.environ["NUMEXPR_NUM_THREADS"] = "1"

from multiprocessing.pool import ThreadPool

import numexpr
import numpy as np

ratio = numexpr.NumExpr("where(norm == 0.0, dummy, signal / norm)")
signal = np.random.random(200_000)
norm = np.random.random(200_000)


def corrected(dummy):
    return ratio(dummy, norm, signal)  # <-- here


with ThreadPool(8) as pool:
    for _ in range(2000):
        pool.map(corrected, np.arange(64.0))
