"""The call of native code that a thread is in."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from atfault.diagnose.facts import bare_symbol, describe_frame
from atfault.diagnose.hang.parties import Party, native_part
from atfault.diagnose.hang.watched import activity_of
from atfault.model import roles
from atfault.model.stacks import NativeFrame, PyFrame

FINITE = ("zlib", "libz", "_bz2", "libbz2", "_lzma", "liblzma", "_hashlib", "libcrypto", "_zstd",
          "_json", "_pickle", "_decimal", "_multiarray", "_umath",
          "_pocketfft", "lapack_lite", "_linalg", "libopenblas", "libscipy_openblas", "libmkl",
          "_struct", "_csv", "_elementtree", "pyexpat", "_datetime", "array", "unicodedata",
          "_blake2", "_md5", "_sha", "_random", "_bisect", "_heapq", "_statistics")  # fmt: skip
"""Modules whose calls take as long as their input is large, and end."""


class NativeCall(NamedTuple):
    """A native call that a thread is in."""

    party: Party
    frame: PyFrame
    """The user's innermost Python frame."""
    name: str
    """"replica_run (replica.so)"."""
    symbol: str
    finite: bool
    regex: bool
    calls_back: bool = False
    """Whether it goes round and calls the program's functions, the frames of which come and go."""


def native_call_of(party: Party) -> NativeCall | None:
    """The native call below the user's innermost frame; None of a thread that runs none of the
    user's Python."""
    frame = next((f.python for f in party.thread.stack.frames if f.mine and f.python), None)
    if frame is None or not party.python:
        return None
    natives = native_part(party)
    telling = _telling(natives)
    regex = any("sre_" in bare_symbol(n) or "SRE(" in bare_symbol(n) for n in natives)
    name = describe_frame(telling) if telling is not None else "a built-in call"
    if regex:
        name = "the matching of a regular expression"
    module = telling.module.name if telling is not None and telling.module else ""
    symbol = bare_symbol(telling) if telling is not None else ""
    return NativeCall(party, frame, name, symbol, module.startswith(FINITE), regex)


def calling_back(party: Party) -> NativeCall | None:
    """The native call that stays on a thread's stack while what it calls back moves: neither the
    program's source nor a package's shows a loop around it. None for the interpreter's own (a
    sort) and the standard library's."""
    activity = activity_of(party)
    if activity is None or activity.has_loop or activity.advance is not None:
        return None
    stays, frames = activity.loop, party.thread.stack.frames
    names = [
        one.python.code.qualname or one.python.code.name if one.python else "" for one in frames
    ]
    if stays is None or not stays.mine or stays.function not in names:
        return None
    at = names.index(stays.function)
    inside = takewhile(lambda one: not one.mine, reversed(frames[:at]))
    natives = [one.native for one in inside if one.native is not None][::-1]
    telling, caller = _telling(natives), frames[at].python
    module = None if telling is None else telling.module
    if caller is None or telling is None or module is None or roles.is_plumbing(module.name):
        return None
    if roles.is_standard_extension(module.path):
        return None  # asyncio's steps of a task
    is_finite = module.name.startswith(FINITE)
    name, symbol = describe_frame(telling), bare_symbol(telling)
    return NativeCall(party, caller, name, symbol, is_finite, regex=False, calls_back=True)


def _telling(natives: list[NativeFrame]) -> NativeFrame | None:
    """The native function that Python called: the outermost one that is not mere plumbing; of the C
    library's, called directly, the outermost."""
    fallback = None
    for frame in reversed(natives):
        module = frame.module.name if frame.module else ""
        if roles.is_plumbing(module):
            if roles.is_c_library(module) and fallback is None:
                fallback = frame
            continue
        return frame
    return fallback
