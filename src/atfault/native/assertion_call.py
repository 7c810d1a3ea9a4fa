"""The text of a failed assertion of libstdc++, from the call that reported it.

Containers compiled with _GLIBCXX_ASSERTIONS (the default of several distributions, and of -O0 in
GCC 15) end the program through

    [[noreturn]] std::__glibcxx_assert_fail(const char *file, int line,
                                            const char *function, const char *condition)

(libstdc++-v3/src/c++11/assert_fail.cc; __replacement_assert before GCC 12), which prints its
arguments to standard error and keeps them nowhere. They are constants: the code of the caller, in
front of its return address, says where they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.model.stacks import NativeFrame
from atfault.native.abort_info import printable_text
from atfault.snapshot.protocol import Memory

REPORTERS = ("_ZSt21__glibcxx_assert_fail", "_ZSt20__replacement_assert")
MAX_CODE = 64
MAX_PATH = 4096
MAX_CONDITION = 1024


def assertion_text(memory: Memory, arch: Architecture, frames: Sequence[NativeFrame]) -> str:
    """ "file:line: Assertion 'condition' failed." for a native stack, the innermost frame first, in
    which libstdc++ reports one; "" when there is none, or its arguments are no constants."""
    for reporter, caller in pairwise(frames):
        if reporter.symbol.startswith(REPORTERS) and not reporter.is_inline:
            try:
                return _text(memory, arch, caller.pc)
            except MemoryFault:
                return ""
    return ""


def _text(memory: Memory, arch: Architecture, return_address: int) -> str:
    code = memory.read(return_address - MAX_CODE, MAX_CODE)
    arguments = arch.constant_arguments(code, return_address)
    if not arguments:
        return ""
    file, line, _, condition = arguments
    path = memory.cstring(file, MAX_PATH)
    wanted = memory.cstring(condition, MAX_CONDITION)
    if not path or not wanted or not 0 < line < 1 << 24:
        return ""
    return f"{printable_text(path)}:{line}: Assertion '{printable_text(wanted)}' failed."
