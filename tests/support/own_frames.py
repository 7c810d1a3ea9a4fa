"""The frames of the thread that asks, read from its own memory: decoders of frames meet real ones,
and a test stands in the middle of what they look at."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace
from typing import Any

from atfault.cpython.runtime import PythonRuntime
from atfault.model.stacks import PyFrame

current = ctypes.pythonapi.PyThreadState_Get
current.restype = ctypes.c_void_p


AT_F_FRAME = object.__basicsize__ + ctypes.sizeof(ctypes.c_void_p)
"""PyFrameObject.f_frame, from 3.11 on (Include/internal/pycore_frame.h): behind f_back."""


def own_frames(runtime: PythonRuntime | Any, name: str = "") -> list[PyFrame]:
    """The innermost first, from the caller's on; from the innermost of that name on.

    Read from the caller's own frame on: which one is the innermost changes while that is read."""
    address = id(sys._getframe(1))
    if sys.version_info >= (3, 11):
        address = ctypes.c_uint64.from_address(address + AT_F_FRAME).value
    found = runtime.walker.resolve(runtime.walker.chain_from(address)).frames
    names = [one.code.name for one in found]
    return list(found[names.index(name) if name else 0 :])


def with_threads(runtime: SimpleNamespace, pid: int) -> Any:
    """support.this_process.runtime_here, with its process and no other thread."""
    runtime.snapshot = SimpleNamespace(process=SimpleNamespace(pid=pid))
    runtime.identities = []
    return runtime
