"""How the functions of the model are compiled; taken from the settings of a run."""

import functools

from numba import njit

DEFAULTS = {"threads": {"fusion": True, "prange": False, "reduction": True}, "fast": False}


def compiled(function=None, **more):
    if function is None:
        return functools.partial(compiled, **more)
    settings = {**DEFAULTS, **more}
    return njit(parallel=settings["threads"], fastmath=settings["fast"])(function)
