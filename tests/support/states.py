"""Hand-made process states, one argument away from a crash of any kind.

state = crash(signal=segv(0x10), frames=[native("strlen"), python("main", line=3)])
"""

from __future__ import annotations

import copy

from atfault.cpython.values.buffers import find_buffers
from atfault.model.absent import Absent
from atfault.model.buffers import Buffer
from atfault.model.case import Case
from atfault.model.process import (
    MemoryMapping,
    Module,
    ProcessInfo,
    Registers,
    SignalInfo,
    Thread,
)
from atfault.model.stacks import (
    CodeInfo,
    Location,
    NativeFrame,
    NativeStack,
    PyFrame,
    PythonStack,
    StackTrace,
    ThreadFrame,
    ThreadState,
)
from atfault.model.state import GilState, NamedBuffer, ProcessState, PythonInfo
from atfault.model.values import Value, Variable

PID = 4711
CODE = 0x7F00_0000_0000
"""Where libc is mapped; libpython and others follow, 16 MiB apart."""
HEAP = 0x5555_0000_0000
STACK = 0x7FFF_0000_0000
STACK_SIZE = 8 << 20
AREA = 0x7E00_0000_0000
"""Free space, far from everything."""
STRIDE = 1 << 24


class MadeState(ProcessState):
    """A state made by hand, whose parts' fields are given and replaced by their own names:
    `signal=…` stands for `ending=Ending(signal=…)`."""

    family: tuple[ProcessState, ...] = ()
    reported = Case().reported

    @classmethod
    def of(cls, process, arch="x86-64", kind="core", **fields):
        return cls(process, arch=arch, kind=kind)._replace(**fields)

    def _replace(self, **fields):
        changed = self
        for name, value in fields.items():
            if name in ("process", "arch", "kind", "family", "reported"):
                changed = copy.copy(changed)
                setattr(changed, name, value)
                continue
            part = FIELDS.get(name)
            if part is not None:
                record = getattr(changed, part)._replace(**{RENAMED.get(name, name): value})
                changed = changed.with_parts(**{part: record})
            else:
                changed = changed.with_parts(**{name: value})
        return changed


RENAMED = {"abort_message": "message", "mapped_files": "mapped"}
_PARTS = {
    "ending": "signal termination last",
    "layout": "mappings modules stack_limits mapped_bytes",
    "fault": "access errno cpu_features",
    "pointer": "variable holders",
    "abort": "abort_message cpp_exception python_fatal called_builtin unhandled",
    "heap": "guarded damaged_block damaged_chunk damaged_pool",
    "objects": "damage suspects foreign made exit_callee changed hollow counted_link outsiders",
    "files": "mapped_files shared_memory",
    "waiting": (
        "holds waits tasks failed_tasks main_failure pools handlers channel_ends relatives locked"
        " refused yet_to_end alone_in_loop connections channel_reach channel_users database_users"
        " serving sharing_nothing apart_from_libraries took_turns process_job runners put_at"
    ),
    "surroundings": "caught_signals limits blocked_signals",
}
FIELDS = {field: part for part, fields in _PARTS.items() for field in fields.split()}


def case_of(state) -> Case:
    """A case of that process, and of its family where it was made with one."""
    reported = getattr(state, "reported", Case().reported)
    return Case(state, getattr(state, "family", ()), reported)


