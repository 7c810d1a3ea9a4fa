"""Whether a thread is printing a Python exception, or destroying one's traceback."""

from __future__ import annotations

from atfault.model.stacks import ThreadFrame, ThreadState

PRINTING = ("PyErr_Display", "PyErr_Print")
"""Begin the names of the interpreter's functions that print an exception."""
MAX_FRAMES = 64


def is_printing(thread: ThreadState) -> bool:
    """Whether the thread is in the interpreter's printing of an exception."""
    return any(map(prints, thread.stack.frames))


def is_releasing(thread: ThreadState) -> bool:
    """Whether the thread is in the interpreter's destruction of a traceback's frames."""
    names = [one.symbol for one in thread.inside[:MAX_FRAMES]]
    return "tb_dealloc" in names and "frame_dealloc" in names


def prints(frame: ThreadFrame) -> bool:
    """Whether it is of a function that prints an exception."""
    return frame.native is not None and frame.native.symbol.lstrip("_").startswith(PRINTING)
