"""Hears of functions that Numba could not compile, and notes why (numba.facts).

Loaded when the program imports Numba, not before. Numba broadcasts an event at the end of each pass
of its compiler, with the exception that ended it; one function of its own is wrapped, as it drops
the exception that tells which expression failed. What is noted is plain data, kept as long as the
exception lives: an exception that the program, or Numba itself, catches is forgotten with it.

Nothing here raises, and what is kept refers to no object of the program's.

What tells why (numba.failures) is loaded when the first of them fails: in most programs none does.
"""

import os
import sys
import weakref

MAX_NOTED = 64
MAX_RECORDED = 2000
"""Failures of one process of which records are made: compiling goes on at full speed after that."""
_load = []
"""What gives numba.failures."""


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


def install(event, load):
    """event: the module numba.core.event, just imported. load: gives the module numba.failures."""
    _load[:] = [load]

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


def of_uncaught(error, traceback):
    """What a hand-over has of an exception: {dispatchers, containers, numba, simulated}."""
    failures = _load[0]()
    told = failures.call_of(error, traceback)
    told["numba"] = failures.record_of(error, traceback, NOTES)
    told["simulated"] = failures.simulated_of(error, traceback)
    return told


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


def _pass_failed(error, traceback):
    """Never raises."""
    try:
        if NOTES.left <= 0 or not isinstance(error, Exception):
            return
        if type(error).__name__ == "ForceLiteralArg":
            return  # no failure: Numba compiles it once more, for the value of an argument
        NOTES.left -= 1
        record = _load[0]().facts.of_failed_pass(error, traceback, NOTES)
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
        NOTES.add_constraint(new, constraint, _load[0]().causes(old, NOTES))
    except Exception:
        pass
