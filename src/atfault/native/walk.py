"""A walk outward along a C stack: where it is, what it has passed, and the stack's words.

    walk.frames     0, 1, 2 …        passed, innermost first
    walk.registers  pc, sp, …        of the frame that comes next; None where they are not known
    walk.stack      ─[ window ]─►    read in chunks, which double: few reads, even of a deep stack

`unwind` follows call frame information, `scan` finds other ways; both move the same walk.
"""

from __future__ import annotations

from atfault.errors import MemoryFault
from atfault.model.stacks import NativeFrame, Trust
from atfault.snapshot.protocol import MASK64, Memory

_BELOW = 64


# How a walk along call frame information ended; other endings are stop reasons for the user.
OUTERMOST = ""
NO_RULE = "no rule"
LIMIT = "limit"


class StackWords:
    """The target's stack as 64-bit words, fetched in growing chunks."""

    __slots__ = ("_chunk", "base", "memory", "size", "words")

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._chunk = 1 << 13
        self.base = 0
        self.size = 0
        """Bytes in the window."""
        self.words: memoryview = memoryview(b"").cast("Q")

    def load(self, address: int) -> int:
        """The word at `address`. Raises MemoryFault."""
        index = address - self.base
        if 0 <= index < self.size and not index & 7:
            word: int = self.words[index >> 3]
            return word
        if address & 7:
            return self.memory.u64(address)
        if address + self._chunk > MASK64:
            raise MemoryFault(address, 8)
        # Registers are saved right below a return address: take a little of that side, too.
        below = _BELOW if address >= _BELOW else 0
        data = self.memory.read_upto(address - below, self._chunk)
        if len(data) < below + 8:
            below = 0
            data = self.memory.read_upto(address, self._chunk)
            if len(data) < 8:
                raise MemoryFault(address, 8)
        self.base, self.size = address - below, len(data) & ~7
        self.words = memoryview(data)[: self.size].cast("Q")
        self._chunk = min(self._chunk * 2, 1 << 20)
        wanted: int = self.words[below >> 3]
        return wanted


class Walk:
    """One walk outward along a stack: where it is, and the frames passed so far."""

    __slots__ = (
        *("checked", "exact", "frames", "previous_cfa", "registers", "signals", "stack", "trust"),
    )

    def __init__(self, registers: list[int | None], stack: StackWords) -> None:
        self.registers = registers
        self.stack = stack
        self.frames: list[NativeFrame] = []
        self.checked = 0
        """So many frames have return addresses that follow a call."""
        self.exact = True
        """The pc is that of an instruction to be executed, not a return address."""
        self.trust: Trust = "cfi"
        self.previous_cfa = 0
        self.signals = 0

    def copy(self) -> Walk:
        """The same place, without the frames."""
        other = Walk(list(self.registers), self.stack)
        other.exact = self.exact
        other.trust = self.trust
        other.previous_cfa = self.previous_cfa
        other.signals = self.signals
        return other

    def leave_signal_frame(self) -> None:
        """The registers are now those of the interrupted code, which may run on another stack
        (sigaltstack), lower or higher."""
        self.exact = True
        self.previous_cfa = 0
        self.signals += 1
