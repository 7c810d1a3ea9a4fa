"""The text of Py_FatalError, from the call that the crashed thread's stack shows.

CPython writes "Fatal Python error: FUNCTION: TEXT" to standard error and keeps it nowhere. Both
strings are nearly always constants, whose addresses are put into registers right before the call:

    48 8d 35 99 f3 11 00   lea rsi, [rip + 0x11f399]     TEXT        (or be imm32: mov esi, imm32)
    48 8d 3d 5a 43 12 00   lea rdi, [rip + 0x12435a]     FUNCTION    (or bf imm32: mov edi, imm32)
    e8 25 f7 e5 ff         call _Py_FatalErrorFunc
    ...                    ← the return address, found by unwinding

(of x86-64; AArch64 has adrp and add to x1 and x0, and bl).

A compiler may let several calls share their last instructions: then a jump leads into the middle of
such a run, and what stands before it may belong to another call. So the module's code is searched
for jumps to there, and if there might be one, no text is given.

    Py_FatalError(TEXT)                          3.8 a function, later a macro over the next
    _Py_FatalErrorFunc(FUNCTION, TEXT)           3.9+
    _Py_FatalErrorFormat(FUNCTION, FORMAT, …)    3.9+; its values are shown as "…"
    _Py_FatalError_TstateNULL(FUNCTION)          3.9-3.11; calls _Py_FatalErrorFunc
"""

import re
import struct
from collections.abc import Sequence
from typing import NamedTuple

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.strings import escape
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.modules import try_symbols
from atfault.snapshot.protocol import Memory

NO_FATAL = "no fatal error"
TEXT_IS_GONE = "Py_FatalError was called, but its text is not in memory any more"

_NAMES = (
    "Py_FatalError",
    "_Py_FatalErrorFunc",
    "_Py_FatalErrorFormat",
    "_Py_FatalError_TstateNULL",
)
_MAX_TEXT = 400
_MAX_CODE = 64 << 20
_BEFORE = 32
"""Bytes looked at in front of a return address."""
_RDI, _RSI = 7, 6
_LEA = {b"\x48\x8d\x3d": _RDI, b"\x48\x8d\x35": _RSI}
_MOV = {b"\xbf": _RDI, b"\xbe": _RSI}
_COPY = (b"\x48\x89", b"\x4c\x89")
_NO_VECTORS = b"\x31\xc0"
"""xor eax, eax: a call with variable arguments, none of them in a vector register."""
_FRAME_POINTER = b"\x48\x89\xe5"
"""mov rbp, rsp: of the function's first instructions (3.15 is built with frame pointers)."""


def fatal_message(runtime: PythonRuntime, stack: NativeStack) -> str | Absent:
    """The "FUNCTION: TEXT" of the fatal error that ended the thread with this native stack.

    Absent when there was none, or its text cannot be told for certain.
    """
    if runtime.module is None:
        return Absent(NO_FATAL)
    addresses = try_symbols(runtime.memory, runtime.module, _NAMES)
    names = {address: name for address, name in zip(addresses, _NAMES) if address}
    frames = [frame for frame in stack.frames if not frame.is_inline]
    calls = []
    for index, callee in enumerate(frames[:-1]):
        name = names.get(callee.function_start, callee.symbol)
        if name in _NAMES:
            calls.append((name, frames[index + 1]))
    if not calls:
        return Absent(NO_FATAL)
    try:
        return _message(runtime, calls) or Absent(TEXT_IS_GONE)
    except MemoryFault:
        return Absent(TEXT_IS_GONE)


class _Site(NamedTuple):
    """A call of one of the fatal functions."""

    callee: str
    constants: dict[int, int]
    """Register → address of the string put into it right before the call."""
    inner: tuple[int, ...]
    """Addresses that no jump may lead to, if the constants are to be those of this call."""


def _message(runtime: PythonRuntime, calls: Sequence[tuple[str, NativeFrame]]) -> str:
    """The text, from the fatal functions on the stack with their callers, innermost first."""
    sites = [_site(runtime, name, caller.pc) for name, caller in calls]
    sites = [site for site in sites if site.constants]
    reached = _jumped_to(runtime, {address for site in sites for address in site.inner})
    texts: dict[int, str] = {}
    for site in sites:
        if not reached.isdisjoint(site.inner):
            continue
        for register, address in site.constants.items():
            text = _string(runtime.memory, address)
            if not text or register in texts:
                continue
            if site.callee == "Py_FatalError" and register == _RDI:
                return text
            if site.callee == "_Py_FatalErrorFormat" and register == _RSI:
                text = _without_values(text)
            texts[register] = text
    if _RSI not in texts:
        return ""
    return f"{texts[_RDI]}: {texts[_RSI]}" if _RDI in texts else texts[_RSI]


