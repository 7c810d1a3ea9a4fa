"""What Numba compiled in this process (`atfault numba`): told when the process ends.

    {version, pid, numba, functions: [{function, options, cache, same_code, changed, outdated,
     races, looked, objmode, made, wordless, overloads}], compared}

declared: whether its decorator says for which types it is compiled. stand_in: see
numba.stand_ins.origin. races: see numba.races; looked: its parallel loops were looked at as it was
compiled, here.
objmode, blocks: see numba.objmode. made: see numba.again; of what decorates it, or a function that
is passed to it, or calls it; [] where it was compiled once. options: of the decorator, those that
are set. cache: {path, hits, misses, base} of a function with cache=True, else null; base begins the
names of its files. same_code: how many functions were made of the same code, by a decorator that
runs more than once. changed: globals that it was compiled with and that have other values now
(numba.globals.changed). outdated: see numba.cached. overloads: [{types, returns, object_mode,
lifted, seconds, passes, lines, loops}]: types of the arguments; lifted: loops taken out of object
mode, and compiled; seconds: that it took to compile it, 0 for one from the cache; passes: the
slowest [name, seconds]; lines, loops: see numba.tables. compared: see numba.compare.Comparer.told;
null where nothing is. wordless: see numba.wordless.
"""

import atexit
import gc
import os
import sys
import weakref

from atfault_probe.numba import (
    again,
    bounds,
    cached,
    calls,
    kernels,
    objmode,
    races,
    shared,
    stand_ins,
    tables,
    wordless,
)
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba.places import Code
from atfault_probe.numba.types import get, plain_type
from atfault_probe.plain.json import dumps

VERSION = 1
SUFFIX = ".numba.json"
OPTIONS = "numba.options"
"""A file in the folder: the words "report", "bounds", "compare:SECONDS" and "progress", for what is
wanted."""
PROGRESS, RECORD = ".compiling", 256
"""Of what is being compiled: one record, see atfault.cli.numba."""
COMPARING = ("numba.outcome", "numba.seeds", "numba.compare", "numba.typed", "numba.why")
LATER = "numba.np.ufunc"
"""A module that Numba imports when it has all that compiles functions."""
_UFUNCS = "numba.np.ufunc.ufuncbuilder"
MAX_FUNCTIONS = 500
MAX_OVERLOADS = 64
MAX_PASSES = 3
_SHOWN = ("parallel", "fastmath", "cache", "nogil", "forceobj", "boundscheck", "inline")
_state = []
_frozen = {}
"""id of a dispatcher → (a weak reference to it, numba.globals.tokens when it was compiled)."""
_races = {}
"""Code of a function → what `races.of_state` found of it."""
_objmode = {}
"""Code of a function → what `objmode` found of its blocks."""
_threads = {}
"""Code of a function → `shared.in_common` of its calls by several threads."""
_again = {}
"""Code of a function → an _Again."""
MAX_FRAMES = 200
"""From a pass of the compiler to the call that it is for."""
MAX_PLACES = 16
"""Times that the place of one that is made, or called, is looked for."""
MAX_TOLD = 16


def begin(event, folder, load, follower):
    """Do what the file of options asks for. May raise anything.

    load: loads a module of this package. follower: makes what goes on sys.meta_path and tells of a
    module that was imported (hooks).
    """
    with open(os.path.join(folder, OPTIONS), encoding="ascii") as file:
        wanted = file.read().split()
    _state[:] = [folder]
    atexit.register(write)
    checks = bounds.prepare(folder) if "bounds" in wanted else None
    limits = [word.partition(":")[2] for word in wanted if word.startswith("compare:")]
    if limits:
        for name in COMPARING:
            load(name)
        comparer = sys.modules["atfault_probe.numba.compare"].Comparer(folder, float(limits[0]))
        _state.append(comparer)
        sys.meta_path.insert(0, follower(LATER, comparer.install))
    kernels.watch(follower)
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
            if event.is_start and str((event.data or {}).get("name")).startswith(races.PASS):
                _look_for_races()

    progress = _Progress(folder) if "progress" in wanted else None

    class Compiled(event.Listener):
        """Of each compilation."""

        def on_start(self, event):
            pass

        def on_end(self, event):
            pass

        def notify(self, event):
            _note_globals(event)
            _note_again(event)
            _note_threads(event)
            if progress is not None:
                progress.note(event)

    event.register("numba:run_pass", Listener())
    event.register("numba:compile", Compiled())


