"""Steps that cross from one side to the other.

Python → native: a breakpoint at the C functions that the line at hand calls, and debugpy's own
step; whichever comes first ends the other.

Native → Python: gdb cannot stop at a line of Python, and debugpy cannot answer while gdb has
stopped the program. So debugpy is asked to pause, and two threads run alone for a moment each: the
one that takes debugpy's requests, which asks for the GIL; the stopped one, which gives it away at
the next bytecode (and waits until somebody has taken it, Python/ceval_gil.c); the first one again,
which has it now, and sees to it that the other gets no further than its next line.
"""

from __future__ import annotations

import ast
import asyncio
import os
from itertools import takewhile

from atfault.cpython.search import find_runtime
from atfault.dap.connection import RequestFailed
from atfault.dap.frames import Frames
from atfault.dap.gdb_mi import GdbError
from atfault.dap.native_side import NativeSide, NativeStop
from atfault.dap.python_side import READER, PythonSide
from atfault.dap.sight import Sight, landing, shown
from atfault.errors import AtfaultError
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.stacks import ThreadState
from atfault.native.modules import load_modules
from atfault.snapshot import procfs
from atfault.snapshot.frozen import FrozenMemory
from atfault.snapshot.target import ProcessView, Target

STEP_ENDS = ("end-stepping-range", "function-finished", "location-reached")
"""gdb's reasons for a stop that a step ends with."""
ARRIVAL_SECONDS = 0.03
"""In which a request arrives in the program's socket."""
ALONE_SECONDS = 0.03
"""Several times sys.getswitchinterval()."""
SETTLE = "settle"
EVAL = "_PyEval_EvalFrameDefault"
"""Where the interpreter begins to run Python code for whoever calls it (Python/ceval.c)."""
MAX_CALLEES = 8
DYNLOAD = "/lib-dynload/"
"""In the paths of the standard library's extension modules."""
DESCRIPTOR_FIELDS = 24
"""Bytes of d_type, d_name and d_qualname, which lie before d_method in a PyMethodDescrObject
(Include/cpython/descrobject.h); behind its header, as m_ml does in a PyCFunctionObject."""


class NativeSteps:
    """Steps from where gdb has stopped the program. They end where there is source to show."""

    def __init__(self, native: NativeSide, python: PythonSide, frames: Frames) -> None:
        self._native = native
        self._python = python
        self._frames = frames
        self._how = ""
        self._is_fine = False
        self._gate = ""
        """gdb's number of the breakpoint where a thread comes to Python code."""
        self.python_stands = False
        """debugpy has stopped the threads already: there is no line to come to."""
        self.is_in_python = False
        """The step under way has left native code."""
        self.passes_python = False
        """Python code that the step under way comes to is called by what it steps over."""

    @property
    def is_under_way(self) -> bool:
        return bool(self._how)

    @property
    def is_in_native(self) -> bool:
        """gdb runs the program for a step, which would not go on after another stop."""
        return bool(self._how) and not self.is_in_python

    async def forget(self) -> None:
        """The step under way is over, or given up."""
        self._how = ""
        self.passes_python = self.is_in_python = False
        gate, self._gate = self._gate, ""
        if gate:
            await self._native.delete([gate])

    async def begin(
        self, how: str, thread: ThreadState, sight: Sight, *, is_fine: bool = False
    ) -> NativeStop | None:
        """how: "next", "step" or "finish"; SETTLE is none of the user's: it goes on for good, and
        has debugpy heed on the way what it was asked for meanwhile. is_fine: by one instruction.
        → a stop that came in between, instead. Raises GdbError."""
        await self.forget()
        self._how, self._is_fine, self.passes_python = how, is_fine, how != "step"
        number = self._frames.gdb_number(thread.thread.tid)
        target = landing(thread)
        if is_fine and how != "finish":
            await self._native.step(f"{how}-instruction", number)
        elif how == SETTLE:
            await self._leave_native_code(thread, sight)
        elif how == "finish" and target is not None and target.python is None:
            await self._native.finish(number, await self._frames.level(thread, target))
        else:
            return await self._move(thread, sight)
        return None

    def is_over(self, stop: NativeStop, thread: ThreadState) -> bool:
        """Whether a stop of gdb's is for the user: not where a step has come into code without
        source, which is left again, nor where it has come to Python (`go_on`)."""
        if self._gate and stop.fields.get("bkptno") == self._gate:
            return False
        if not self._how or self._is_fine or stop.reason not in STEP_ENDS:
            return True
        target = landing(thread)
        return self._how != SETTLE and (target is None or thread.stack.frames[0] is target)

    async def go_on(self, stop: NativeStop, thread: ThreadState, sight: Sight) -> NativeStop | None:
        """As `begin`, where a step is not over."""
        if self._how == SETTLE:
            await self.forget()
            between = await self._settle(thread, sight)
        elif self._gate and stop.fields.get("bkptno") == self._gate:
            between = await self._arm(thread, sight)
        else:
            return await self._move(thread, sight)
        if between is None:
            await self._native.go_on()
        return between

    async def _move(self, thread: ThreadState, sight: Sight) -> NativeStop | None:
        target = landing(thread)
        if target is None or target.python is not None:
            self.passes_python = False
            between = await self._arm(thread, sight)
            if between is None:
                await self._native.go_on()
            return between
        number = self._frames.gdb_number(thread.thread.tid)
        if self._how == "step" and not self._gate:
            record = await self._native.insert(EVAL, once=True, thread=number)
            self._gate = str(record["number"])
        level = await self._frames.level(thread, target)
        if level == 0:
            await self._native.step(self._how, number)
        else:
            await self._native.finish(number, level - 1)
        return None

    async def _leave_native_code(self, thread: ThreadState, sight: Sight) -> None:
        """Go on to where the thread's innermost Python frame does."""
        inner = list(takewhile(lambda frame: frame.python is None, shown(thread)))
        if inner and len(inner) < len(shown(thread)):
            number = self._frames.gdb_number(thread.thread.tid)
            await self._native.finish(number, await self._frames.level(thread, inner[-1]))
        else:
            await self.forget()
            await self._native.go_on()

    async def _arm(self, thread: ThreadState, sight: Sight) -> NativeStop | None:
        """Have Python stop at the next line that a thread comes to. → a stop of gdb's that came in
        between; None when all stands as before."""
        self.is_in_python = True
        if self.python_stands:
            return None
        numbers = self._python.candidates(thread.thread.tid)
        if not numbers:
            return None
        for number in numbers:
            self._python.request("pause", {"threadId": number})
        return await self._settle(thread, sight)

    async def _settle(self, thread: ThreadState, sight: Sight) -> NativeStop | None:
        """Have debugpy heed what it was asked for, `thread` being about to run Python code. → as
        `_arm`."""
        tids = {one.python_name: one.thread.tid for one in sight.threads}
        reader = self._frames.gdb_number(tids.get(READER, 0))
        own = self._frames.gdb_number(thread.thread.tid)
        await asyncio.sleep(ARRIVAL_SECONDS)
        for one in (reader, own, reader) if thread.holds_gil else (reader,):
            if one:
                stop = await self._native.run_alone(one, ALONE_SECONDS)
                if stop.signal != "SIGINT":
                    return stop
        return None


