"""What the C library left in memory before it called abort().

glibc (assert/assert.c, sysdeps/posix/libc_fatal.c) keeps the text of a failed assert() and of its
own checks ("double free or corruption (!prev)", "*** stack smashing detected ***: terminated") for
whoever looks at the core, in a mapping of its own that the variable __abort_msg points to:

    __abort_msg ──►  +0 u32 size   of the whole mapping
                     +4 char[]     the text, NUL-terminated, with the newline it was printed with

The variable is exported under GLIBC_PRIVATE by every glibc since 2.11. musl has nothing like it.
What a program prints to standard error itself (libstdc++'s "terminate called …", "pure virtual
method called") is not kept anywhere.

The text that a library was told to end the program with: a literal in the code of a call.

What abort() is called for is printed and kept nowhere. But mostly it is a constant, handed on from
frame to frame, and the code in front of the return address says where it lies:

    abort ◄── QMessageLogger::fatal ◄── lea rsi, [rip + 0x5a2f1]   "QWidget: Must construct a …"
                                        xor eax, eax
                                        call QMessageLogger::fatal

or it was printed right before, by the call that stands in front of that of abort() itself:

    abort ◄── cpBodySetMass ◄── lea r9, [rip + 0x4862a]            "Mass must be positive and …"
                                call cpMessage
                                call abort

Only what is loaded into a register of the arguments by the last few instructions counts, with no
other call and no way to elsewhere in between, and only where the text begins in the module's
constants. A call that came back before abort() counts where it writes (`calls.Writers`): system()
and strcmp() are given sentences, too.

The last line of a logger that ends the program: glog, abseil and what was taken from them.

    CHECK(a < b);     F1122 20:31:40.051584 27863 routing.cc:1575] Check failed: a < b (49 vs. 5)

The line is put together in a buffer of the message, which lies on the stack of the function that
checks, or on the heap with a pointer to it there. Nothing frees it, as the logger calls abort()
(glog: src/logging.cc, LogMessageData::message_text_; abseil: absl/log/internal/log_message.cc,
LogMessageData::string_buf, behind 15,000 bytes of the same line in another form).

The text of a failed assertion of libstdc++, from the call that reported it.

Containers compiled with _GLIBCXX_ASSERTIONS (the default of several distributions, and of -O0 in
GCC 15) end the program through

    [[noreturn]] std::__glibcxx_assert_fail(const char *file, int line,
                                            const char *function, const char *condition)

(libstdc++-v3/src/c++11/assert_fail.cc; __replacement_assert before GCC 12), which prints its
arguments to standard error and keeps them nowhere. They are constants: the code of the caller, in
front of its return address, says where they lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from atfault.arch.base import Architecture
from atfault.errors import MemoryFault
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.model.stacks import NativeFrame
from atfault.native.debug_files import open_elf
from atfault.native.disassemble import outlines
from atfault.native.modules import ModuleMap
from atfault.native.symbols import dynamic_symbol
from atfault.snapshot.protocol import Memory, Snapshot

MAX_TEXT = 8192
_VARIABLE = "__abort_msg"
MAX_CALLS = 10
"""Calls on the way to abort() that are looked at."""
MAX_CODE = 80
MAX_BETWEEN = 8
"""Bytes between what prints and the call of abort()."""
MAX_LITERAL = 1024
ENDINGS = ("abort", "__GI_abort")
_LOAD = re.compile(rb"(?=\x48\x8d[\x0d\x15\x35\x3d]|\x4c\x8d[\x05\x0d])", re.DOTALL)
"""lea rcx, rdx, rsi, rdi, r8 or r9, [rip + rel32]."""
_CALL = re.compile(rb"\xe8....|\xff\x15....|\xff[\xd0-\xd7]", re.DOTALL)
_LEAVES = frozenset(("jmp", "ret", "hlt", "ud2"))
_SENTENCE = re.compile(r"[^\W\d_]{2,}[^\n]* \S[^\n]*")
_DIRECTIVE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]")
# severity, date or nothing known, time; thread; file:line]; the text
_LINE = re.compile(
    rb"F(?:\d{4}|\d{8}) [0-9:.]{5,32} {1,8}\d{1,10} [\w./+-]{1,200}:\d{1,7}\] ([^\0]{1,2000})"
)
_STACK_BYTES = 16 * 1024
_BUFFER_BYTES = 32 * 1024
_MAX_POINTERS = 128
_LOWEST = 1 << 16
_HIGHEST = 1 << 52
REPORTERS = ("_ZSt21__glibcxx_assert_fail", "_ZSt20__replacement_assert")
MAX_CALL_CODE = 64
MAX_PATH = 4096
MAX_CONDITION = 1024


def abort_message(snapshot: Snapshot, modules: ModuleMap) -> str | Absent:
    """The text, printable and without its closing newline, or why there is none."""
    libc = next((m for m in modules.modules if roles.is_libc(m.name)), None)
    if libc is None:
        return Absent("the program does not use glibc")
    if libc.file is None:
        return Absent(f"{libc.name} {libc.problem or 'is not on this machine'}")
    elf = open_elf(libc.file)
    value = dynamic_symbol(elf, _VARIABLE) if elf is not None else None
    if value is None:
        return Absent(f"{libc.name} has no {_VARIABLE}")
    memory = snapshot.memory
    try:
        message = memory.u64(libc.load_bias + value)
        if message == 0:
            return Absent("the C library left no message")
        size = memory.u32(message)
        if size <= 4:
            return Absent("the C library's message is damaged")
        raw = memory.cstring(message + 4, min(size - 4, MAX_TEXT))
    except MemoryFault as fault:
        return Absent(f"the C library's message cannot be read ({fault})")
    return printable_text(raw).rstrip()


def printable_text(raw: bytes) -> str:
    """Text from the target: invalid UTF-8 and control characters other than newline escaped."""
    text = raw.decode("utf-8", "backslashreplace").rstrip("\n")
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()
        for char in text
    )


def abort_literal(
    memory: Memory,
    mappings: Sequence[MemoryMapping],
    frames: Sequence[NativeFrame],
    writes: Callable[[int], bool],
) -> str:
    """The sentence that the innermost of `frames` that was given one was called with; "" for none.
    The values of a format's directives are not known: an ellipsis stands for each. What the
    function was given that filled them in follows, in brackets.

    writes(address): whether the function that a call leads to prints.
    """
    calls = [frame for frame in frames if not frame.is_inline]
    found = ""
    for callee, caller in pairwise(calls[: MAX_CALLS + 1]):
        try:
            text = _text(memory, mappings, caller.pc, callee.symbol in ENDINGS, writes)
        except MemoryFault:
            text = ""
        if found:
            return f"{found} ({_shown(text)})" if text and "%" not in text else found
        found = _shown(text)
        if text and "%s" not in text:
            return found
    return found


def _shown(text: str) -> str:
    return printable_text(_DIRECTIVE.sub("…", text).encode()).strip()


def _text(
    memory: Memory,
    mappings: Sequence[MemoryMapping],
    return_address: int,
    is_end: bool,
    writes: Callable[[int], bool],
) -> str:
    """The longest sentence among the arguments of the call that returns there; is_end: that call
    takes none, and what was called right before it counts, if that writes."""
    start = return_address - MAX_CODE
    code = memory.read(start, MAX_CODE)
    own = next((call.start() for call in _CALL.finditer(code) if call.end() == len(code)), None)
    if own is None:
        return ""
    calls = list(_CALL.finditer(code[:own]))
    if is_end and calls and own - calls[-1].end() <= MAX_BETWEEN:
        last = calls.pop()
        if not writes(_target(memory, last.group(), start + last.end())):
            return ""
        own = last.start()
    earlier = max((call.end() for call in calls), default=0)
    best = ""
    for load in _LOAD.finditer(code, earlier, own):
        at = load.start()
        relative = int.from_bytes(code[at + 3 : at + 7], "little", signed=True)
        text = _literal(memory, mappings, start + at + 7 + relative)
        if len(text) > len(best) and _leads_to_end(code[at:], start + at):
            best = text
    return best


def _target(memory: Memory, call: bytes, end: int) -> int:
    """Where a call goes that ends at `end`; 0 where a register says so. Raises MemoryFault."""
    relative = int.from_bytes(call[-4:], "little", signed=True)
    if call[0] == 0xE8:
        return end + relative
    return memory.u64(end + relative) if call[1] == 0x15 else 0


def _leads_to_end(code: bytes, address: int) -> bool:
    """Whether what starts with the instructions at `address` comes to the end of the code, if it is
    not told to go elsewhere under a condition."""
    end = address
    for one in outlines(code, address):
        if one.mnemonic in _LEAVES:
            return False
        end = one.address + one.length
    return end == address + len(code)


def _literal(memory: Memory, mappings: Sequence[MemoryMapping], address: int) -> str:
    """The sentence that begins there, among constants; "" for anything else."""
    mapping = next((one for one in mappings if one.start < address < one.end), None)
    if mapping is None or not mapping.readable or mapping.writable or mapping.executable:
        return ""
    raw = memory.cstring(address, MAX_LITERAL)
    if memory.read(address - 1, 1) != b"\0" or not raw.isascii():
        return ""
    text = raw.decode()
    return text if _SENTENCE.match(text) else ""


def logged_text(memory: Memory, frames: Sequence[NativeFrame]) -> str:
    """The text, without what stands in front of it but for file and line, of the fatal message
    nearest to the innermost of `frames`; "" for none."""
    if not frames:
        return ""
    stack = memory.read_upto(frames[0].sp, _STACK_BYTES)
    for block in _blocks(memory, frames[0].sp, stack):
        found = _LINE.search(block)
        if found is not None:
            place = found.group(0).partition(b"] ")[0].rpartition(b" ")[2]
            text = found.group(1).partition(b"\n***")[0]
            return f"{printable_text(place)}: {printable_text(text.rstrip())}"
    return ""


def _blocks(memory: Memory, start: int, stack: bytes) -> Iterator[bytes]:
    """The stack, and what pointers on it lead to, nearest first."""
    yield stack
    seen: set[int] = set()
    for offset in range(-start % 8, len(stack) - 7, 8):
        pointer = int.from_bytes(stack[offset : offset + 8], "little")
        if pointer in seen or not _LOWEST <= pointer < _HIGHEST or pointer % 8:
            continue
        if start <= pointer < start + len(stack):
            continue
        seen.add(pointer)
        if len(seen) > _MAX_POINTERS:
            return
        yield memory.read_upto(pointer, _BUFFER_BYTES)


def assertion_text(memory: Memory, arch: Architecture, frames: Sequence[NativeFrame]) -> str:
    """ "file:line: Assertion 'condition' failed." for a native stack, the innermost frame first, in
    which libstdc++ reports one; "" when there is none, or its arguments are no constants."""
    for reporter, caller in pairwise(frames):
        if reporter.symbol.startswith(REPORTERS) and not reporter.is_inline:
            try:
                return _assertion_of(memory, arch, caller.pc)
            except MemoryFault:
                return ""
    return ""


def _assertion_of(memory: Memory, arch: Architecture, return_address: int) -> str:
    code = memory.read(return_address - MAX_CALL_CODE, MAX_CALL_CODE)
    arguments = arch.constant_arguments(code, return_address)
    if not arguments:
        return ""
    file, line, _, condition = arguments
    path = memory.cstring(file, MAX_PATH)
    wanted = memory.cstring(condition, MAX_CONDITION)
    if not path or not wanted or not 0 < line < 1 << 24:
        return ""
    return f"{printable_text(path)}:{line}: Assertion '{printable_text(wanted)}' failed."