class _Progress:
    """What is being compiled, in a file."""

    def __init__(self, folder):
        self._folder = folder
        self._pid = 0
        self._fd = -1
        self._done = 0
        self._names = []

    def note(self, event):
        """Never raises."""
        try:
            if self._pid != os.getpid():
                self._pid, self._done, self._names = os.getpid(), 0, []
                path = os.path.join(self._folder, "%d%s" % (self._pid, PROGRESS))
                self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            function = get((event.data or {}).get("dispatcher"), "py_func")
            if function is None or _is_numbas(function) or not _state:
                return
            if event.is_start:
                self._names.append(function.__code__.co_name)
            elif self._names:
                self._names.pop()
                self._done += 1
            name = self._names[0] if self._names else ""
            record = "%d %d %s" % (self._done, bool(name), name)
            data = record.encode("utf-8", "replace")[: RECORD - 1]
            os.pwrite(self._fd, data + bytes(RECORD - len(data)), 0)
        except Exception:
            pass


def _note_globals(event):
    """Never raises."""
    try:
        dispatcher = (event.data or {}).get("dispatcher")
        function = get(dispatcher, "py_func") if event.is_end else None
        if function is None or _is_numbas(function) or len(_frozen) >= 4 * MAX_FUNCTIONS:
            return
        if id(dispatcher) not in _frozen:
            link = weakref.ref(dispatcher)
            _frozen[id(dispatcher)] = (link, numba_globals.tokens(function))
    except Exception:
        pass


def _compiler_loaded(checks):
    """Never raises."""
    try:
        # Debug information is our wish: where there is none, the program need not hear of it.
        category = getattr(sys.modules["numba.core.errors"], "NumbaDebugInfoWarning", None)
        if category is not None:
            sys.modules["warnings"].simplefilter("ignore", category)
        _spare_numbas_own(sys.modules["numba.core.lowering"])
        if checks is not None:
            bounds.install(checks)
        cls = sys.modules["numba.core.dispatcher"].Dispatcher
        make = cls.__init__

        def __init__(self, *args, **kws):
            make(self, *args, **kws)
            _note_made(self)

        __init__.__wrapped__, __init__.__doc__ = make, make.__doc__
        cls.__init__ = __init__
        objmode.install(_note_objmode)
    except Exception:
        pass


def _spare_numbas_own(lowering):
    """Numba's own functions are compiled without the debug information that it is asked for here:
    they are most of what is compiled, and what is inlined of them has the line of the call. Nor
    are those in object mode, of which LLVM takes none, and says so on standard error, and those
    with types that are defined later.

    lowering: the module numba.core.lowering.
    """
    cls = lowering.BaseLower
    make = cls.__init__

    def __init__(self, context, library, fndesc, func_ir, *args, **kws):
        function = get(get(func_ir, "func_id"), "func")
        is_spared = _is_numbas(function) or type(self).__name__ == "PyLower" or _defers(fndesc)
        if is_spared and context.enable_debuginfo:
            context = context.subtarget(enable_debuginfo=False)
        make(self, context, library, fndesc, func_ir, *args, **kws)
        if is_spared and self.flags is not None:
            self.flags = self.flags.copy()
            self.flags.debuginfo = False

    __init__.__wrapped__, __init__.__doc__ = make, make.__doc__
    cls.__init__ = __init__


def _defers(description):
    """Whether a function has values of a type that is defined later (a jitclass that holds itself):
    LLVM ends the process as it is asked for the size of one."""
    types = list((get(description, "typemap") or {}).values())
    types += [one for each in types for one in dict(get(each, "struct") or {}).values()]
    types += [get(each, "type") for each in types]
    return any(type(one).__name__ == "DeferredType" for one in types)


def _look_for_races():
    """In the function of the pass that starts. Never raises."""
    try:
        frame = sys._getframe(1)
        while frame.f_code.co_name != "_runPass":
            frame = frame.f_back
        state = frame.f_locals["internal_state"]
        code = Code(get(state, "func_id"), get(state, "func_ir"))
        if len(_races) < MAX_FUNCTIONS and code.code is not None:
            found = _tried(races.of_state, state, code, _arguments(frame, code))
            found = [races.unseen(code.code)] if found is None else found
            known = _races.setdefault(code.code, [])
            known += [one for one in found if one not in known]
    except Exception:
        pass


