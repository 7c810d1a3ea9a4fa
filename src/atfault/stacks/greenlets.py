"""Where the C stack of a greenlet ends.

Greenlets (greenlet, so gevent, eventlet, SQLAlchemy's asyncio) share one C stack: what of another
greenlet's part is in the way of the one that runs is copied aside and back (TGreenlet.cpp).

    low   │ strlen, ctypes …, Python       │  the greenlet that runs
          │ UserGreenlet::inner_bootstrap  │  called its `run`, never returns
          ├────────────────────────────────┤
          │ g_initialstub, g_switch …      │  of whoever started it, who may have gone on
    high  │ …                              │  since then, or another one may be there now

So what the frames further out say is not how the program came here, and often they are no frames.
"""

from __future__ import annotations

from collections.abc import Sequence

from atfault.model.stacks import NativeStack, PythonStack

_MODULE = "_greenlet."
_FIRST_FUNCTION = "inner_bootstrap"
ENDS = "a greenlet begins here, on a stack of its own"


def own_part(native: NativeStack, pythons: Sequence[PythonStack]) -> NativeStack:
    """The stack up to the first function of the greenlet that runs; all of it where none does.

    native: symbolized. pythons: those of the thread; without symbols (a stripped build) the first
    frame of the module further out than the greenlet's outermost run of Python is that function.
    """
    outermost = max((stack.markers[-1] for stack in pythons if stack.markers), default=0)
    for index, frame in enumerate(native.frames):
        module = frame.module
        if module is None or not module.name.startswith(_MODULE) or frame.is_inline:
            continue
        if frame.symbol:
            is_end = _FIRST_FUNCTION in frame.symbol
        else:
            is_end = 0 < outermost < frame.sp
        if is_end:
            return NativeStack(native.frames[: index + 1], ENDS)
    return native
