"""The interpreter's own function that a thread's innermost Python frame is calling: "abort" of
posix. It shows in the call's operands where the interpreter has no symbols."""

from __future__ import annotations

from atfault.cpython.frames.operands import Operands
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.stacks import ThreadState


def called_builtin(runtime: PythonRuntime, thread: ThreadState) -> str:
    """Its name; "" for a function of another module, or when that cannot be told."""
    frame = next((f.python for f in thread.stack.frames if f.python is not None), None)
    if frame is None or runtime.module is None:
        return ""
    reader = ObjectReader(runtime)
    called = Operands(runtime).callee(frame)
    try:
        if not called or reader.type_name(called) != "builtin_function_or_method":
            return ""
        structs = runtime.offsets
        definition = reader.word(called + structs["PyCFunctionObject"]["m_ml"])
        code = reader.word(definition + structs["PyMethodDef"]["ml_meth"])
        if not runtime.module.start <= code < runtime.module.end:
            return ""
        if reader.type_name(reader.bound_to(called)) != "module":
            return ""
        return reader.function_name(called)
    except (MemoryFault, BrokenObject, ValueError):
        return ""
