"""Where a compiled call and the same one interpreted differ, and why: tried in forks of the
snapshot from before the call (numba.compare).

why: [{what, file, line, …}], each shown by a run of its own:

    index           the interpreted run raised an IndexError there: compiled code checks no index
    division        likewise a ZeroDivisionError; unset: a variable that has no value there
    raised          likewise another exception
    wrap            name, value: a number that its type, int64 by itself, does not hold
    whole           name, value: a number with a part behind the point, compiled a whole one
    width           name, python, numba: a number that is of another type when it is compiled; both
                    have a place where that alone comes to the compiled result (numba.typed)
    overflow        kind: numpy said so of a number, which is of a fixed size there
    uninitialised   an array was made without values, and what it holds decides the result
    fastmath        compiled without it, the result is the same
    parallel        likewise, and the loops run one after another
    outdated        compiled afresh, the result is the same; name, then, now: of what the function
                    `of` was compiled with, and set: whether the place is where it was assigned

inner: the innermost compiled function called on the way whose result differs by itself, told like
the call; null when none was found.
"""

import _signal
import marshal
import os
import sys

from atfault_probe.numba import compare as numba_compare
from atfault_probe.numba import globals as numba_globals
from atfault_probe.numba import outcome as numba_outcome
from atfault_probe.numba import typed as numba_typed
from atfault_probe.numba.places import instructions
from atfault_probe.numba.types import get
from atfault_probe.plain.types import module_dict

MAX_MEMORY = 4 << 30
"""Bytes more than the program has that an interpreted run may take."""
MAX_NESTED = 200
MAX_TOLD = 4
_INT64 = 1 << 63
_WIDTHS = {sign + "int%d" % bits: bits for sign in ("", "u") for bits in (8, 16, 32, 64)}
_TELLING = ("IndexError", "ZeroDivisionError", "UnboundLocalError", "OverflowError", "KeyError",
            "FloatingPointError", "ValueError", "AssertionError", "StopIteration")  # fmt: skip
"""What interpreted code raises for its values."""
_CANNOT = ("TypeError", "AttributeError", "NameError", "NotImplementedError", "ImportError",
           "RecursionError", "MemoryError")  # fmt: skip
"""And what, as it cannot be interpreted."""
_WHAT = {"IndexError": "index", "ZeroDivisionError": "division", "UnboundLocalError": "unset"}
_LIBRARIES = ("/site-packages/", "/dist-packages/", os.path.dirname(os.__file__) + os.sep,
              os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep)  # fmt: skip
_PATTERNS = (0x43, 0x5A)
"""Bytes that arrays made without values are filled with."""
_MAKERS = ("empty", "empty_like")


class Untold(BaseException):
    """The call cannot be compared; its argument says why."""


class Found(BaseException):
    """What an inner call came to."""


def is_own(code):
    """Whether code is neither a library's nor ours."""
    return not any(part in code.co_filename for part in _LIBRARIES) and code.co_filename[:1] != "<"


def compare(call, compiled):
    """ "same", "differs", or why it was not compared. In the snapshot."""
    trials = _Trials(call)
    plain = trials.run(trials.interpreted)
    if type(plain) is str:
        return plain
    error = plain["raised"]
    if error is not None and not _is_telling(error):
        return "not-interpreted"
    difference, others = differing(compiled, plain)
    if difference is None:
        result = compiled["result"]
        return "others" if others and len(result) == 1 and result[0][1] == "other" else "same"
    if compiled["draws"]:
        return "random"
    told = call.told()
    told.update(difference=difference, compiled=compiled["raised"], interpreted=error)
    told["why"] = _Reasons(trials, compiled, plain, difference).found()
    told["inner"] = trials.innermost()
    numba_compare.save(call.comparer.folder, told)
    return "differs"


def differing(compiled, plain):
    """(the first difference, None for none; kinds of values that were not looked into)."""
    first, second = compiled["raised"], plain["raised"]
    if first is not None or second is not None:
        if first is not None and second is not None and first["type"] == second["type"]:
            return None, []
        return {"path": "", "index": None, "one": _raised(first), "other": _raised(second),
                "count": 1, "size": 1, "what": "raised", "of": "result"}, []  # fmt: skip
    scale = numba_outcome.scale_of(
        compiled["result"], plain["result"], compiled["arguments"], plain["arguments"]
    )
    comparison = numba_outcome.Comparison(scale)
    for of in ("result", "arguments"):
        found = comparison.first_difference(compiled[of], plain[of])
        if found is not None:
            found["of"] = of
            return found, comparison.others
    return None, comparison.others