def _site(runtime: PythonRuntime, callee: str, end: int) -> _Site:
    """The call whose return address is `end`, with the constants right before it."""
    start, arch = end - _BEFORE, runtime.snapshot.arch
    code = runtime.memory.read(start, _BEFORE)
    if arch.link is not None:
        values, first = arch.literals_before(code, end)
        registers = zip((_RDI, _RSI), arch.arguments)
        given = {register: values[number] for register, number in registers if number in values}
        return _Site(callee, given, tuple(range(first + 4, end, 4)))
    at = _call_start(code)
    found: dict[int, int] = {}
    starts = [start + at]
    while at >= 7:
        if code[at - 2 : at] == _NO_VECTORS:
            at -= 2
        elif code[at - 3 : at] == _FRAME_POINTER:
            at -= 3
        elif code[at - 7 : at - 4] in _LEA:
            offset: int = struct.unpack_from("<i", code, at - 4)[0]
            found.setdefault(_LEA[code[at - 7 : at - 4]], start + at + offset)
            at -= 7
        elif code[at - 5 : at - 4] in _MOV:
            value: int = struct.unpack_from("<I", code, at - 4)[0]
            found.setdefault(_MOV[code[at - 5 : at - 4]], value)
            at -= 5
        elif code[at - 3 : at - 1] in _COPY and code[at - 1] & 0xC7 in (0xC7, 0xC6):
            # mov rdi or rsi from another register: not a constant, but the rest may be.
            found.setdefault(code[at - 1] & 7, 0)
            at -= 3
        else:
            break
        starts.append(start + at)
    # A jump to the first of these instructions runs them all; one to a later one does not.
    constants = {register: address for register, address in found.items() if address}
    return _Site(callee, constants, tuple(starts[:-1]))


def _call_start(code: bytes) -> int:
    """Offset of the call instruction that ends `code`; 0 when none does."""
    if code[-5] == 0xE8:
        return len(code) - 5
    if code[-6:-4] == b"\xff\x15":
        return len(code) - 6
    return 0


def _jumped_to(runtime: PythonRuntime, targets: set[int]) -> set[int]:
    """Those of `targets` that a relative jump of the module may lead to.

    Every byte that may begin a jump counts, also one inside of another instruction; but of a call
    of the same module's code none of those of its distance does, if the jump is a short one.
    """
    assert runtime.module is not None
    if not targets:
        return set()
    found: set[int] = set()
    arch = runtime.snapshot.arch
    if arch.link is not None:
        for start, size in _code_ranges(runtime, runtime.module):
            found |= arch.jumps(runtime.memory.read(start, size), start).targets & targets
        return found
    long_jump = re.compile(rb"(?=\xe9|\x0f[\x80-\x8f])")
    distance = struct.Struct("<i").unpack_from
    for start, size in _code_ranges(runtime, runtime.module):
        code = runtime.memory.read(start, size)
        for match in long_jump.finditer(code, 0, max(size - 6, 0)):
            at = match.start() + (1 if code[match.start()] == 0xE9 else 2)
            target = start + at + 4 + distance(code, at)[0]
            if target in targets:
                found.add(target)
        found.update(target for target in targets if _short_jump(code, target - start))
    return found


def _code_ranges(runtime: PythonRuntime, module: Module) -> list[tuple[int, int]]:
    """(start, size) of the module's code."""
    return [
        (mapping.start, min(mapping.end - mapping.start, _MAX_CODE))
        for mapping in runtime.snapshot.mappings
        if mapping.executable and module.start <= mapping.start < module.end
    ]


def _short_jump(code: bytes, target: int) -> bool:
    """Whether two bytes near offset `target` look like an 8-bit relative jump to it."""
    if not 0 <= target < len(code):
        return False
    for at in range(max(target - 129, 0), min(target + 127, len(code) - 1)):
        opcode, distance = code[at], code[at + 1]
        if distance >= 128:
            distance -= 256
        is_jump = 0x70 <= opcode <= 0x7F or opcode == 0xEB or 0xE0 <= opcode <= 0xE3
        if is_jump and at + 2 + distance == target and not _is_in_call(code, at):
            return True
    return False


def _is_in_call(code: bytes, at: int) -> bool:
    """Whether the byte is of the distance of a call (e8 imm32) that leads into the same code."""
    for start in range(max(at - 4, 0), at):
        if code[start] == 0xE8 and start + 5 <= len(code):
            distance: int = struct.unpack_from("<i", code, start + 1)[0]
            if 0 <= start + 5 + distance < len(code):
                return True
    return False


def _string(memory: Memory, address: int) -> str:
    """The C string at `address`; "" when it cannot be a message."""
    try:
        raw = memory.cstring(address, _MAX_TEXT)
    except MemoryFault:
        return ""
    if not raw or not raw.isascii():
        return ""
    return escape(raw.decode("ascii").strip())


def _without_values(text: str) -> str:
    """A printf format with "…" for each value: "thread state … must be current"."""
    parts = text.replace("%%", "\0").split("%")
    out = parts[0]
    for part in parts[1:]:
        length = 0
        while length < len(part) and part[length] in "0123456789.-+# *lhzjt":
            length += 1
        out += "…" + part[length + 1 :]
    return out.replace("\0", "%")
