"""Hears of functions that Numba could not compile, and notes why (numba.facts).

Loaded when the program imports Numba, not before. Numba broadcasts an event at the end of each pass
of its compiler, with the exception that ended it; one function of its own is wrapped, as it drops
the exception that tells which expression failed. What is noted is plain data, kept as long as the
exception lives: an exception that the program, or Numba itself, catches is forgotten with it.

Nothing here raises, and what is kept refers to no object of the program's.

An index that the CUDA simulator of Numba refused (NUMBA_ENABLE_CUDASIM=1): which thread of which
block it was, and of which array.

    {thread: [x, y, z], block: [x, y, z], shape, index: a number for each axis, write}
"""

import os
import sys
import weakref

from atfault_probe.numba import calls, facts, implemented
from atfault_probe.numba import refused as refusals
from atfault_probe.numba.types import get

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
MAX_NOTED = 64
MAX_RECORDED = 2000
"""Failures of one process of which records are made: compiling goes on at full speed after that."""
_KERNEL = "numba.cuda.simulator.kernel"
_ARRAYS = "numba.cuda.simulator.cudadrv.devicearray"
_ACCESS = ("__getitem__", "__setitem__")


class Notes:
    """What is known of exceptions that are alive."""

    def __init__(self):
        self._records = {}
        self._constraints = {}
        self.left = MAX_RECORDED

    def record_of(self, error):
        return self._found(self._records, error)

    def constraint_of(self, error):
        """(the constraint that failed with it, records of what that failed for)."""
        return self._found(self._constraints, error) or (None, [])

    def add_record(self, error, record):
        self._keep(self._records, error, record)

    def add_constraint(self, error, constraint, inner):
        self._keep(self._constraints, error, (constraint, inner))

    def _found(self, table, error):
        entry = table.get(id(error))
        return entry[1] if entry is not None and entry[0]() is error else None

    def _keep(self, table, error, value):
        key = id(error)
        try:
            link = weakref.ref(error, lambda _: table.pop(key, None))
        except TypeError:
            return  # a builtin exception: its traceback is looked at when it ends the program
        while len(table) >= MAX_NOTED:
            table.pop(next(iter(table)), None)
        table[key] = (link, value)


NOTES = Notes()


def install(event):
    """event: the module numba.core.event, just imported."""

    class Listener(event.Listener):
        """Of the passes of the compiler."""

        def on_start(self, event):
            pass

        def on_end(self, event):
            details = getattr(event, "_exc_details", None)
            if details is not None:
                _pass_failed(details[1], details[2])

        def notify(self, event):
            if getattr(event, "_exc_details", None) is not None:
                self.on_end(event)

    find_gdb(sys.modules["numba.core.config"])
    event.register("numba:run_pass", Listener())
    utils = sys.modules["numba.core.utils"]
    chain = utils.chain_exception

    def chain_exception(new_exc, old_exc):
        _constraint_failed(new_exc, old_exc, sys._getframe(1))
        return chain(new_exc, old_exc)

    chain_exception.__doc__ = chain.__doc__
    utils.chain_exception = chain_exception


def find_gdb(config):
    """Numba takes the name of gdb for its path, unless NUMBA_GDB_BINARY is set: functions that call
    numba.gdb() do not compile. Give it the path, where gdb is on PATH. Never raises.

    config: the module numba.core.config.
    """
    try:
        name = config.GDB_BINARY
        if os.path.isfile(name) or os.path.basename(name) != name:
            return
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            path = os.path.join(folder, name)
            if folder and os.path.isfile(path) and os.access(path, os.X_OK):
                config.GDB_BINARY = path
                return
    except Exception:
        pass


def record_of(error, traceback):
    """The record of an exception; None when Numba's compiler did not raise it."""
    found = NOTES.record_of(error)
    if found is None:
        found = facts.of_failed_pass(error, traceback, NOTES)
    if found is None and type(error) is TypeError:
        found = calls.refused_signature(facts.frames_of(traceback))
    if found is None:
        found = refusals.of_frames(error, facts.frames_of(traceback))
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
    """{dispatchers, lists}: what the innermost frame of a TypeError may have called, and with what;
    {} of others."""
    if type(error) is not TypeError or traceback is None:
        return {}
    frame = None
    while traceback is not None:
        if not traceback.tb_frame.f_code.co_filename.startswith(_OURS):
            frame = traceback.tb_frame
        traceback = traceback.tb_next
    dispatchers = [] if frame is None else calls.of_frame(frame)
    if not dispatchers:
        return {}
    return {"dispatchers": dispatchers, "lists": calls.lists_of(frame)}


def _pass_failed(error, traceback):
    """Never raises."""
    try:
        if NOTES.left <= 0 or not isinstance(error, Exception):
            return
        if type(error).__name__ == "ForceLiteralArg":
            return  # no failure: Numba compiles it once more, for the value of an argument
        NOTES.left -= 1
        record = facts.of_failed_pass(error, traceback, NOTES)
        if record is not None:
            NOTES.add_record(error, record)
    except Exception:
        pass  # the program comes first


def _constraint_failed(new, old, frame):
    """Type inference replaces an exception by one that says where. Never raises.

    frame: of ConstraintNetwork.propagate (numba/core/typeinfer.py).
    """
    try:
        if NOTES.left <= 0:
            return
        constraint = frame.f_locals.get("constraint")
        if constraint is None:
            return
        NOTES.add_constraint(new, constraint, _causes(old))
    except Exception:
        pass


def _causes(old):
    """Records of what a constraint failed for: of the function that it calls, or of the candidates
    that were tried for one that Numba implements."""
    own = NOTES.record_of(old)
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
            record = NOTES.record_of(error)
            if record is None and isinstance(error, Exception):
                record = facts.of_inference(error, NOTES) or refusals.of_overload(
                    error, facts.frames_of(error.__traceback__)
                )
            if record is not None and record not in found:
                found.append(record)
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