def _raised(error):
    return "" if error is None else error["type"]


def _is_telling(error):
    if any(base in _TELLING for base in error["bases"]):
        return True
    return error["within"] and not any(base in _CANNOT for base in error["bases"])


class _Trials:
    """Runs of one call, each in a fork of the snapshot."""

    def __init__(self, call):
        self.call = call
        self.left = numba_compare.EXPERIMENTS
        self._typed = None

    def run(self, body):
        """What body returns, of what marshal can write; a text that says why there is none."""
        if self.left <= 0:
            return "time"
        self.left -= 1
        return _forked(body, self.call.comparer.limit)

    def interpreted(self):
        """The outcome of the function interpreted."""
        self._prepare()
        return self._outcome(self._function)

    def _prepare(self):
        self.call.comparer.experiment = self.called
        _set_random(self.call.random)
        _hush()

    def called(self, dispatcher, args, kws):
        """What a call of a compiled function does in an interpreted run."""
        function = get(dispatcher, "py_func")
        if (get(dispatcher, "targetoptions") or {}).get("forceobj"):
            raise Untold("object-mode")
        if not numba_compare.is_the_programs(function):
            return self.call.comparer.original(dispatcher, *args, **kws)
        return (function if self._typed is None else self._typed.of(function))(*args, **kws)

    def as_compiled(self, dispatcher, args, kws):
        """The same in a compiled run."""
        return self.call.comparer.original(dispatcher, *args, **kws)

    @property
    def _function(self):
        return get(self.call.dispatcher, "py_func")

    def _outcome(self, function):
        told = {"raised": None, "result": []}
        try:
            result = function(*self.call.args, **self.call.kws)
        except (Untold, Found):
            raise
        except MemoryError:
            raise Untold("memory") from None
        except BaseException as error:
            sys.settrace(None)
            told["raised"] = numba_outcome.raised(error, is_own)
        else:
            sys.settrace(None)
            told["result"] = numba_outcome.taken(result)
        told["arguments"] = numba_outcome.taken(self.call.arguments())
        return told

    def traced(self):
        """{outcome, events, made}: with each line looked at; see _Trace."""
        types = self._types()
        self._prepare()
        made = _fill_made(_PATTERNS[0])
        trace = _Trace(self._function.__code__, types)
        sys.settrace(trace.call)
        outcome = self._outcome(self._function)
        return {"outcome": outcome, "events": trace.events, "made": made}

    def typed(self):
        """{outcome, events}: with what Numba's types make of numbers; see numba.typed."""
        self._types()
        self._prepare()
        self._typed = numba_typed.Typed(numba_globals.reached(self.call.dispatcher))
        outcome = self._outcome(self._typed.of(self._function))
        return {"outcome": outcome, "events": self._typed.events}

    def filled(self):
        """The outcome with other values in arrays that are made without any."""
        self._prepare()
        _fill_made(_PATTERNS[1])
        return self._outcome(self._function)

    def compiled(self, of=None, **options):
        """The outcome of the function compiled afresh, with all that it calls. options: of the
        decorator, that are changed; of: for these alone."""
        self._prepare()
        self.call.comparer.experiment = self.as_compiled
        for one in numba_globals.reached(self.call.dispatcher):
            _forget(one, options if of is None or one in of else {})
        return self._outcome(self.call.dispatcher)

    def _types(self):
        """The types of Numba's that variables of the function have when it is compiled: {name:
        [names of types]}."""
        dispatcher = self.call.dispatcher
        try:
            for one in numba_globals.reached(dispatcher):
                _forget(one, {"parallel": False})
            kinds = tuple(dispatcher.typeof_pyval(value) for value in self.call.args)
            dispatcher.compile(kinds)
            annotation = get(get(dispatcher, "overloads")[kinds], "type_annotation")
            found = {}
            for name, kind in get(annotation, "typemap").items():
                own = name.partition(".")[0]
                if own.isidentifier():
                    found.setdefault(own, set()).add(get(kind, "name"))
            return found
        except Exception:
            return {}

    def innermost(self):
        """The inner call whose result differs by itself; None."""
        found = self.run(lambda: _Inner(self.call, self).found())
        return None if type(found) is str else found


