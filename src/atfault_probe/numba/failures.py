"""What is known of an exception of Numba's: looked for when a pass of its compiler has failed
(numba.hooks), or when it has ended the program.

An index that the CUDA simulator of Numba refused (NUMBA_ENABLE_CUDASIM=1): which thread of which
block it was, and of which array.

    {thread: [x, y, z], block: [x, y, z], shape, index: a number for each axis, write}
"""

import os

from atfault_probe.numba import (
    callbacks,
    calls,
    entry,
    facts,
    implemented,
    literals,
    objmode,
    optional,
)
from atfault_probe.numba import refused as refusals
from atfault_probe.numba.types import get

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_KERNEL = "numba.cuda.simulator.kernel"
_ARRAYS = "numba.cuda.simulator.cudadrv.devicearray"
_ACCESS = ("__getitem__", "__setitem__")


def record_of(error, traceback, notes):
    """The record of an exception; None when Numba's compiler did not raise it."""
    found = notes.record_of(error)
    if found is None:
        found = facts.of_failed_pass(error, traceback, notes)
    if found is None and type(error) is TypeError:
        found = calls.refused_signature(facts.frames_of(traceback))
    if found is None:
        found = literals.of_error(error, facts.frames_of(traceback))
    if found is None:
        found = refusals.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = callbacks.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = objmode.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = entry.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = optional.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = implemented.of_frames(error, facts.frames_of(traceback))
    if found is None:
        found = refusals.of_numbas_own(error, facts.frames_of(traceback))
    return found


def simulated_of(error, traceback):
    """What the CUDA simulator refused (numba.simulator); None for other errors."""
    if type(error) is not IndexError:
        return None
    return refused(facts.frames_of(traceback))


def call_of(error, traceback):
    """{dispatchers, containers}: what the innermost frame of a TypeError may have called, and with
    what; where it is a library's that names none (a pool's), of the innermost one of the program's
    that does. {} of others."""
    if type(error) is not TypeError:
        return {}
    frames = [one for one in facts.frames_of(traceback) if not _is_ours(one[2])]
    for _, _, frame in reversed(frames):
        dispatchers = calls.of_frame(frame)
        if dispatchers:
            return {"dispatchers": dispatchers, "containers": calls.containers_of(frame)}
    return {}


def _is_ours(frame):
    return frame.f_code.co_filename.startswith(_OURS)


def causes(old, notes):
    """Records of what a constraint failed for: of the function that it calls, or of the candidates
    that were tried for one that Numba implements."""
    own = notes.record_of(old)
    if own is not None:
        return [own]
    found = []
    for _, function, frame in facts.frames_of(old.__traceback__):
        errors = []
        if function == "raise_error":
            failures = getattr(frame.f_locals.get("self"), "_failures", None) or {}
            errors = [one.error for many in failures.values() for one in many]
        elif function == "get_call_type":
            errors = [frame.f_locals.get(name) for name in ("literal_e", "nonliteral_e")]
        for error in errors:
            record = notes.record_of(error)
            if record is None and isinstance(error, Exception):
                record = facts.of_inference(error, notes) or refusals.of_overload(
                    error, facts.frames_of(error.__traceback__)
                )
            if record is not None and record not in found:
                found.append(record)
    if not found:
        record = refusals.of_result(old, facts.frames_of(old.__traceback__))
        found = [] if record is None else [record]
    return found[: facts.MAX_INNER]


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
            array = get(values.get("self"), "_ary")
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
