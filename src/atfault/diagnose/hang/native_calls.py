"""The call of native code that a thread is in."""

from __future__ import annotations

from typing import NamedTuple

from atfault.diagnose.facts import bare_symbol, describe_frame
from atfault.diagnose.hang.parties import Party, native_part
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
