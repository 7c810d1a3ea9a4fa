"""Native frames that say nothing: how the interpreter gets from one Python function to the next,
and how threads and programs start. Reports hide them unless asked for everything."""

from __future__ import annotations

from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, ThreadFrame

# Of the interpreter itself (Python/ceval.c, Objects/call.c, pythonrun.c, Modules/main.c …).
_INTERPRETER_PREFIXES = (
    "_PyEval_",
    "PyEval_Eval",
    "_PyFunction_",
    "_PyObject_Call",
    "_PyObject_FastCall",
    "_PyObject_MakeTpCall",
    "_PyObject_Vectorcall",
    "_PyVectorcall_",
    "_PyRun_",
    "_TAIL_CALL_",
    "PyObject_Call",
    "PyObject_Vectorcall",
    "PyRun_",
    "PyVectorcall_",
    "Py_BytesMain",
    "Py_Main",
    "Py_RunMain",
    "call_function",
    "cfunction_call",
    "cfunction_vectorcall",
    "classmethod_call",
    "do_call_core",
    "fast_function",
    "function_code_fastcall",
    "method_vectorcall",
    "object_vacall",
    "partial_call",
    "partial_vectorcall",
    "pymain_",
    "run_eval_code_obj",
    "run_mod",
    "slot_tp_call",
    "trampoline_call",
    "vectorcall_",
)
_INTERPRETER_NAMES = frozenset(
    (
        "_start",
        "bootstrap_run",
        "builtin_eval",
        "builtin_exec",
        "call_attribute",
        "gen_iternext",
        "gen_send",
        "gen_send_ex",
        "gen_send_ex2",
        "main",
        "method_call",
        "pythread_wrapper",
        "slot_tp_init",
        "slot_tp_new",
        "t_bootstrap",
        "thread_run",
        "type_call",
        "type_vectorcall",
        "wrap_init",
        "wrapper_call",
    )
)
# Of the C library: how programs and threads begin.
_START_NAMES = frozenset(
    (
        "__clone",
        "__clone3",
        "__libc_start_call_main",
        "__libc_start_main",
        "__libc_start_main_impl",
        "__libc_start_main_stage2",
        "_start",
        "_start_c",
        "clone",
        "clone3",
        "libc_start_main_stage2",
        "main",
        "start",
        "start_thread",
    )
)

_WRAPPERS = (("_ZN7cpython", "_ZN"), ("__gufunc__._Z", "_Z"), ("cfunc._Z", "_Z"))
"""How the symbol of a wrapper begins, and that of the function it wraps."""


def is_plumbing(frame: ThreadFrame) -> bool:
    """Whether the frame only leads from one Python function to the next, or starts a thread or the
    program. Never true for Python and JIT frames."""
    native = frame.native
    if native is None or native.is_jit or native.is_signal_frame:
        return False
    name = _base_name(native)
    if _is_interpreter(native.module):
        return name.startswith(_INTERPRETER_PREFIXES) or name in _INTERPRETER_NAMES
    return name in _START_NAMES and _starts_programs(native.module)


def hidden(frames: tuple[ThreadFrame, ...]) -> list[bool]:
    """For each frame of a stack whether a short report leaves it out.

    The innermost frame is never hidden: it is where the thread is. Frames without a name (of a
    stripped build) are when a Python frame lies further in: those of the interpreter, and those of
    the C library by which the program or thread began.
    """
    python = [number for number, frame in enumerate(frames) if frame.python is not None]
    first, last = (python[0], python[-1]) if python else (len(frames), len(frames))
    return [
        number > 0
        and (
            is_plumbing(frame)
            or (number > first and _is_nameless(frame, number > last))
            or _is_wrapper_of(frame, frames[number - 1])
        )
        for number, frame in enumerate(frames)
    ]


def _is_wrapper_of(frame: ThreadFrame, inner: ThreadFrame) -> bool:
    """Whether the frame is Numba's entry from Python, NumPy or C to the compiled function just
    inside of it: _ZN7cpython8__main__5paint… calls _ZN8__main__5paint…"""
    if frame.native is None or inner.native is None or not frame.native.is_jit:
        return False
    wrapper, function = frame.native.symbol, inner.native.symbol
    return any(
        wrapper.startswith(outer) and function == own + wrapper[len(outer) :]
        for outer, own in _WRAPPERS
    )


def _is_nameless(frame: ThreadFrame, outermost: bool) -> bool:
    native = frame.native
    if native is None or native.is_jit or native.name or native.symbol:
        return False
    return _is_interpreter(native.module) or (outermost and _starts_programs(native.module))


def _base_name(frame: NativeFrame) -> str:
    """The symbol without what the compiler appends to clones and parts: ".cold", ".lto_priv.0"."""
    return (frame.symbol or frame.name).split(".", 1)[0].split("@", 1)[0]


def _is_interpreter(module: Module | None) -> bool:
    """libpython3.N.so, or a program called python that has it linked in."""
    if module is None:
        return False
    name = module.name
    if name.startswith("libpython3"):
        return True
    return name.startswith("python") and ".so" not in name


def _starts_programs(module: Module | None) -> bool:
    if module is None:
        return True
    name = module.name
    return name.startswith(("libc.", "libc-", "libpthread", "ld-musl")) or ".so" not in name