class _Watch:
    """Ends this process when a trial in it takes too long, by the kernel's timer, which a fork does
    not inherit, and the C library's _exit as what handles its signal: code that keeps the GIL is
    ended too, and no signal is told of. (faulthandler writes all stacks first, without the GIL, and
    crashes over frames that are being made.)"""

    def __init__(self):
        self._runs = False

    def runs(self):
        return self._runs

    def start(self, limit):
        self._runs = True
        ctypes = sys.modules["ctypes"]  # which Numba has imported
        library = ctypes.CDLL(None)
        library.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
        library.signal.restype = ctypes.c_void_p
        library.signal(_signal.SIGALRM, ctypes.cast(library._exit, ctypes.c_void_p))
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGALRM])
        _signal.setitimer(_signal.ITIMER_REAL, limit)


_watch = _Watch()


def _forked(body, limit):
    """What body returns in a fork of this process; a text that says why there is nothing."""
    box = os.memfd_create("atfault-trial")
    pid = os.fork()
    if not pid:
        try:
            if not _watch.runs():  # in a trial of a trial the memory is bounded already
                _bound_memory()
            _watch.start(limit)
            try:
                data = marshal.dumps(body(), 2)
            except Untold as reason:
                data = marshal.dumps(str(reason.args[0]), 2)
            except (MemoryError, numba_outcome.TooMuch):
                data = marshal.dumps("memory", 2)
            numba_compare.write_all(box, data)
        finally:
            os._exit(0)
    try:
        if not numba_compare.ended_within(pid, limit + 1.0):
            return "time"
        data = numba_compare.read_all(box)
        return marshal.loads(data) if data else "time"
    finally:
        os.close(box)


def _bound_memory():
    """The module is the standard library's: a file of that name beside the script is none."""
    kept, folder = list(sys.path), os.path.dirname(os.__file__)
    sys.path[:] = [folder, os.path.join(folder, "lib-dynload")]
    try:
        import resource
    finally:
        sys.path[:] = kept
    with open("/proc/self/statm", "rb") as file:
        pages = int(file.read().split()[0])
    most = pages * os.sysconf("SC_PAGE_SIZE") + MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _set_random(states):
    """Those of compiled code, for what is interpreted."""
    numpy_random, own = module_dict("numpy.random"), module_dict("random")
    if states is None:
        return
    (at, words), (own_at, own_words) = states
    if numpy_random:
        numpy_random["set_state"](("MT19937", words, at))
    if own:
        own["setstate"]((3, (*own_words, own_at), None))


def _hush():
    """No warnings and no errors of numpy's that the program would not see compiled."""
    numpy = sys.modules["numpy"]
    numpy.seterr(all="ignore")
    warnings = sys.modules.get("warnings")
    if warnings is not None:
        warnings.simplefilter("ignore")
    context = module_dict("numba.core.withcontexts").get("_ObjModeContextType")
    if context is not None:

        def enter(self):
            raise Untold("object-mode")

        context.__enter__ = enter


def _forget(dispatcher, options):
    """What it was compiled to, in this process."""
    dispatcher._can_compile = True
    dispatcher._reset_overloads()
    dispatcher._cache = sys.modules["numba.core.caching"].NullCache()
    wanted = get(dispatcher, "targetoptions")
    wanted["parallel"] = False  # its threads do not live in a fork
    wanted.update(options)


def _fill_made(pattern):
    """Fill what np.empty makes; the places that made something, as a list that grows."""
    numpy = sys.modules["numpy"]
    made = []

    def filling(maker):
        def make(*args, **kws):
            array = maker(*args, **kws)
            if array.dtype.kind == "b":
                array.fill(pattern == _PATTERNS[0])
            elif not array.dtype.hasobject:
                try:
                    array.view("u1").fill(pattern)
                except (TypeError, ValueError):
                    pass
            frame = sys._getframe(1)
            place = [frame.f_code.co_filename, frame.f_lineno, _stored(frame)]
            if place not in made and len(made) < MAX_TOLD and is_own(frame.f_code):
                made.append(place)
            return array

        return make

    for name in _MAKERS:
        setattr(numpy, name, filling(getattr(numpy, name)))
    return made


def _stored(frame):
    """The variable that takes what a frame is about to compute; "" where that is not known."""
    for one in instructions(frame.f_code):
        if one.offset > frame.f_lasti and one.opname not in ("CACHE", "NOP", "EXTENDED_ARG"):
            stores = one.opname == "STORE_FAST" and type(one.argval) is str
            return one.argval if stores else ""
    return ""


