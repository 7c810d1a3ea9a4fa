"""What is left of the frames that ended last, above the innermost frame of a thread (3.11+), and
the one that is ending; until 3.10 each code object keeps the last one of its own.

    data stack     … │ caller │ innermost frame │ remains of __eq__ │ remains of what it called │ …
                                                ╰ datastack_top, or what is still being cleared

A frame that ends is not wiped: its variables, and until 3.13 its code object, still stand there
until the next one is put in its place. From 3.14 on the instruction that it ended at tells which
code object it was, of those that are known.
"""

from collections.abc import Iterable, Iterator

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.walker import NOT_DECODED
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_MAX_ENDED = 6
_MAX_WORDS = 8192
"""Of one frame."""


def ended_frames(
    runtime: PythonRuntime, tstate: int, innermost: PyFrame, known: Iterable[Code]
) -> list[PyFrame]:
    """The frames that the innermost one has had called, by C code, and that ended last: the one it
    called, then those further in. [] where there are none, or before 3.11.

    known: code objects that they may be of.
    """
    found = list[PyFrame]()
    try:
        for frame in _remains(runtime, tstate, innermost, list(known)):
            if not found and not _was_called_by_c(runtime, frame.address, innermost):
                break
            found.append(frame)
    except (MemoryFault, ValueError):
        pass
    return found


def last_frame(
    runtime: PythonRuntime, tstate: int, innermost: PyFrame, code: Code
) -> PyFrame | None:
    """The frame of `code` that ended last, with what it left behind; None where there is none any
    more. Raises MemoryFault, or ValueError."""
    kept = runtime.offsets["PyCodeObject"].get("co_zombieframe")
    if kept is None:
        left = _remains(runtime, tstate, innermost, [code])
        return next((one for one in left if one.code.address == code.info.address), None)
    at, unit = runtime.memory.u64(code.info.address + kept), 2 if runtime.version[1] == 10 else 1
    if not at:
        return None
    lasti = unit * runtime.memory.i32(at + runtime.offsets["PyFrameObject"]["f_lasti"])
    place = runtime.codes.location(code, lasti)
    return PyFrame(at, code.info, place, NOT_DECODED, True, lasti)


def _remains(
    runtime: PythonRuntime, tstate: int, innermost: PyFrame, codes: list[Code]
) -> Iterator[PyFrame]:
    """What lies above the innermost frame, lowest first."""
    fields = runtime.offsets["PyThreadState"]
    if not {"datastack_top", "datastack_limit"} <= fields.keys():
        return
    at = runtime.memory.u64(tstate + fields["datastack_top"])
    limit = runtime.memory.u64(tstate + fields["datastack_limit"])
    own = runtime.codes.get(innermost.code.address)
    if own is not None and innermost.owner == "thread" and innermost.address < at:
        at = innermost.address + 8 * _words(runtime, own)  # the top may not be lowered yet
    for _ in range(_MAX_ENDED):
        made = _frame_at(runtime, at, codes) if at < limit else None
        if made is None:
            return
        yield made[0]
        at += 8 * _words(runtime, made[1])


def returning_frame(runtime: PythonRuntime, tstate: int, innermost: PyFrame) -> PyFrame | None:
    """The frame that is being cleared, at the instruction by which it ended: the interpreter has
    taken it off its chain (Python/frame.c) and not off the data stack yet. None where there is
    none, or before 3.11.
    """
    fields = runtime.offsets["PyThreadState"]
    own = runtime.codes.get(innermost.code.address)
    if "datastack_top" not in fields or own is None or innermost.owner != "thread":
        return None
    if runtime.free_threaded:  # each thread may run a copy of the bytecode, at another address
        return None
    try:
        at = innermost.address + 8 * _words(runtime, own)
        made = _frame_at(runtime, at, ())
        if made is None or made[0].lasti <= 0:  # one that has not begun is only being filled
            return None
        frame, code = made
        previous = runtime.offsets["_PyInterpreterFrame"]["previous"]
        caller = runtime.memory.u64(at + previous)
        if caller != innermost.address:  # the frame on the C stack of a run of its own (3.12+)
            caller = runtime.memory.u64(caller + previous)
        top = runtime.memory.u64(tstate + fields["datastack_top"])
        is_whole = top == at + 8 * _words(runtime, code)
        is_known = frame.location.line is not None
        return frame if is_known and is_whole and caller == innermost.address else None
    except (MemoryFault, ValueError):
        return None


def _frame_at(
    runtime: PythonRuntime, at: int, known: Iterable[Code]
) -> tuple[PyFrame, Code] | None:
    layout, minor = runtime.offsets["_PyInterpreterFrame"], runtime.version[1]
    instruction = runtime.memory.u64(at + layout.get("prev_instr", layout.get("instr_ptr", 0)))
    held = runtime.memory.u64(at + layout.get("f_code", layout.get("f_executable", 0)))
    one = runtime.codes.get(held & ~7)
    candidates = known if one is None and minor >= 14 else filter(None, (one,))
    for code in candidates:
        lasti = runtime.codes.lasti(code.info.address, instruction)
        if 0 <= lasti < len(runtime.codes.bytecode(code, 1 << 18)):
            place = runtime.codes.location(code, lasti)
            return PyFrame(at, code.info, place, NOT_DECODED, True, lasti), code
    return None


def _was_called_by_c(runtime: PythonRuntime, at: int, innermost: PyFrame) -> bool:
    """Whether the frame at `at` began a run of the eval function: 3.11 has it written there, later
    ones put a frame on the C stack under it, never the innermost frame itself."""
    layout = runtime.offsets["_PyInterpreterFrame"]
    previous = runtime.memory.u64(at + layout["previous"])
    if "is_entry" in layout:
        return previous == innermost.address and bool(
            runtime.memory.read(at + layout["is_entry"], 1)[0]
        )
    return previous not in (0, innermost.address)


def _words(runtime: PythonRuntime, code: Code) -> int:
    """How much of the data stack its frames take."""
    header = runtime.offsets["_PyInterpreterFrame"]["localsplus"] // 8
    own = runtime.codes.int(code, "co_nlocalsplus") + runtime.codes.int(code, "co_stacksize")
    if not 0 <= own <= _MAX_WORDS:
        raise ValueError("a frame of that many words")
    return header + own
