"""Threads that Python does not know, and that use it without the GIL while another one has that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atfault.diagnose.crash.damage import in_interpreter
from atfault.diagnose.crash.fatal_errors import fatal_frame
from atfault.model.state import ProcessState

if TYPE_CHECKING:
    from atfault.model.damage import Outsider

C_API = ("Py", "_Py")
WITHOUT_GIL = (
    "PyEval_RestoreThread",
    "PyEval_AcquireThread",
    "PyGILState_Ensure",
    "PyGILState_Check",
    "PyGILState_GetThisThreadState",
    "take_gil",
    "drop_gil",
    "create_gil",
    "PyThread_",
    "_PyThread_",
    "PyMem_Raw",
    "_PyMem_Raw",
    "_PyMem_Debug",
    "PyMutex_",
    "_PyMutex",
    "_PyParkingLot",
    "_PySemaphore",
    "_PyTime",
    "_PyRuntime",
    "faulthandler",
    "_Py_DumpTraceback",
    "Py_AddPendingCall",
    "PyErr_SetInterrupt",
    "PyInterpreterState_",
    "Py_IsFinalizing",
    "_Py_IsFinalizing",
    "Py_GetVersion",
    "Py_FatalError",
    "_Py_FatalError",
    "Py_IsInitialized",
    "Py_Initialize",
    "Py_Main",
    "Py_Run",
    "PyOS_",
    "_PyOS_",
    "_Py_read",
    "_Py_write",
    "_Py_open",
    "_Py_fstat",
    "_Py_stat",
    "_Py_w",
    "_Py_fopen",
    "Py_DecodeLocale",
    "Py_EncodeLocale",
    "main",
    "_start",
)
"""Functions of the interpreter that may run without the GIL (and where it waits for it)."""
TAKES = (
    *("PyGILState_Ensure", "PyEval_RestoreThread", "PyEval_Acquire", "PyThreadState_"),
    *("Py_Initialize", "Py_Main", "Py_BytesMain", "Py_NewInterpreter"),
)
"""Give a thread a thread state, and the GIL."""


def outsider_at_work(state: ProcessState) -> Outsider | None:
    """Of a crash or fatal error of the interpreter: another thread that was in a function of that
    which needs the GIL, or whose code calls such functions, and none that takes it; or None."""
    failed = in_interpreter(state) or fatal_frame(state) is not None
    if state.crashed is None or not failed:
        return None
    others = (one for one in state.objects.outsiders if one.tid != state.crashed.thread.tid)
    return next(filter(_uses_python, others), None)


def _uses_python(outsider: Outsider) -> bool:
    if outsider.inside and not any(one.startswith(WITHOUT_GIL) for one in outsider.inside):
        return True
    return bool(needing(outsider)) and not takes_gil(outsider)


def needing(outsider: Outsider) -> list[str]:
    """The functions of the C API that its code calls and that need the GIL."""
    return [one for one in outsider.calls if not one.startswith(WITHOUT_GIL)]


def takes_gil(outsider: Outsider) -> bool:
    """Whether its code calls a function that takes the GIL."""
    return any(one.startswith(TAKES) for one in outsider.calls)
