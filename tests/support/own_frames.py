"""The frames of the thread that asks, read from its own memory: decoders of frames meet real ones,
and a test stands in the middle of what they look at."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import Any

from atfault.cpython.runtime import PythonRuntime
from atfault.model.stacks import PyFrame

current = ctypes.pythonapi.PyThreadState_Get
current.restype = ctypes.c_void_p


def own_frames(runtime: PythonRuntime | Any, name: str = "") -> list[PyFrame]:
    """The innermost first, from the caller's on; from the innermost of that name on."""
    found = runtime.walker.resolve(runtime.walker.chain(current(), is_stopped=False)).frames
    names = [one.code.name for one in found]
    here = names.index(own_frames.__name__) + 1
    return list(found[names.index(name, here) if name else here :])


def with_threads(runtime: SimpleNamespace, pid: int) -> Any:
    """support.this_process.runtime_here, with its process and no other thread."""
    runtime.snapshot = SimpleNamespace(process=SimpleNamespace(pid=pid))
    runtime.identities = []
    return runtime
