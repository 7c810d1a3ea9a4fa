# What is integrated is NaN in a part, and the list of the intervals is left at its end.
# https://github.com/scipy/scipy/issues/14945
import numpy as np
from scipy.integrate import quad


def f(theta):
    if theta < -1:
        return np.nan
    return 0.0


def integral(limit):
    return quad(f, -1.5, 1.5, limit=limit, epsabs=1e-10)  # <-- here


for limit in (50, 100, 150, 200, 500):
    print(limit, integral(limit))
