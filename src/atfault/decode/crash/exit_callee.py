"""The Python function that native code was about to call when Python was gone already.

    exit → call_back (library.so) → PyObject_CallObject(goodbye) → …
                                     ╰ in the registers, or saved on the stack further in

No Python frame tells of it, as none could be made. A function object among the words at hand does:
the innermost one whose code is the program's own. Types are cleared when Python ends, so that a
function is known by the size of its instances and by its code object.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import may_be_object
from atfault.model.stacks import CodeInfo, ThreadState
from atfault.model.state import PythonInfo
from atfault.stacks.mine import is_mine

MAX_WORDS = 1024
NONE = Absent("no function of the program's own is at hand")


def exit_callee(
    runtime: PythonRuntime, info: PythonInfo | Absent, thread: ThreadState
) -> CodeInfo | Absent:
    """The code of that function; Absent where none is found."""
    for word in dict.fromkeys(_words(runtime, thread)):
        try:
            code = _code_of(runtime, word)
        except MemoryFault:
            continue
        if code is not None and is_mine(code.filename, info):
            return code
    return NONE


def _words(runtime: PythonRuntime, thread: ThreadState) -> Iterator[int]:
    """The registers, then the stack from its innermost word on, as far as they may be addresses."""
    native = thread.native
    if isinstance(native, Absent) or not native.frames:
        return
    low = native.frames[0].sp & ~7
    count = min(max(native.frames[-1].cfa - low, 0) // 8, MAX_WORDS)
    arch = runtime.snapshot.arch
    for word in (
        *thread.thread.registers.general[: arch.pc_number],
        *runtime.memory.words(low, count),
    ):
        if word is not None and may_be_object(word):
            yield word


def _code_of(runtime: PythonRuntime, address: int, depth: int = 0) -> CodeInfo | None:
    """The code of the function, or of the bound method, at `address`; None for anything else."""
    memory, structs = runtime.memory, runtime.offsets
    kind = memory.u64(address + structs["PyObject"]["ob_type"])
    size = memory.i64(kind + structs["PyTypeObject"]["tp_basicsize"])
    if size == structs["PyFunctionObject"]["sizeof"]:
        found = runtime.codes.get(memory.u64(address + structs["PyFunctionObject"]["func_code"]))
        if found is not None:
            return found.info
    if size == structs["PyMethodObject"]["sizeof"] and not depth:
        return _code_of(runtime, memory.u64(address + structs["PyMethodObject"]["im_func"]), 1)
    return None
