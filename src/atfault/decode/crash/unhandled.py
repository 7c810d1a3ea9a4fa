"""The Python exception that native code found nobody to give to: of a slot, a callback, a
destructor.

pending      still set in the thread's state: whoever called Python gave up without a look at it
             (SWIG's directors throw a C++ exception beside it)
carried      taken along by the C++ exception that was thrown in its place: pybind11's
             error_already_set and nanobind's python_error hold its parts
released     handled, and its traceback is being destroyed, with what its frames had in their
             variables
printed      sys.last_value and sys.last_traceback: PyErr_Print() has told of it, and the program
             was ended after that (PyQt), or is just telling of it
"""

from atfault.cpython.runtime import PythonRuntime, PyThread
from atfault.cpython.values.dicts import find_key
from atfault.decode.crash.printing import MAX_FRAMES, is_printing, is_releasing, prints
from atfault.decode.exception_objects import ExceptionReader
from atfault.errors import MemoryFault
from atfault.model.exception import Unhandled
from atfault.model.stacks import ThreadState
from atfault.options import Options

_MAX_NAMES, _MAX_STACK = 4096, 1 << 14
_PARTS = 6
"""Words of a C++ exception, or of what it points to, that are looked at."""


def unhandled_exception(
    runtime: PythonRuntime, thread: ThreadState, options: Options, thrown: int = 0
) -> Unhandled | None:
    """That of the thread which called abort(), or crashed as it printed it; None for none.

    thrown: address of the C++ exception that ended it; 0 for none."""
    if runtime.left_out:
        return None
    tid = thread.thread.tid
    state = next((one for one in runtime.threads() if one.native_tid == tid), None)
    if state is None:
        return None
    try:
        reader = _Reader(runtime, options)
        if is_printing(thread):
            found = reader.printed(state, _beyond_printing(thread))
            return found._replace(is_printed=True) if found is not None else None
        if is_releasing(thread):
            return reader.released(filter(reader.is_traceback, _in_hand(runtime, thread)))
        running = state.stack.frames[0].address if state.stack.frames else 0
        return reader.pending(state) or reader.carried(thrown) or reader.printed(state, running)
    except (MemoryFault, ValueError):
        return None


def _in_hand(runtime: PythonRuntime, thread: ThreadState) -> set[int]:
    """The words of the frames further in than the innermost one of Python."""
    frames = thread.inside[:MAX_FRAMES]
    low, high = frames[0].sp & ~7, max(one.cfa for one in frames)
    words = runtime.memory.words(low, min(max(high - low, 0), _MAX_STACK) // 8)
    return {word for word in words if word and word & 7 == 0}


def _beyond_printing(thread: ThreadState) -> int:
    """Address of the Python frame out of which an exception is being printed; 0 for none."""
    frames = thread.stack.frames
    last = max(index for index, frame in enumerate(frames) if prints(frame))
    return next((one.python.address for one in frames[last:] if one.python is not None), 0)


class _Reader(ExceptionReader):
    def pending(self, state: PyThread) -> Unhandled | None:
        fields = self.structs["PyThreadState"]
        if "curexc_type" not in fields:
            trace = self.structs["PyBaseExceptionObject"]["traceback"]
            return self.raised(state.exception, state.exception + trace)
        # Until 3.11 the value may be what the exception will be made of: its text.
        kind = self.reader.class_at(self.memory.u64(state.tstate + fields["curexc_type"]))
        if state.exception or kind is None:
            return self.raised(state.exception, state.tstate + fields["curexc_traceback"])
        text = self.shown(self.memory.u64(state.tstate + fields["curexc_value"]))
        places = self.places(state.tstate + fields["curexc_traceback"])
        return Unhandled(f"{kind.short_name}({text})", places) if places else None

    def carried(self, thrown: int) -> Unhandled | None:
        """The exception in the C++ object at `thrown`, or in one that it points to: its value
        beside its traceback, or with one of its own. Until it is asked for, the value may be what
        the exception will be made of."""
        own = self.structs["PyBaseExceptionObject"]["traceback"]
        for start in (thrown, *self._words(thrown)):
            parts = self._words(start)
            names = [self.reader.type_name(word) for word in parts]
            trace = names.index("traceback") if "traceback" in names else 0
            for word in parts:
                if self.reader.is_a(word, "BaseException"):
                    return self.raised(word, start + 8 * trace if trace else word + own)
            kind = self.reader.class_at(parts[trace - 2]) if trace > 1 else None
            if kind is not None:
                text = f"{kind.short_name}({self.shown(parts[trace - 1])})"
                return Unhandled(text, self.places(start + 8 * trace))
        return None

    def _words(self, address: int) -> tuple[int, ...]:
        return self.memory.words(address, _PARTS) if address else ()

    def printed(self, state: PyThread, running: int) -> Unhandled | None:
        """running: address of the frame that called what raised it."""
        known = self.runtime.interpreters
        sysdict = next(one.sysdict for one in known if one.address == state.interpreter)
        value = find_key(self.memory, self.structs, sysdict, "last_value", _MAX_NAMES)
        trace = value + self.structs["PyBaseExceptionObject"]["traceback"]
        if not value or not self._was_called_by(running, self.memory.u64(trace)):
            return None
        return self.raised(value, trace, in_part=True)

    def _was_called_by(self, running: int, trace: int) -> bool:
        """Whether the outermost frame of the traceback had been called from where the thread is
        now: what was printed long ago has nothing to do with its end."""
        frames, fields = self.structs["PyFrameObject"], self.structs["PyTracebackObject"]
        back = self.memory.u64(self.memory.u64(trace + fields["tb_frame"]) + frames["f_back"])
        if back and "f_frame" in frames:
            back = self.memory.u64(back + frames["f_frame"])
        return back == running
