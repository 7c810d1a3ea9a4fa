"""Whether a program that a traced process has just executed is a debugger that wants a process of
the same family, as Numba's `gdb()` starts one: `gdb attach 4711 -x …`.

A process has one tracer. Whoever asks for a debugger gets it, and the tracer lets go.
"""

import os
import re
from collections.abc import Container
from typing import NamedTuple

from atfault.snapshot import procfs

_NAMES = re.compile(r"(.*-)?(gdb|gdbserver|lldb|strace|ltrace|py-spy|pystack)(\d[\w.]*|-[\w.-]+)?")
_INTERPRETED = re.compile(r"python[\d.]*")
_MAY_BE = re.compile("gdb|lldb|trace|py-?spy|pystack|python")
_NUMBER = re.compile(r"(?:-p|--pid=?|--attach=?)?(\d{1,10})")
MAX_WORDS = 256


class Attaching(NamedTuple):
    """A debugger and what it wants to attach to."""

    name: str
    debugger: int
    """Its pid."""
    pid: int


def may_attach(name: str) -> bool:
    """Whether a file of that name may be such a debugger, whatever its distribution calls it, or
    the interpreter of one."""
    return _MAY_BE.search(name) is not None


def attaching(pid: int, family: Container[int]) -> Attaching | None:
    """What the program that `pid` executes is about to attach to, if that is a living process of
    `family`; None for all other programs. Never fails."""
    words = procfs.arguments(pid)[:MAX_WORDS]
    if not words:
        return None
    names = [os.path.basename(word) for word in words[:2]]
    name = names[0]
    if _INTERPRETED.fullmatch(name) and len(names) > 1:  # pystack is a script
        name = names[1]
    if not _NAMES.fullmatch(name):
        return None
    for word in words[1:]:
        if word == "--args":
            break
        found = _NUMBER.fullmatch(word)
        if found is not None and int(found[1]) != pid and int(found[1]) in family:
            return Attaching(name, pid, int(found[1]))
    return None
