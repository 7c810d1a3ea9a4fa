"""How functions are compiled: for the speed, for looking into them, or not at all."""

import functools

from numba import jit

MODES = {
    "fast": {"nopython": True, "fastmath": True},
    "safe": {"nopython": True, "boundscheck": True},
    "loose": {"forceobj": True, "looplift": True},
}


class Mode:
    def __init__(self, name="fast", **more):
        self.name = name
        self.options = {**MODES[name], **more}

    def __call__(self, function):
        compiled = jit(**self.options)(function)
        functools.update_wrapper(compiled, function)
        return compiled


def numeric(function):
    """For functions of numbers and arrays alone."""
    return Mode("fast")(function)


def tolerant(function):
    """For functions that get texts and lists as well."""
    return Mode("loose", nopython=True)(function)