def _arguments(frame, code):
    """Of the call of a function that it is being compiled for, by their numbers; {} where it is
    compiled for given types, or by another function."""
    for _ in range(MAX_FRAMES):
        if frame is None:
            break
        if frame.f_code.co_name == "_compile_for_args":
            known = frame.f_locals
            is_it = getattr(get(known.get("self"), "py_func"), "__code__", None) is code.code
            return dict(enumerate(known.get("args") or ())) if is_it else {}
        frame = frame.f_back
    return {}


def _note_objmode(code, found):
    """Told at once: what was taken for something else may end the program."""
    known = _objmode.setdefault(code, [])
    if found not in known and len(known) < MAX_TOLD:
        known.append(found)
        write()


class _Again:
    """How often functions of one code were made and compiled."""

    def __init__(self):
        self.made, self.compiled = 0, 0
        self.maker, self.caller = [], []
        self.told = None
        """Of the first of them: it may be gone at the end."""


def _of_code(dispatcher):
    """None of one of Numba's own."""
    function = get(dispatcher, "py_func")
    if function is None or _is_numbas(function) or len(_again) >= 4 * MAX_FUNCTIONS:
        return None
    return _again.setdefault(function.__code__, _Again())


def _note_made(dispatcher):
    """Never raises."""
    try:
        one = _of_code(dispatcher)
        if one is not None:
            one.made += 1
            if one.made <= MAX_PLACES:
                free = dispatcher.py_func.__code__.co_freevars
                one.maker = again.places(sys._getframe(2), free) or one.maker
    except Exception:
        pass


def _note_again(event):
    """Of the end of a compilation. Never raises."""
    try:
        dispatcher = (event.data or {}).get("dispatcher")
        one = _of_code(dispatcher) if event.is_end and _state else None
        if one is None:
            return
        one.compiled += 1
        if one.told is None and "<locals>" in dispatcher.py_func.__qualname__:
            one.told = _function(dispatcher, 1, tables.Budget(tables.MAX_LINES))
        if 1 < one.compiled <= MAX_PLACES:
            passed = _maker_of_passed(dispatcher)
            one.caller = passed or again.places(sys._getframe(2)) or one.caller
    except Exception:
        pass


def _note_threads(event):
    """Of a function without the GIL. Never raises."""
    try:
        dispatcher = (event.data or {}).get("dispatcher")
        options = get(dispatcher, "targetoptions") or {}
        if event.is_end and options.get("nogil") and len(_threads) < MAX_FUNCTIONS:
            found = shared.in_common(shared.calls_of(dispatcher))
            if found:
                _threads[dispatcher.py_func.__code__] = found
    except Exception:
        pass


def _maker_of_passed(dispatcher):
    """Where a function that is passed, of the newest types, was made; None where that was once."""
    for kind in list(get(dispatcher, "overloads") or [()])[-1]:
        function = get(get(kind, "dispatcher"), "py_func")
        made = None if function is None else _again.get(function.__code__)
        if made is not None and made.made > 1:
            return made.maker
    return None


def forget():
    """This is a fork of ours, of which nothing is told."""
    _state[:] = []


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
    budget = tables.Budget()
    things = {id(one): one for one in (*kernels.kept, *filter(_compiles, gc.get_objects()))}
    for thing in things.values():
        function = get(thing, "py_func")
        if function is not None and not _is_numbas(function):
            codes[function.__code__] = codes.get(function.__code__, 0) + 1
            found.append(thing)
    told = []
    functions = [get(one, "py_func") for one in found]
    for one in found:
        if len(told) < MAX_FUNCTIONS and len(get(one, "overloads") or ()):
            function = _function(one, codes[get(one, "py_func").__code__], budget)
            function["blocks"] = objmode.ran(get(one, "py_func").__code__, functions)
            told.append(function)
    for code, one in list(_again.items()):
        if one.told is not None and code not in codes and len(told) < MAX_FUNCTIONS:
            told.append(dict(one.told, same_code=max(one.made, one.compiled), made=one.maker))
    numba = sys.modules.get("numba")
    version = str(getattr(numba, "__version__", ""))[:40]
    compared = _state[1].told() if len(_state) > 1 else None
    return {
        "version": VERSION,
        "pid": os.getpid(),
        "numba": version,
        "functions": told,
        "compared": compared,
    }


