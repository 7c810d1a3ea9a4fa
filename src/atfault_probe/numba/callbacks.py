"""A function that @cfunc has compiled, of a signature that scipy does not call: scipy refuses the
LowLevelCallable that was made of its address, and names neither."""

import sys

from atfault_probe.numba import calls
from atfault_probe.numba.types import get, programs_modules
from atfault_probe.plain.types import module_dict, mro, type_name

_CALLABLE = "scipy._lib._ccallback.LowLevelCallable"
_COMPILED = "numba.core.ccallback.CFunc"


def of_frames(error, frames):
    """The record, as of numba.refused; None where scipy refused no such function.

    frames: numba.facts.frames_of the traceback.
    """
    if type(error) is not ValueError or not frames or not frames[-1][0].startswith("scipy."):
        return None
    values = [one for _, _, frame in frames for one in list(frame.f_locals.values())]
    addresses = [_address(one) for one in values if type_name(type(one)) == _CALLABLE]
    compiled = [one for one in _compiled() if get(one, "_wrapper_address") in addresses]
    if not compiled:
        return None
    function, signature = get(compiled[0], "_pyfunc"), get(compiled[0], "_sig")
    kinds = ", ".join(str(one) for one in get(signature, "args") or ())
    place = [function.__code__.co_firstlineno, None, None, None]
    told = calls.refusal(error, calls.told_function(function), "callback", place)
    told["name"] = function.__name__
    told["near"] = ["%s(%s)" % (get(signature, "return_type"), kinds)]
    return told


def _address(made):
    """Of the function that a LowLevelCallable holds behind its capsule."""
    function = tuple.__getitem__(made, 1) if tuple in mro(type(made)) else None
    ctypes = sys.modules.get("ctypes")
    if ctypes is None or not isinstance(function, ctypes._CFuncPtr):
        return None
    return ctypes.cast(function, ctypes.c_void_p).value


def _compiled():
    """Those that modules of the program's hold, and those that `atfault numba` keeps."""
    kernels = sys.modules.get("atfault_probe.numba.kernels")
    yield from [one.made for one in (kernels.kept if kernels else ()) if hasattr(one, "made")]
    for name in programs_modules():
        for one in list((module_dict(name) or {}).values()):
            if type_name(type(one)) == _COMPILED:
                yield one
