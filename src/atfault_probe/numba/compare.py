"""Compiled against interpreted, call by call (`atfault numba --compare`).

At a call of a compiled function from Python the process is forked. The program goes on: it runs the
compiled function on the real arguments, exactly once. The child is a snapshot from before the call;
it has the function interpreted (`py_func`) on the same arguments, compares what both came to, and,
where they differ, looks for the reason (numba.why). So nothing needs to be copied; random states
and globals are those of the call; what the interpreted run changes is gone with its process.

    program   ──fork──▶ compiled call ──outcome──▶ waits ─────────────────────▶ goes on
    snapshot     └────▶ waits ─────────────────▶ forks: interpreted, compares ─▶ ends

Its results go to a file of the folder for each function whose results differ:

    {version, pid, function, call: {file, line, place, function}, number, arguments: [[name, type,
     value]], compiled, interpreted, difference, why: [{what, …}], inner, alone}

compiled, interpreted: null for a result, else the exception (numba.outcome.raised). why, inner: see
numba.why. alone: no other thread could have changed the arguments meanwhile.
"""

import marshal
import os
import sys
import time
from _thread import get_ident

from atfault_probe.numba import calls, outcome, seeds
from atfault_probe.numba.places import place_at
from atfault_probe.numba.types import get, is_programs_module, plain_type
from atfault_probe.plain.json import dumps
from atfault_probe.plain.types import module_dict
from atfault_probe.plain.values import Values, is_one

VERSION = 1
SUFFIX = ".compare.json"
ALL = 100
"""Calls of a function that are compared one by one; then each tenth, hundredth …"""
MAX_FUNCTIONS = 300
MAX_WALK = 10_000
MAX_OUTCOME = 600 << 20
GRACE = 5.0
"""Seconds beyond the limit after which a snapshot that does not end is ended."""
EXPERIMENTS = 7
"""Times the limit that all that is tried of one call may take."""
TOTAL = 10
"""Times the limit that all comparisons of a process may take."""
_SCALARS = (type(None), bool, int, float, complex, str, bytes)
_NO_ARRAYS = (b"/atfault-", b"/dev/shm/__KMP_", b"/dev/shm/sem.")
"""Names of shared mappings of our own, of OpenMP's runtime, and of semaphores."""
_GO, _NO = b"g", b"n"


class _Known:
    """Of one function."""

    def __init__(self):
        self.calls = 0
        self.compared = 0
        self.differs = False
        self.left_out = {}  # reason → times
        self.seeded = None
        """The first call that draws numbers which a seed just set outside was to decide."""


class Comparer:
    """The comparisons of one process."""

    def __init__(self, folder, limit):
        """limit: seconds that one interpreted call may take."""
        self.folder = folder
        self.limit = limit
        self.experiment = None
        """In a process that tries something: what calls of compiled functions are to do."""
        self._known = {}
        self._busy = {}
        self._spent = 0.0
        self._pid = os.getpid()
        self._seeds = seeds.Seeds()

    def install(self, _):
        """Compare calls from now on. Numba is imported, but for the last of it."""
        dispatcher = sys.modules["numba.core.registry"].CPUDispatcher
        original = dispatcher.__call__

        def __call__(self, *args, **kws):
            if comparer.experiment is not None:
                return comparer.experiment(self, args, kws)
            call = comparer.begin(self, args, kws, sys._getframe(1))
            if call is None:
                return original(self, *args, **kws)
            try:
                result = original(self, *args, **kws)
            except BaseException as error:
                comparer.end(call, None, error)
                raise
            comparer.end(call, result, None)
            return result

        comparer, self.original = self, original
        dispatcher.__call__ = __call__

    def begin(self, dispatcher, args, kws, caller):
        """The call, with its snapshot waiting; None where it is not compared. Never raises."""
        try:
            if self._pid != os.getpid():  # a worker that was forked: it counts for itself
                self._pid, self._known, self._busy, self._spent = os.getpid(), {}, {}, 0.0
            function = get(dispatcher, "py_func")
            if get_ident() in self._busy or not is_the_programs(function):
                return None
            known = self._known.get(function.__code__)
            if known is None:
                if len(self._known) >= MAX_FUNCTIONS:
                    return None
                known = self._known[function.__code__] = _Known()
            known.calls += 1
            if known.differs or not _is_chosen(known.calls):
                return None
            reason = self._why_not(dispatcher, args, kws)
            if reason:
                known.left_out[reason] = known.left_out.get(reason, 0) + 1
                return None
            self._busy[get_ident()] = True
            try:
                call = _Call(self, dispatcher, args, kws, caller, known)
                call.seeded = self._seeds.just_set(dispatcher, caller)
                call.fork()
            except BaseException:
                self._busy.pop(get_ident(), None)
                raise
            return call
        except Exception:
            return None

    def end(self, call, result, error):
        """The compiled function has returned, or raised. Raises what a signal's handler of the
        program raises meanwhile, and nothing else."""
        began = time.monotonic()
        try:
            call.end(result, error)
        except Exception:
            pass
        finally:
            self._busy.pop(get_ident(), None)
            self._spent += time.monotonic() - began

    def _why_not(self, dispatcher, args, kws):
        options = get(dispatcher, "targetoptions") or {}
        if options.get("forceobj"):
            return "object-mode"
        if self._spent > TOTAL * self.limit:
            return "time"
        return shared_memory_of([*args, *kws.values()])

    def told(self):
        """[{function, calls, compared, differs, left_out: [[reason, times]], seeded}]; seeded: see
        numba.seeds; null for none."""
        return [
            {
                "function": calls.told_function(_Of(code)),
                "calls": one.calls,
                "compared": one.compared,
                "differs": one.differs,
                "left_out": [[reason, times] for reason, times in sorted(one.left_out.items())],
                "seeded": one.seeded,
            }
            for code, one in list(self._known.items())
        ]


