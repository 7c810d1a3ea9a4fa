"""An index that the CUDA simulator of Numba refused (NUMBA_ENABLE_CUDASIM=1): which thread of which
block it was, and of which array.

    {thread: [x, y, z], block: [x, y, z], shape, index: a number for each axis, write}
"""

_KERNEL = "numba.cuda.simulator.kernel"
_ARRAYS = "numba.cuda.simulator.cudadrv.devicearray"
_ACCESS = ("__getitem__", "__setitem__")


def refused(frames):
    """frames: numba.facts.frames_of the traceback. None where it is no such error."""
    told = {}
    for module, function, frame in frames:
        values = frame.f_locals
        if module == _KERNEL and function == "run" and "block" not in told:
            thread = values.get("self")
            if hasattr(thread, "threadIdx"):
                told["thread"], told["block"] = _three(thread.threadIdx), _three(thread.blockIdx)
        elif module == _ARRAYS and function in _ACCESS:
            array = getattr(values.get("self"), "_ary", None)
            index = values.get("idx")
            parts = list(index) if type(index) is tuple else [index]
            numbers = [_number(part) for part in parts]
            if array is not None and None not in numbers:
                told["shape"], told["index"] = [int(size) for size in array.shape], numbers
                told["write"] = function == "__setitem__"
    return told if "thread" in told and "shape" in told else None


def _three(dim):
    return [int(dim.x), int(dim.y), int(dim.z)]


def _number(part):
    if type(part) is int:
        return part
    if type(part).__module__ == "numpy" and type(part).__name__.startswith(("int", "uint")):
        return int(part)
    return None
