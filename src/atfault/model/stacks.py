"""Stacks: native, Python, and the two merged."""

from itertools import takewhile
from typing import Literal, NamedTuple

from atfault.model.absent import Absent
from atfault.model.process import Module, Thread
from atfault.model.values import Value, Variable

Trust = Literal["cfi", "frame-pointer", "scanned", "python"]
FrameKind = Literal["python", "native", "jit"]


class Location(NamedTuple):
    """A place in source code. line and column are 1-based; None when unknown."""

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class NativeFrame(NamedTuple):
    """One frame found by unwinding the C stack (or a function inlined into one)."""

    pc: int
    cfa: int
    """Canonical frame address: the stack pointer of the caller before the call."""
    sp: int
    """Stack pointer inside this frame; its locals lie in [sp, cfa)."""
    trust: Trust
    """How this frame was found. "cfi": it is the innermost, or call frame information (or a call's
    return address on top of the stack) led to it. "scanned": a search of the stack, proven by the
    frames further out, which are "cfi" again. "frame-pointer": that chain, or any frame beyond."""
    module: Module | None = None
    function_start: int = 0
    """Run-time address of the enclosing function's first byte (FDE or symbol); 0 unknown."""
    symbol: str = ""
    """Linkage name; "" when unknown."""
    name: str = ""
    """Demangled, for people; "" when unknown."""
    location: Location | None = None
    is_inline: bool = False
    is_signal_frame: bool = False
    is_jit: bool = False
    args: tuple[Variable, ...] = ()
    """Arguments or locals read through debug information, where that is possible."""


class CodeInfo(NamedTuple):
    """A code object."""

    address: int
    name: str
    qualname: str
    """Equal to name before 3.11, where code objects have no qualified name."""
    filename: str
    """"In[4]" for the code of a notebook's cell."""
    first_line: int
    constants: tuple[int, ...] = ()
    """The integers among co_consts (arguments written as literals); decoded where it is cheap."""
    names: tuple[str, ...] = ()
    """The first of co_names, of code without a name of its own (a module, a lambda)."""
    exact_filename: str = ""
    """As it is, where `filename` is escaped or stands for a cell; else ""."""


class PyFrame(NamedTuple):
    """One Python frame, from the interpreter's own chain."""

    address: int
    """Of the _PyInterpreterFrame (3.11+) or PyFrameObject."""
    code: CodeInfo
    location: Location
    locals: tuple[Variable, ...] | Absent
    is_entry: bool
    """The frame at which a call of the C eval function began; the next outer Python frame belongs
    to another C frame."""
    lasti: int = -1
    """Offset in bytes of the instruction being executed; -1 before the first."""
    owner: str = "thread"
    """"thread", "generator", "frame object" or "cstack"."""
    operands: tuple[Variable, ...] = ()
    """What lies on its value stack while it calls into C: "argument 2 of draw", "an intermediate
    value"; decoded for the innermost frames of the crashed thread."""
    line_names: tuple[str, ...] = ()
    """Variables and attributes that its line had fetched, up to the instruction it is at; looked
    for in the user's innermost frame of the crashed thread."""
    line_numbers: tuple[int, ...] = ()
    """Integers written on that line, likewise."""

    @property
    def variables(self) -> tuple[Variable, ...]:
        """`locals`; () where they are absent."""
        return () if isinstance(self.locals, Absent) else self.locals

    @property
    def values(self) -> tuple[tuple[Variable, Value], ...]:
        """The variables and operands whose values are known, with these."""
        every = (*self.variables, *self.operands)
        return tuple([(one, one.value) for one in every if isinstance(one.value, Value)])


class NativeStack(NamedTuple):
    """frames[0] is the innermost."""

    frames: tuple[NativeFrame, ...]
    stop_reason: str = ""
    """Why unwinding ended; "" when it reached the outermost frame."""


class PythonStack(NamedTuple):
    """The Python frames of one thread state; frames[0] is the innermost."""

    frames: tuple[PyFrame, ...]
    markers: tuple[int, ...] = ()
    """Addresses of the C-stack markers, innermost first: each lies in the C frame of one run of the
    eval function (see atfault.stacks.merge)."""
    stop_reason: str = ""


class ThreadFrame(NamedTuple):
    """One frame of a merged stack: exactly one of native and python is set."""

    kind: FrameKind
    native: NativeFrame | None = None
    python: PyFrame | None = None
    mine: bool = False


class StackTrace(NamedTuple):
    """A merged stack; frames[0] is the innermost."""

    frames: tuple[ThreadFrame, ...]
    merged: bool
    """False when native and Python frames could not be tied together: the native frames come first,
    then the Python ones, and stop_reason says so."""
    stop_reason: str = ""


class ThreadState(NamedTuple):
    """Everything that was decoded about one thread."""

    thread: Thread
    stack: StackTrace
    native: NativeStack | Absent
    python: PythonStack | Absent
    """Absent for a thread without a Python thread state."""
    python_name: str = ""
    """threading.Thread.name; "" when unknown."""
    holds_gil: bool | None = None
    crashed: bool = False
    interpreter: int = 0
    """Address of its PyInterpreterState; 0 for none."""
    is_daemon: bool | None = None
    has_lost_state: bool = False
    """It runs Python code, but its Python thread state was deleted: the frames were found by other
    means."""
    is_detached: bool = False
    """Its Python thread state is not in use: it may not touch Python. Known of the crashed thread
    of a free-threaded build, where no GIL tells."""
    fails_here: bool = False
    """The processor refused what the innermost frame did; so a signal frame further out belongs to
    a handler that failed itself, not to one that raised the signal of an earlier failure again."""

    @property
    def name(self) -> str:
        """The best name there is, for people; may be ""."""
        return self.python_name or self.thread.name

    @property
    def runs_python(self) -> bool:
        return any(frame.python is not None for frame in self.stack.frames)

    @property
    def pythons(self) -> tuple[PyFrame, ...]:
        """Its Python frames, innermost first."""
        return tuple([frame.python for frame in self.stack.frames if frame.python is not None])

    @property
    def inside(self) -> tuple[NativeFrame, ...]:
        """The native frames further in than the innermost one of Python, innermost first."""
        merged = takewhile(lambda frame: frame.python is None, self.stack.frames)
        return tuple([frame.native for frame in merged if frame.native is not None])

    @property
    def failed(self) -> tuple[NativeFrame, ...]:
        """Native frames, innermost first, from the point of failure on.

        A handler that raises the signal again (faulthandler does) puts its own frames and a signal
        frame on top of those that failed; they are left out.
        """
        frames = () if isinstance(self.native, Absent) else self.native.frames
        for index, frame in enumerate(() if self.fails_here else frames[:64]):
            if frame.is_signal_frame:
                return frames[index + 1 :]
        return frames
