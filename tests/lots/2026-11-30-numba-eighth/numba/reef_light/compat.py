"""What the model needs of Numba, or stand-ins for it where that is not there."""

import os

try:
    import numba

    HAVE_NUMBA = True
except ImportError:
    HAVE_NUMBA = False

CORES = os.cpu_count() or 1

if HAVE_NUMBA and os.environ.get("REEF_PARALLEL") == "1":
    prange = numba.prange
else:
    prange = range


def compiled(**options):
    if HAVE_NUMBA:
        return numba.njit(**options)
    return lambda function: function
