"""A tracer that comes to run soon: while it waits for a CPU, a thread of the program stands still.

From Linux 6.12 on a thread of the ordinary policy may ask for shorter slices than others (the field
sched_runtime of sched_setattr(2)); it gets no more of the CPU by that, but gets it sooner, and may
take it from one with a longer slice. No right is needed. Older kernels ignore the field.
"""

import ctypes
import os
import struct

from atfault.snapshot.ptrace import raw_system_call

_SCHED_SETATTR = 314 if os.uname().machine == "x86_64" else 274
_ATTRIBUTES = struct.Struct("<IIQiIQQQ")
"""struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period."""
_RESET_ON_FORK = 1
SLICE = 100_000
"""Nanoseconds: the least that the kernel gives."""


def run_promptly() -> bool:
    """Have the calling thread wait less for a CPU, and not what it forks. False where the system
    refuses, or somebody has given it another policy."""
    try:
        if os.sched_getscheduler(0) != os.SCHED_OTHER:
            return False
        nice = os.getpriority(os.PRIO_PROCESS, 0)
    except OSError:
        return False
    content = _ATTRIBUTES.pack(
        _ATTRIBUTES.size, os.SCHED_OTHER, _RESET_ON_FORK, nice, 0, SLICE, 0, 0
    )
    attributes = ctypes.create_string_buffer(content)
    return raw_system_call(_SCHED_SETATTR, 0, ctypes.addressof(attributes), 0) == 0