class _Trace:
    """Looks at the variables of the program's functions, line by line."""

    def __init__(self, code, types):
        self._code = code
        self._types = types
        self._lines = {}
        self.events = []
        numpy = sys.modules["numpy"]
        self._generic = numpy.generic
        numpy.seterrcall(self._numpy_says)
        numpy.seterr(over="call", divide="call", invalid="call")

    def call(self, frame, event, argument):
        if not is_own(frame.f_code):
            return None
        self._lines[frame] = frame.f_lineno
        return self.line

    def line(self, frame, event, argument):
        before = self._lines.get(frame, frame.f_lineno)
        self._lines[frame] = frame.f_lineno
        if len(self.events) < 64:
            for name, value in list(frame.f_locals.items()):
                self._look(frame, name, value, before)
            if event == "return":
                self._look(frame, "", argument, before)
        if event == "return":
            self._lines.pop(frame, None)
        return self.line

    def _look(self, frame, name, value, line):
        cls = type(value)
        if cls is int:
            kind = self._narrow(frame, name)
            if not -_INT64 <= value < _INT64:
                self._add("wrap", frame, line, name=name, value=_number(value))
            elif kind is not None and not _fits(value, kind):
                self._add("wrap", frame, line, name=name, value=_number(value), kind=kind)
            return
        if frame.f_code is not self._code or not name:
            return
        kinds = self._types.get(name)
        if kinds is not None and len(kinds) == 1 and isinstance(value, self._generic):
            (numba,) = kinds
            python = value.dtype.name
            if value.dtype.kind in "iu" and numba in _WIDTHS and not _fits(int(value), numba):
                self._add("wrap", frame, line, name=name, value=_number(int(value)), kind=numba)
            elif (
                python != numba
                and {python, numba} != {"bool", "boolean"}
                and (value.dtype.kind in "iuf" and numba.startswith(("int", "uint", "float")))
            ):
                self._add("width", frame, line, name=name, python=python, numba=numba)

    def _narrow(self, frame, name):
        """The type of whole numbers that a variable has when it is compiled (locals= of the
        decorator)."""
        kinds = self._types.get(name) or () if frame.f_code is self._code else ()
        kind = next(iter(kinds)) if len(kinds) == 1 else ""
        return kind if kind in _WIDTHS else None

    def _numpy_says(self, kind, flag):
        frame = sys._getframe(1)
        if is_own(frame.f_code):
            self._add("overflow", frame, frame.f_lineno, kind=kind)

    def _add(self, what, frame, line, **more):
        code = frame.f_code
        event = {"what": what, "file": code.co_filename, "line": line, "function": code.co_name}
        event.update(more)
        key = [(one["what"], one["file"], one["line"]) for one in self.events]
        if (what, code.co_filename, line) not in key and len(self.events) < 64:
            self.events.append(event)


def _fits(value, kind):
    bits, is_signed = _WIDTHS[kind], kind[0] == "i"
    least = -(1 << bits - 1) if is_signed else 0
    return least <= value < least + (1 << bits)


def _number(value):
    return repr(value) if value.bit_length() < 256 else "a number of %d bits" % value.bit_length()


