"""The text that a library was told to end the program with: a literal in the code of a call.

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
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.model.stacks import NativeFrame
from atfault.native.abort_info import printable_text
from atfault.native.disassemble import outlines
from atfault.snapshot.protocol import Memory

MAX_CALLS = 10
"""Calls on the way to abort() that are looked at."""
MAX_CODE = 80
MAX_BETWEEN = 8
"""Bytes between what prints and the call of abort()."""
MAX_TEXT = 1024
ENDINGS = ("abort", "__GI_abort")
_LOAD = re.compile(rb"(?=\x48\x8d[\x0d\x15\x35\x3d]|\x4c\x8d[\x05\x0d])", re.DOTALL)
"""lea rcx, rdx, rsi, rdi, r8 or r9, [rip + rel32]."""
_CALL = re.compile(rb"\xe8....|\xff\x15....|\xff[\xd0-\xd7]", re.DOTALL)
_LEAVES = frozenset(("jmp", "ret", "hlt", "ud2"))
_SENTENCE = re.compile(r"[^\W\d_]{2,}[^\n]* \S[^\n]*")
_DIRECTIVE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]")


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
    raw = memory.cstring(address, MAX_TEXT)
    if memory.read(address - 1, 1) != b"\0" or not raw.isascii():
        return ""
    text = raw.decode()
    return text if _SENTENCE.match(text) else ""
