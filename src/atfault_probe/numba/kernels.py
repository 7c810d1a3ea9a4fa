"""What Numba compiles that no dispatcher holds: what a ufunc does for one element or row, which is
gone when the ufunc is made, and C callbacks.

Of a ufunc for all cores whose function writes to an input (a scratch array): whether numpy gave
that input one place for all rows. numpy's loop tells, as it is called: its step from row to row.
"""

import ctypes
import sys

from atfault_probe.numba import shared
from atfault_probe.numba.types import get

UFUNCS, PARALLEL, CALLBACKS = (
    "numba.np.ufunc.ufuncbuilder",
    "numba.np.ufunc.parallel",
    "numba.core.ccallback",
)
"""Modules of Numba's that are watched as they are imported."""
MAX_KEPT = 500
kept = []
"""All that were made, with what was compiled."""
broadcast = {}
"""Code of a function → {numbers of inputs that it writes to, and that were one for all rows}."""
_loops = []
"""What numpy holds by its address alone."""


class Callback:
    """A function that @cfunc compiled, as a dispatcher is looked at."""

    def __init__(self, made):
        self.made, self.py_func = made, made._pyfunc
        self.targetoptions = {}
        self.overloads = {}
        self.stats = None


Callback.__module__ = "numba.core.ccallback"  # whose attributes are asked for (numba.types.get)


def watch(follower):
    """follower: see numba.report.begin."""
    for name, ready in ((UFUNCS, _ufuncs), (PARALLEL, _parallel), (CALLBACKS, _callbacks)):
        sys.meta_path.insert(0, follower(name, ready))


def _ufuncs(module):
    cls = module.UFuncDispatcher
    make = cls.__init__

    def __init__(self, *args, **kws):
        make(self, *args, **kws)
        _keep(self)

    __init__.__wrapped__, __init__.__doc__ = make, make.__doc__
    cls.__init__ = __init__


def _callbacks(module):
    cls = module.CFunc
    compiling = cls._compile_uncached

    def _compile_uncached(self):
        compiled = compiling(self)
        one = Callback(self)
        one.overloads[compiled.signature] = compiled
        _keep(one)
        return compiled

    _compile_uncached.__wrapped__, _compile_uncached.__doc__ = compiling, compiling.__doc__
    cls._compile_uncached = _compile_uncached


def _keep(one):
    if len(kept) < MAX_KEPT:
        kept.append(one)


def _parallel(module):
    cls = module.ParallelGUFuncBuilder
    building = cls.build

    def build(self, compiled):
        kinds, address, environment = building(self, compiled)
        return kinds, _watched(self, compiled, address), environment

    build.__wrapped__, build.__doc__ = building, building.__doc__
    cls.build = build


def _watched(builder, compiled, address):
    """The address of a loop of ours, that calls Numba's, where an input is written to. Never
    raises."""
    try:
        function = get(builder, "py_func")
        code, inputs = function.__code__, len(get(builder, "sin"))
        written = {one for one in shared.written(code, compiled) if one < inputs}
        if not written or len(_loops) >= MAX_KEPT:
            return address
        pointer = ctypes.POINTER(ctypes.c_ssize_t)
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, pointer, pointer, ctypes.c_void_p)
        original = kind(int(address))

        def loop(data, sizes, steps, more):
            try:
                if sizes[0] > 1:
                    found = {one for one in written if not steps[one]}
                    broadcast.setdefault(code, set()).update(found)
            finally:
                original(data, sizes, steps, more)

        _loops.append(kind(loop))
        return ctypes.cast(_loops[-1], ctypes.c_void_p).value
    except Exception:
        return address


def races_of(function, compiled):
    """Records, as of numba.races, of what all rows write to at once."""
    numbers = broadcast.get(function.__code__) or ()
    return shared.races(function.__code__, compiled, dict.fromkeys(numbers), "rows")