def _module(path: str, number: int) -> Module:
    start = CODE + number * STRIDE
    return Module(path, path, f"{number:040x}", start, start, start + STRIDE // 2)


MODULES = {
    name: _module(path, number)
    for number, (name, path) in enumerate(
        {
            "libc": "/usr/lib/libc.so.6",
            "libpython": "/usr/lib/libpython3.12.so.1.0",
            "ctypes": "/usr/lib/python3.12/lib-dynload/_ctypes.cpython-312-x86_64-linux-gnu.so",
            "libffi": "/usr/lib/libffi.so.8",
            "extension": "/home/ada/fast.so",
            "libstdc++": "/usr/lib/libstdc++.so.6",
            "numba": "/venv/site-packages/numba/_dispatcher.so",
            "torch": "/venv/site-packages/torch/lib/libtorch_cpu.so",
        }.items()
    )
}
JIT_CODE = CODE + 100 * STRIDE


def mapping(start, size, flags="rw-", path="", offset=0, **more):
    return MemoryMapping(
        start, start + size, offset, "r" in flags, "w" in flags, "x" in flags, path, **more
    )


def standard_mappings(*extra: MemoryMapping) -> tuple[MemoryMapping, ...]:
    """Code of all modules, JIT code, 16 MiB of heap, the main stack, and `extra`."""
    found = [mapping(m.start, m.end - m.start, "r-x", m.path) for m in MODULES.values()]
    found.append(mapping(JIT_CODE, 4096, "r-x"))
    found.append(mapping(HEAP, 16 << 20, "rw-", "[heap]"))
    found.append(mapping(STACK, STACK_SIZE, "rw-", "[stack]"))
    return tuple(sorted([*found, *extra], key=lambda m: m.start))


def segv(address, code=1, number=11):
    return SignalInfo(number, code, address, tid=PID)


def native(symbol="", module="libc", *, pc=None, jit=False, **more):
    """A native frame; `symbol` may be demangled text."""
    owner = None if jit else MODULES[module] if module else None
    if pc is None:
        pc = (owner.start if owner else JIT_CODE) + 0x100
    sp = more.pop("sp", STACK + STACK_SIZE - 0x4000)
    return NativeFrame(
        pc,
        more.pop("cfa", sp + 64),
        sp,
        "cfi",
        owner,
        pc & ~0xFF,
        symbol,
        symbol,
        is_jit=jit,
        **more,
    )


def python(
    name="main", *, line=10, file="/home/ada/paint.py", constants=(), elsewhere=(), **variables
):
    """A Python frame with these locals: ints, None, Value, or Buffer.

    elsewhere: names of variables, and constants, that are not on the line that it is at.
    """
    code = CodeInfo(0x1000, name, name, file, 1, tuple(constants))
    known = tuple(Variable(key, _value(value)) for key, value in variables.items())
    return PyFrame(
        0x2000,
        code,
        Location(file, line),
        known,
        False,
        line_names=tuple(one for one in variables if one not in elsewhere),
        line_numbers=tuple(one for one in constants if one not in elsewhere),
    )


def calls(frame, *arguments, name="f"):
    """`frame` in a call of `name` with these arguments (as the locals of `python` are given)."""
    operands = tuple(
        Variable(f"argument {number} of {name}", _value(value), "operand", name, True)
        for number, value in enumerate(arguments, 1)
    )
    return frame._replace(operands=operands)


def _value(value):
    if isinstance(value, (Value, Absent)):
        return value
    if isinstance(value, Buffer):
        return Value(value.kind, value.kind, value.address, buffer=value)
    if value is None:
        return Value("NoneType", "None")
    return Value(type(value).__name__, repr(value), number=value)


def array(address, shape, dtype="float64", itemsize=8, strides=None, **more):
    """A numpy array as decoded, stored row by row unless `strides` says otherwise."""
    if strides is None:
        strides, step = [], itemsize
        for count in reversed(shape):
            strides.insert(0, step)
            step *= count
    low = address + sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    high = address + itemsize + sum((n - 1) * s for n, s in zip(shape, strides) if s > 0)
    return Buffer(
        "numpy.ndarray", address, low, high, dtype, itemsize, tuple(shape), tuple(strides), **more
    )


def thread(
    frames=(),
    *,
    tid=PID,
    name="MainThread",
    crashed=True,
    registers=None,
    thread_pointer=None,
    own=True,
    **more,
):
    """A thread with these frames (native and python mixed, innermost first)."""
    general = [0] * 17
    for number, value in (registers or {}).items():
        general[number] = value
    natives = tuple(frame for frame in frames if isinstance(frame, NativeFrame))
    pythons = tuple(frame for frame in frames if isinstance(frame, PyFrame))
    if natives:
        general[16], general[7] = natives[0].pc, natives[0].sp
    merged = tuple(
        ThreadFrame("jit" if frame.is_jit else "native", native=frame)
        if isinstance(frame, NativeFrame)
        else ThreadFrame("python", python=frame, mine=own and "/lib/" not in frame.location.file)
        for frame in frames
    )
    return ThreadState(
        thread=Thread(tid, "python", Registers(tuple(general), thread_pointer)),
        stack=StackTrace(merged, True),
        native=NativeStack(natives) if natives else Absent("its registers are not in the core"),
        python=PythonStack(pythons) if pythons else Absent("no Python thread state"),
        python_name=name,
        crashed=crashed,
        **more,
    )


def buffers_of(threads) -> tuple[NamedBuffer, ...]:
    """The arrays among the locals, as the pipeline lists them."""
    return tuple(
        NamedBuffer(expression, buffer, one.thread.tid, index)
        for one in threads
        for index, frame in enumerate(one.stack.frames)
        if frame.python is not None
        for expression, buffer in find_buffers(frame.python.locals)
    )


def crash(*, signal, frames=(), mappings=(), threads=(), registers=None, **more) -> ProcessState:
    """A process whose main thread took `signal` in `frames`.

    mappings: beside the standard ones. threads: further threads. more: fields of ProcessState.
    """
    own = thread(frames, registers=registers, **more.pop("thread", {}))
    everyone = (own, *threads)
    defaults = {
        "process": ProcessInfo(PID, 1, "/usr/bin/python3", ("python", "paint.py"), "/home/ada"),
        "arch": "x86-64",
        "kind": "core",
        "signal": signal,
        "termination": Absent("the process had not ended"),
        "mappings": standard_mappings(*mappings),
        "modules": tuple(MODULES.values()),
        "python": PythonInfo((3, 12, 1), "3.12.1"),
        "gil": GilState(True, True, PID),
        "threads": everyone,
        "buffers": buffers_of(everyone),
        "stack_limits": ((PID, STACK, STACK + STACK_SIZE),),
    }
    return MadeState.of(**{**defaults, **more})


def ctypes_call(*inner: NativeFrame) -> list[NativeFrame]:
    """`inner` as called through ctypes."""
    return [
        *inner,
        native("", "libffi"),
        native("_ctypes_callproc", "ctypes"),
        native("_PyObject_MakeTpCall", "libpython"),
    ]