class _Of:
    """What `told_function` reads of a function."""

    def __init__(self, code):
        self.__code__ = code


class _Call:
    """One that is compared."""

    def __init__(self, comparer, dispatcher, args, kws, caller, known):
        self.comparer = comparer
        self.dispatcher = dispatcher
        self.args, self.kws = args, kws
        self.caller = caller
        self.known = known
        self.number = known.calls
        self.random = random_states()
        self.alone = len(sys._current_frames()) == 1
        self.seeded = {}

    def fork(self):
        """Leaves `_snapshot`, the process that waits."""
        self._outcome = os.memfd_create("atfault-outcome")
        self._answer = os.memfd_create("atfault-answer")
        heard, self._said = os.pipe()
        try:
            self._snapshot = os.fork()
        except BaseException:
            for fd in (self._outcome, self._answer, heard, self._said):
                os.close(fd)
            raise
        if not self._snapshot:
            self._wait_and_try(heard)
        os.close(heard)

    # -- in the program's process ------------------------------------------------------------------

    def end(self, result, error):
        """Hand the outcome to the snapshot, and wait until it is done."""
        try:
            reason = self._hand_over(result, error)
            os.write(self._said, _NO if reason else _GO)
            os.close(self._said)
            most = (1 + EXPERIMENTS) * (self.comparer.limit + 1.0) + GRACE
            ended = ended_within(self._snapshot, most)
            if not reason:
                answer = os.pread(self._answer, 4096, 0) if ended else b""
                reason = answer.decode("ascii", "replace") or "failed"
        finally:
            os.close(self._outcome)
            os.close(self._answer)
        known = self.known
        if reason in ("same", "differs"):
            known.compared += 1
            known.differs = known.differs or reason == "differs"
        elif reason != "nothing":
            known.left_out[reason] = known.left_out.get(reason, 0) + 1

    def _hand_over(self, result, error):
        """Why the call cannot be compared; "" for it can, "nothing" for it was never compiled."""
        if error is not None:
            bases = [one.__name__ for one in type(error).__mro__]
            if "NumbaError" in bases or "KeyboardInterrupt" in bases or "SystemExit" in bases:
                return "nothing"
        overloads = get(self.dispatcher, "overloads") or {}
        if not len(overloads):
            return "nothing"
        if any(get(one, "objectmode") for one in overloads.values()):
            return "object-mode"
        told = {"draws": self.random is not None and random_states() != self.random}
        self.known.seeded = self.known.seeded or seeds.unheard(self, random_states())
        try:
            if error is None:
                told["result"], told["raised"] = outcome.taken(result), None
            else:
                told["result"] = []
                told["raised"] = outcome.raised(error, _nobody)
            told["arguments"] = outcome.taken(self.arguments())
        except outcome.TooMuch:
            return "size"
        data = marshal.dumps(told, 2)
        if len(data) > MAX_OUTCOME:
            return "size"
        write_all(self._outcome, data)
        return ""

    # -- in the snapshot ---------------------------------------------------------------------------

    def _wait_and_try(self, heard):
        """Never returns."""
        status = 1
        try:
            os.close(self._said)
            sys.modules["atfault_probe.numba.report"].forget()
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            if os.read(heard, 1) == _GO:
                why = sys.modules["atfault_probe.numba.why"]
                answer = why.compare(self, marshal.loads(read_all(self._outcome)))
                os.pwrite(self._answer, answer.encode("ascii"), 0)
            status = 0
        finally:
            os._exit(status)

    def arguments(self):
        """What can be changed by the call."""
        return [*self.args, *[self.kws[name] for name in sorted(self.kws)]]

    def told(self):
        """The call as plain data, but for what it came to."""
        function = get(self.dispatcher, "py_func")
        code = function.__code__
        values = Values()
        names = list(code.co_varnames[: code.co_argcount])
        given = list(zip(names, self.args)) + [(name, self.kws[name]) for name in sorted(self.kws)]
        return {
            "version": VERSION,
            "pid": os.getppid(),
            "function": calls.told_function(function),
            "call": place_of(self.caller),
            "number": self.number,
            "arguments": [
                [name, _numba_type(self.dispatcher, value), values.plain(value)]
                for name, value in given[:32]
            ],
            "alone": self.alone,
        }