def calls_on_line(source: str, line: int) -> list[str]:
    """The callables, written without a call of their own, that the statement at a line calls: in
    "y = np.dot(f(a), b)", "np.dot" and "f"."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return []
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or node.lineno):
            name = _dotted(node.func)
            if name:
                found[name] = None
    return list(found)[:MAX_CALLEES]


def _dotted(node: ast.expr) -> str:
    """ "a.b.c"; "" for all else, which might do something when it is evaluated."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


async def entries(
    native: NativeSide, python: PythonSide, names: list[str], frame: int
) -> list[str]:
    """gdb's numbers of breakpoints at the C functions behind `names` that have source lines."""
    made = []
    for name in names:
        try:
            found = await python.callee(name, frame)
            if found is None:
                continue
            address = c_function(native.pid, *found)
            if is_users(native.pid, address):
                await native.arrive()
                made.append(await native.insert_behind_prologue(address))
        except (RequestFailed, GdbError, AtfaultError, ValueError, IndexError):
            continue  # that call is stepped over
    return [one for one in made if one]


def c_function(pid: int, kind: str, value: int) -> int:
    """The address of the C function behind what `PythonSide.callee` found; 0 for none. Raises
    AtfaultError."""
    if kind == "address":
        return value
    with Target(pid) as target:
        view = ProcessView(target, FrozenMemory(pid, target.memory_fd, target.readable), ())
        runtime = find_runtime(view, load_modules(view))
        if isinstance(runtime, Absent):
            return 0
        at = runtime.offsets["PyCFunctionObject"]["m_ml"]
        if kind == "descriptor":
            at += DESCRIPTOR_FIELDS
        definition = view.memory.u64(value + at)
        return view.memory.u64(definition + runtime.offsets["PyMethodDef"]["ml_meth"])


def is_users(pid: int, address: int) -> bool:
    """Whether code is neither the interpreter's nor the standard library's."""
    mapped, _ = procfs.mappings(pid)
    path = next(
        (one.mapping.path for one in mapped if one.mapping.start <= address < one.mapping.end), ""
    )
    is_known = roles.is_interpreter(os.path.basename(path)) or DYNLOAD in path
    return bool(path) and not is_known
