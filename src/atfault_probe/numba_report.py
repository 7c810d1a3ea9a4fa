"""What Numba compiled in this process (`atfault numba`): told when the process ends.

    {version, pid, numba, functions: [{function, options, cache, same_code, overloads}]}

options: of the decorator, those that are set. cache: {path, hits, misses} of a function with
cache=True, else null. same_code: how many functions were made of the same code, by a decorator that
runs more than once. overloads: [{types, returns, object_mode, lifted, seconds, passes}]: types of
the arguments; lifted: loops taken out of object mode; seconds: that it took to compile it, 0 for
one from the cache; passes: the slowest [name, seconds].
"""

import atexit
import gc
import os
import sys

from atfault_probe import numba_bounds, numba_calls
from atfault_probe.numba_types import get, plain_type
from atfault_probe.plain_json import dumps

VERSION = 1
SUFFIX = ".numba.json"
OPTIONS = "numba.options"
"""A file in the folder: the words "report" and "bounds", for what is wanted."""
MAX_FUNCTIONS = 500
MAX_OVERLOADS = 64
MAX_PASSES = 3
_SHOWN = ("parallel", "fastmath", "cache", "nogil", "forceobj", "boundscheck", "inline")
_state = []


def begin(event, folder):
    """Do what the file of options asks for. May raise anything."""
    with open(os.path.join(folder, OPTIONS), encoding="ascii") as file:
        wanted = file.read().split()
    _state[:] = [folder]
    atexit.register(write)
    checks = numba_bounds.prepare(folder) if "bounds" in wanted else None
    pending = [True]

    class Listener(event.Listener):
        """Of the first pass of the compiler, which is all loaded then."""

        def on_start(self, event):
            pass

        def on_end(self, event):
            pass

        def notify(self, event):
            if pending:
                pending.clear()
                _compiler_loaded(checks)

    event.register("numba:run_pass", Listener())


def _compiler_loaded(checks):
    """Never raises."""
    try:
        # Debug information is our wish: where there is none, the program need not hear of it.
        category = getattr(sys.modules["numba.core.errors"], "NumbaDebugInfoWarning", None)
        if category is not None:
            sys.modules["warnings"].simplefilter("ignore", category)
        if checks is not None:
            numba_bounds.install(checks)
    except Exception:
        pass


def write():
    """Never raises."""
    try:
        if not _state:
            return
        folder = _state[0]
        data = dumps(describe()).encode("ascii")
        path = os.path.join(folder, "%d%s" % (os.getpid(), SUFFIX))
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
        fd = os.open(path + ".draft", flags, 0o600)
        try:
            while data:
                data = data[os.write(fd, data) :]
        finally:
            os.close(fd)
        os.rename(path + ".draft", path)
    except BaseException:
        pass  # the program comes first


def describe():
    codes = {}
    found = []
    for thing in gc.get_objects():
        if type(thing).__module__ == "numba.core.registry" and numba_calls.is_dispatcher(thing):
            function = get(thing, "py_func")
            if function is None or _module_of(function).partition(".")[0] == "numba":
                continue
            key = function.__code__
            codes[key] = codes.get(key, 0) + 1
            found.append(thing)
    told = []
    for one in found:
        if len(told) < MAX_FUNCTIONS and len(get(one, "overloads") or ()):
            told.append(_function(one, codes[get(one, "py_func").__code__]))
    numba = sys.modules.get("numba")
    version = str(getattr(numba, "__version__", ""))[:40]
    return {"version": VERSION, "pid": os.getpid(), "numba": version, "functions": told}


def _module_of(function):
    name = function.__module__
    return name if type(name) is str else ""


def _function(dispatcher, same_code):
    options = get(dispatcher, "targetoptions") or {}
    stats = get(dispatcher, "stats")
    path = get(stats, "cache_path")
    cache = None
    if type(path) is str:
        hits, misses = get(stats, "cache_hits") or {}, get(stats, "cache_misses") or {}
        cache = {"path": path, "hits": sum(hits.values()), "misses": sum(misses.values())}
    overloads = list((get(dispatcher, "overloads") or {}).items())
    return {
        "function": numba_calls.told_function(get(dispatcher, "py_func")),
        "arguments": numba_calls.told_dispatcher("", dispatcher)["arguments"],
        "options": [name for name in _SHOWN if options.get(name)],
        "cache": cache,
        "same_code": same_code,
        "count": len(overloads),
        "overloads": [_overload(types, one) for types, one in overloads[:MAX_OVERLOADS]],
    }


def _overload(types, compiled):
    metadata = get(compiled, "metadata") or {}
    times = {}
    for passes in (metadata.get("pipeline_times") or {}).values():
        for name, timing in passes.items():
            short = name.partition("_")[2]
            times[short] = times.get(short, 0.0) + sum(timing)
    slowest = sorted(times.items(), key=lambda entry: -entry[1])[:MAX_PASSES]
    return {
        "types": [plain_type(one) for one in types],
        "returns": plain_type(get(get(compiled, "signature"), "return_type")),
        "object_mode": bool(get(compiled, "objectmode")),
        "lifted": len(get(compiled, "lifted") or ()),
        "seconds": sum(times.values()),
        "passes": [[name, seconds] for name, seconds in slowest],
    }