def _compiles(thing):
    """Whether it is what holds the versions of one function, or of what a ufunc does for one
    element."""
    if type(thing).__module__ == "numba.core.registry":
        return calls.is_dispatcher(thing)
    return type(thing).__module__ == _UFUNCS and type(thing).__name__ == "UFuncDispatcher"


def _is_numbas(function):
    name = getattr(function, "__module__", None)
    return type(name) is str and name.partition(".")[0] == "numba"


def _function(dispatcher, same_code, budget):
    function = get(dispatcher, "py_func")
    options = get(dispatcher, "targetoptions") or {}
    stats = get(dispatcher, "stats")
    path = get(stats, "cache_path")
    cache = None
    if type(path) is str:
        hits, misses = get(stats, "cache_hits") or {}, get(stats, "cache_misses") or {}
        cache = {"path": path, "hits": sum(hits.values()), "misses": sum(misses.values())}
        base = get(get(get(dispatcher, "_cache"), "_impl"), "filename_base")
        cache["base"] = base if type(base) is str else ""
    overloads = list((get(dispatcher, "overloads") or {}).items())
    known = _again.get(function.__code__)
    same_code = max(same_code, known.made) if known is not None else same_code
    is_made_anew = same_code > len(
        overloads
    )  # where that was before the first was compiled: unseen
    return {
        "function": calls.told_function(function),
        "arguments": calls.told_dispatcher("", dispatcher)["arguments"],
        "options": [name for name in _SHOWN if options.get(name)],
        "cache": cache,
        "same_code": same_code,
        "races": [*_races.get(function.__code__, []), *(_tried(_shared_by, dispatcher) or [])],
        "looked": function.__code__ in _races,
        "objmode": _objmode.get(function.__code__, []),
        "blocks": objmode.ran(function.__code__, [function]),
        "wordless": _tried(wordless.of_dispatcher, dispatcher) or [],
        "made": [] if known is None else known.maker if is_made_anew else known.caller,
        "changed": _tried(changed_of, dispatcher) or [],
        "outdated": _tried(cached.outdated, dispatcher) if cache is not None else None,
        "count": len(overloads),
        "stand_in": _tried(stand_ins.origin, function) if stand_ins.names_of(function) else None,
        "declared": get(dispatcher, "_can_compile") is not True,
        "overloads": [
            _overload(types, one, function, budget) for types, one in overloads[:MAX_OVERLOADS]
        ],
    }


def _shared_by(dispatcher):
    """Races of a function's calls, of which several ran at once."""
    function, found = get(dispatcher, "py_func"), []
    for compiled in list((get(dispatcher, "overloads") or {}).values())[:1]:
        found += kernels.races_of(function, compiled)
        numbers = _threads.get(function.__code__) or {}
        found += shared.races(function.__code__, compiled, numbers, "threads")
    return found


def changed_of(dispatcher):
    """See numba.globals.changed."""
    link, then = _frozen.get(id(dispatcher), (None, {}))
    function = get(dispatcher, "py_func")
    return numba_globals.changed(function, then) if link and link() is dispatcher else []


def _tried(look, *args):
    """What it returns; None where it fails: the rest of the report does not depend on it."""
    try:
        return look(*args)
    except Exception:
        return None


def _overload(types, compiled, function, budget):
    metadata = get(compiled, "metadata") or {}
    times = {}
    for passes in (metadata.get("pipeline_times") or {}).values():
        for name, timing in passes.items():
            short = name.partition("_")[2]
            times[short] = times.get(short, 0.0) + sum(timing)
    slowest = sorted(times.items(), key=lambda entry: -entry[1])[:MAX_PASSES]
    return {
        "types": [plain_type(one) for one in get(types, "args") or types],  # of a ufunc: signature
        "returns": plain_type(get(get(compiled, "signature"), "return_type")),
        "object_mode": bool(get(compiled, "objectmode")),
        "lifted": sum(map(_is_native, get(compiled, "lifted") or ())),
        "seconds": sum(times.values()),
        "passes": [[name, seconds] for name, seconds in slowest],
        "lines": _tried(tables.types, compiled, function, budget) or [],
        "loops": _tried(tables.loops, compiled, function) or [],
    }


def _is_native(loop):
    """Whether one that was taken out of object mode was compiled without it: Numba falls back to it
    where the loop's variables have no types."""
    overloads = list((get(loop, "overloads") or {}).values())
    return not overloads or not all(get(one, "objectmode") for one in overloads)
