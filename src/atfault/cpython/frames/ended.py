"""What is left of the frames that ended last, above the innermost frame of a thread (3.11+).

    data stack     … │ caller │ innermost frame │ remains of __eq__ │ remains of what it called │ …
                                                ╰ datastack_top, or what is still being cleared

A frame that ends is not wiped: its variables, and until 3.13 its code object, still stand there
until the next one is put in its place. From 3.14 on the instruction that it ended at tells which
code object it was, of those that are known.
"""

from collections.abc import Iterable

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
    fields, found = runtime.offsets["PyThreadState"], list[PyFrame]()
    if not {"datastack_top", "datastack_limit"} <= fields.keys():
        return []
    codes = list(known)
    try:
        at = runtime.memory.u64(tstate + fields["datastack_top"])
        limit = runtime.memory.u64(tstate + fields["datastack_limit"])
        own = runtime.codes.get(innermost.code.address)
        if own is not None and innermost.owner == "thread" and innermost.address < at:
            at = innermost.address + 8 * _words(runtime, own)  # the top may not be lowered yet
        while at < limit and len(found) < _MAX_ENDED:
            made = _frame_at(runtime, at, codes)
            if made is None:
                break
            frame, code = made
            if not found and not _was_called_by_c(runtime, at, innermost):
                break
            found.append(frame)
            at += 8 * _words(runtime, code)
    except (MemoryFault, ValueError):
        pass
    return found


def _frame_at(runtime: PythonRuntime, at: int, known: list[Code]) -> tuple[PyFrame, Code] | None:
    layout, minor = runtime.offsets["_PyInterpreterFrame"], runtime.version[1]
    instruction = runtime.memory.u64(at + layout.get("prev_instr", layout.get("instr_ptr", 0)))
    if minor <= 13:
        one = runtime.codes.get(
            runtime.memory.u64(at + layout.get("f_code", layout.get("f_executable", 0)))
        )
        candidates = [] if one is None else [one]
    else:
        candidates = known
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