def is_the_programs(function):
    """Whether a function is none that Numba made or has."""
    if function is None or function.__code__.co_filename == "<string>":
        return False
    module = function.__module__
    return type(module) is not str or is_programs_module(module)


def place_of(frame):
    """{file, line, place, function} of what a frame is executing; place: see numba.places."""
    code, line = frame.f_code, frame.f_lineno or 0
    return {
        "file": code.co_filename,
        "line": line,
        "place": place_at(code, frame.f_lasti, line),
        "function": code.co_name,
    }


def _numba_type(dispatcher, value):
    try:
        return plain_type(dispatcher.typeof_pyval(value))
    except Exception:
        return None


def random_states():
    """Those of compiled code in this thread: (numpy's, random's); None when unknown."""
    helper = sys.modules.get("numba._helperlib")
    try:
        return (
            helper.rnd_get_state(helper.rnd_get_np_state_ptr()),
            helper.rnd_get_state(helper.rnd_get_py_state_ptr()),
        )
    except Exception:
        return None


def shared_memory_of(values):
    """ "shared-memory" where what the interpreted run writes would be seen by the program; ""."""
    arrays, unknown = [], []
    left = [MAX_WALK]
    _look_into(values, arrays, unknown, left, 0)
    if not arrays and not unknown:
        return ""
    shared = _shared_mappings()
    if unknown and shared:
        return "shared-memory"
    for begin, end in shared:
        for low, high in arrays:
            if low < end and begin < high:
                return "shared-memory"
    return ""


def _look_into(values, arrays, unknown, left, depth):
    ndarray = module_dict("numpy").get("ndarray")
    for value in values:
        left[0] -= 1
        if left[0] <= 0 or depth > 4:
            unknown.append(None)
            return
        cls = type(value)
        if cls is ndarray:
            if value.size:
                low, high = _bounds(value)
                arrays.append((low, high))
        elif is_one(cls, (list, tuple, set, frozenset)):
            _look_into(value, arrays, unknown, left, depth + 1)
        elif not (is_one(cls, _SCALARS) or cls.__module__ == "numpy" or calls.is_dispatcher(value)):
            unknown.append(None)


def _bounds(array):
    """The first address of an array's elements, and the one behind the last."""
    low = high = array.__array_interface__["data"][0]
    for size, stride in zip(array.shape, array.strides):
        if stride < 0:
            low += (size - 1) * stride
        else:
            high += (size - 1) * stride
    return low, high + array.itemsize


def _shared_mappings():
    """(first address, the one behind the last) of what is shared with other processes and can be
    written, but for what is known to hold no arrays."""
    found = []
    with open("/proc/self/maps", "rb") as file:
        for line in file:
            parts = line.split(None, 5)
            if parts[1][1:2] == b"w" and parts[1][3:4] == b"s":
                if len(parts) > 5 and any(name in parts[5] for name in _NO_ARRAYS):
                    continue
                begin, _, end = parts[0].partition(b"-")
                found.append((int(begin, 16), int(end, 16)))
    return found


def _is_chosen(number):
    if number <= ALL:
        return True
    return number % 10 ** (len(str(number)) - 2) == 0


def _nobody(code):
    return False


def ended_within(pid, seconds):
    """Whether a child ends by itself; it is gone in any case."""
    deadline = time.monotonic() + seconds
    pause = 0.0002
    try:
        while True:
            try:
                if os.waitpid(pid, os.WNOHANG)[0]:
                    return True
            except ChildProcessError:
                return True  # somebody else has waited for it
            if time.monotonic() > deadline:
                _kill(pid)
                return False
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
    except BaseException:  # the handler of a signal
        _kill(pid)
        raise


def _kill(pid):
    try:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    except OSError:
        pass


def write_all(fd, data):
    view = memoryview(data)
    while len(view):
        view = view[os.write(fd, view) :]


def read_all(fd):
    """What a file of memory holds."""
    parts, at = [], 0
    while True:
        part = os.pread(fd, 1 << 24, at)
        if not part:
            return b"".join(parts)
        parts.append(part)
        at += len(part)


def save(folder, told):
    """Into a file of its own."""
    data = dumps(told).encode("ascii")
    path = os.path.join(folder, "%d%s" % (os.getpid(), SUFFIX))
    fd = os.open(path + ".draft", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        write_all(fd, data)
    finally:
        os.close(fd)
    os.rename(path + ".draft", path)