class _Reasons:
    """Why a call differs."""

    def __init__(self, trials, compiled, plain, difference):
        self._trials = trials
        self._compiled, self._plain = compiled, plain
        self._difference = difference

    def found(self):
        found = list(self._of_exception()) or self._of_types()
        if found and found[0].get("place"):
            return found
        traced = self._trials.run(self._trials.traced)
        events = [] if type(traced) is str else traced["events"]
        if self._is_wrapped():
            wraps = [one for one in events if one["what"] == "wrap"]
            found += wraps[:1] or [_at("wrap", self._trials.call, name="", value="")]
        else:
            found += [one for one in events if one["what"] == "wrap"][:1]
        if type(traced) is not str and traced["made"]:
            other = self._trials.run(self._trials.filled)
            if type(other) is not str and differing(traced["outcome"], other)[0] is not None:
                for file, line, name in traced["made"][:MAX_TOLD]:
                    told = {"what": "uninitialised", "file": file, "line": line, "name": name}
                    found.append(told)
        if not found:
            for what in ("width", "overflow"):
                found += [one for one in events if one["what"] == what][:MAX_TOLD]
        if not any(one["what"] in ("index", "uninitialised") for one in found):
            found += self._of_compiling()
        return found

    def _of_types(self):
        """Where numbers are others in the types that Numba has for them, where that is all."""
        typed = self._trials.run(self._trials.typed)
        if type(typed) is str or differing(self._compiled, typed["outcome"])[0] is not None:
            return []
        return typed["events"][:MAX_TOLD]

    def _of_exception(self):
        error = self._plain["raised"]
        if error is None or not error["line"]:
            return
        short = error["type"].rpartition(".")[2]
        told = {"what": _WHAT.get(short, "raised"), "type": error["type"], "text": error["text"]}
        told.update(file=error["file"], line=error["line"], function=error["function"])
        yield told

    def _is_wrapped(self):
        """Whether one whole number is the other without the bits that its type has no room for."""
        try:
            one, other = int(self._difference["one"]), int(self._difference["other"])
        except ValueError:
            return False
        return not -_INT64 <= other < _INT64 and (one - other) % (1 << 64) == 0

    def _of_compiling(self):
        """Runs compiled in another way."""
        all_of = numba_globals.reached(self._trials.call.dispatcher)
        options = [get(one, "targetoptions") or {} for one in all_of]
        if self._same():
            if any(one.get("parallel") for one in options):
                return [_at("parallel", self._trials.call)]
            return self._outdated(all_of) or [_at("outdated", self._trials.call)]
        fast = [one for one, its in zip(all_of, options) if its.get("fastmath")]
        for one in fast[:MAX_TOLD] if len(fast) > 1 else ():
            if self._same([one], fastmath=False):
                return [_at("fastmath", self._trials.call, one)]
        if fast and self._same(fastmath=False):
            return [_at("fastmath", self._trials.call, one) for one in fast[:MAX_TOLD]]
        return []

    def _outdated(self, all_of):
        """What was compiled in and has another value now, where that was assigned, as far as it is
        known, else where it is taken."""
        report = sys.modules["atfault_probe.numba.report"]
        found, frames, frame = [], [], self._trials.call.caller
        while frame is not None and len(frames) < MAX_NESTED:
            frames.append(frame)
            frame = frame.f_back
        for one in all_of:
            function = get(one, "py_func")
            for value in report.changed_of(one):
                told = {"name": value["name"], "then": value["then"], "now": value["now"]}
                places = numba_globals.assigned_at(function, value["name"], frames)
                for code, place in places or [(function.__code__, value["place"])]:
                    found.append(dict(told, what="outdated", file=code.co_filename, line=place[0],
                                      place=place, function=code.co_name, set=bool(places),
                                      of=function.__code__.co_name))  # fmt: skip
        return found[:MAX_TOLD]

    def _same(self, of=None, **options):
        """Whether the function compiled afresh comes to what the interpreted one came to. of: those
        for which the options hold, all by itself."""
        outcome = self._trials.run(lambda: self._trials.compiled(of, **options))
        return type(outcome) is not str and differing(outcome, self._plain)[0] is None


def _at(what, call, dispatcher=None, **more):
    code = get(dispatcher or call.dispatcher, "py_func").__code__
    told = {"what": what, "file": code.co_filename, "line": code.co_firstlineno,
            "function": code.co_name}  # fmt: skip
    told.update(more)
    return told


class _Inner:
    """Compares the calls of compiled functions that an interpreted run makes."""

    def __init__(self, call, trials):
        self._call = call
        self._trials = trials
        self._left = MAX_NESTED

    def found(self):
        """The innermost one that differs, as plain data; None."""
        self._trials._prepare()
        self._call.comparer.experiment = self._nested
        try:
            self._trials._outcome(self._trials._function)
        except Found as found:
            return found.args[0]
        return None

    def _nested(self, dispatcher, args, kws):
        function = get(dispatcher, "py_func")
        options = get(dispatcher, "targetoptions") or {}
        self._left -= 1
        skipped = self._left < 0 or options.get("parallel") or options.get("forceobj")
        if skipped or not numba_compare.is_the_programs(function):
            return self._trials.called(dispatcher, args, kws)
        caller = sys._getframe(2)
        call = numba_compare._Call(self._call.comparer, dispatcher, args, kws, caller, _Inside)
        told = call.told()
        trials = _Trials(call)

        def compile_and_run():
            self._call.comparer.experiment = trials.as_compiled
            return trials._outcome(dispatcher)

        compiled = _forked(compile_and_run, self._call.comparer.limit)
        plain = {"raised": None, "result": []}
        try:
            result = function(*args, **kws)
            plain["result"] = numba_outcome.taken(result)
        except (Untold, Found):
            raise
        except Exception as error:
            plain["raised"] = numba_outcome.raised(error, is_own)
            self._tell(told, call, compiled, plain)
            raise
        self._tell(told, call, compiled, plain)
        return result

    def _tell(self, told, call, compiled, plain):
        if type(compiled) is str:
            return
        plain["arguments"] = numba_outcome.taken(call.arguments())
        difference, _ = differing(compiled, plain)
        if difference is not None:
            told.update(difference=difference, compiled=compiled["raised"])
            told["interpreted"] = plain["raised"]
            raise Found(told)


class _Inside:
    """What stands for the number of a call that is not counted."""

    calls = 0
