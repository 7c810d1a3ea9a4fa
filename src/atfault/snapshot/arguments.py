"""The command line of a process, from the words that the kernel left at the top of its stack.

create_elf_tables (fs/binfmt_elf.c) lays out, from low to high addresses:

    +------+---------+---+----------+------+---------+------+------+     +------------+------+
    | argc | argv[0] | … | NULL     | envp[0] … NULL | auxv … AT_NULL |  … | the strings | path |
    +------+---------+---+----------+------+---------+------+------+     +------------+------+
                                                     ▲                 ▲                ▲
                                              found by its bytes   AT_RANDOM        AT_EXECFN
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence

from atfault.errors import MemoryFault
from atfault.formats.core_notes import AT_EXECFN, AT_RANDOM
from atfault.snapshot.protocol import Memory

# Between the vector and AT_RANDOM lie two short strings, padding of up to 8 KiB and alignment.
_SEARCH = 24 << 10
_WORDS_AT_ONCE = 512
_MAX_WORDS = 1 << 20
_MAX_STRINGS = 6 << 20
_MAX_ARGUMENTS = 4096
_MAX_ARGUMENT = 1 << 16
_MAX_ENVIRONMENT = 128 << 10


def arguments_on_stack(
    memory: Memory, auxv: dict[int, int], auxv_bytes: bytes
) -> tuple[bytes, ...] | None:
    """argv; None when it is not where the kernel put it.

    At most 4,096 arguments of at most 64 KiB. Exact or None: the count that the kernel stored
    before argv must agree.
    """
    start = _find_vector(memory, auxv, auxv_bytes)
    if start is None:
        return None
    pointers = _pointers_before(memory, start)
    if pointers is None:
        return None
    try:
        return tuple([memory.cstring(p, _MAX_ARGUMENT) for p in pointers[:_MAX_ARGUMENTS]])
    except MemoryFault:
        return None


def folder_of_start(memory: Memory, auxv: dict[int, int]) -> str:
    """The folder that the process was started in, as its environment had it (PWD) when it began;
    "" when that cannot be found."""
    block = _environment(memory, auxv)
    found = block.rfind(b"\0PWD=/")
    return os.fsdecode(block[found + 5 :].split(b"\0", 1)[0]) if found >= 0 else ""


def variables_of_start(
    memory: Memory, auxv: dict[int, int], names: Sequence[str]
) -> dict[str, str]:
    """Those of the environment that the process began with that have one of the names."""
    block = _environment(memory, auxv)
    found = {}
    for name in names:
        at = block.rfind(b"\0" + os.fsencode(name) + b"=")
        if at >= 0:
            found[name] = os.fsdecode(block[at + len(name) + 2 :].split(b"\0", 1)[0])
    return found


def _environment(memory: Memory, auxv: dict[int, int]) -> bytes:
    """The strings that the process began with, as many as can be read: they end where that of
    AT_EXECFN begins."""
    end = auxv.get(AT_EXECFN, 0)
    low = max(end - _MAX_ENVIRONMENT, 0)
    low += -low % 4096
    while low < end:
        block = memory.read_upto(low, end - low)
        if len(block) == end - low:
            return block
        low += 4096 + len(block) // 4096 * 4096
    return b""


def _find_vector(memory: Memory, auxv: dict[int, int], auxv_bytes: bytes) -> int | None:
    """Address of the auxiliary vector in the stack."""
    top = auxv.get(AT_RANDOM) or auxv.get(AT_EXECFN)
    if not top:
        return None
    words = struct.unpack(f"<{len(auxv_bytes) // 8}Q", auxv_bytes[: len(auxv_bytes) & ~7])
    pairs = next((i for i in range(0, len(words), 2) if words[i] == 0), 0)
    if pairs < 8:
        return None
    low = max(top - _SEARCH, 0)
    window = memory.read_upto(low, top - low)
    if len(window) < top - low:
        # The stack begins inside the window: take what is readable below the top.
        low += 4096 - low % 4096
        while low < top and len(window := memory.read_upto(low, top - low)) < top - low:
            low += 4096
    at = window.rfind(auxv_bytes[: 8 * pairs])
    return low + at if at >= 0 else None


def _pointers_before(memory: Memory, vector: int) -> list[int] | None:
    """argv pointers, found by walking down from the vector.

    The program may have replaced words of envp by heap pointers (setenv) or closed gaps in it
    (unsetenv), so envp is only passed over: argv is the run of pointers to strings that begins
    below a NULL and ends at the first small number, which must be the length of the run.
    """
    strings = range(vector, vector + _MAX_STRINGS)
    run: list[int] | None = None
    seen = 0
    high = vector
    while seen < _MAX_WORDS:
        words = _words_below(memory, high)
        if not words:
            return None
        seen += len(words)
        high -= 8 * len(words)
        for word in reversed(words):
            if word == 0:
                run = []
            elif word in strings:
                if run is not None:
                    run.append(word)
            elif word < _MAX_WORDS:
                return run[::-1] if run and word == len(run) else None
            else:
                run = None
    return None


def _words_below(memory: Memory, high: int) -> tuple[int, ...]:
    """Up to 512 words that end at `high`; fewer where the readable memory begins, () for none."""
    for count in (_WORDS_AT_ONCE, 64, 8, 1):
        try:
            return memory.u64s(high - 8 * count, count)
        except MemoryFault:
            continue
    return ()
