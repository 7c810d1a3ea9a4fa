"""Memory that notes down what is read of it, for a file that is given to others.

What such a file holds is chosen by what a report reads, with `without_text` set, so that no decoder
asks for the contents of a str or bytes. Three kinds of reads, and what is kept of a page:

    read as it is told      fields, names, numbers, tables       every byte that was asked for
    a stretch of a stack    the unwinder's windows               its words, but for runs of text
    a stretch of the rest   searches, windows                    pointers and small numbers
    anything else           neighbours on the same page          pointers and small numbers

So what nothing asked for (freed blocks, other objects, the environment, stacks below the stack
pointer) keeps its shape for debuggers, and none of its contents. Pages of programs and libraries
that cannot be written to are kept whole: they are in the files of the same name.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.snapshot.protocol import MASK64, Memory

PAGE = 4096
EXACT = 64
"""Bytes of a read "up to" that are taken as asked for: more than that is a search."""
RED_ZONE = 128
"""Below the stack pointer, and still in use."""
SMALL = 1 << 16
"""Numbers below it hold two characters at most."""
_TEXT = re.compile(
    rb"[\t\n\r\x20-\x7e]{5,}|(?:[\t\n\r\x20-\x7e]\0){3,}|(?:[\t\n\r\x20-\x7e]\0\0\0){2,}"
)
"""Characters of 1, 2 and 4 bytes."""
_FULL = b"\xff" * PAGE
_WORDS = struct.Struct(f"<{PAGE // 8}Q")


class RecordedMemory(Memory):
    """See the module. memory: what is read; mappings: of the target, sorted.

    stacks: [start, end) of the parts of stacks that are in use.
    """

    without_text = True

    def __init__(
        self,
        memory: Memory,
        mappings: Sequence[MemoryMapping],
        stacks: Iterable[tuple[int, int]],
    ) -> None:
        self._memory = memory
        self._mappings = mappings
        self._starts = [mapping.start for mapping in mappings]
        self._stacks = sorted(stacks)
        self._public = _public_ranges(mappings)
        self._exact: dict[int, bytearray] = {}
        """Page → a mask of its bytes: 0xff for those that are kept as they are."""
        self._touched: dict[int, None] = {}

    # Reading

    def read(self, address: int, size: int) -> bytes:
        content = self._memory.read(address, size)
        self._keep(address & MASK64, len(content))
        return content

    def read_upto(self, address: int, size: int) -> bytes:
        content = self._memory.read_upto(address, size)
        if size <= EXACT or self._is_code(address & MASK64):
            self._keep(address & MASK64, len(content))
        else:
            self._touch(address & MASK64, len(content))
        return content

    def skim(self, address: int, size: int) -> bytes:
        content = self._memory.skim(address, size)
        self._keep(address & MASK64, size)
        return content

    def cstring(self, address: int, limit: int = 4096) -> bytes:
        content = self._memory.cstring(address, limit)
        self._keep(address & MASK64, min(len(content) + 1, limit))
        return content

    @property
    def has_enough(self) -> bool:
        return self._memory.has_enough

    # Afterwards

    def pages(self) -> dict[int, bytes]:
        """Address → contents of the pages to be written."""
        pages = {}
        for page in self._touched:
            try:
                content = self._memory.read(page, PAGE)
            except MemoryFault:
                continue
            is_public = self._within(page) in self._public
            pages[page] = content if is_public else self._cut(page, content)
        return pages

    def _cut(self, page: int, content: bytes) -> bytes:
        words = list(_WORDS.unpack(content))
        for index, word in enumerate(words):
            if word >= SMALL and not self._is_pointer(word):
                words[index] = 0
        kept = bytearray(_WORDS.pack(*words))
        for start, end in self._stacks:
            low, high = max(start - page, 0), min(end - page, PAGE)
            if low < high:
                kept[low:high] = self._without_texts(content[low:high])
        mask = int.from_bytes(self._exact.get(page, b""), "little")
        exact = int.from_bytes(content, "little") & mask
        rest = int.from_bytes(kept, "little") & ~mask
        return (exact | rest).to_bytes(PAGE, "little")

    def _without_texts(self, content: bytes) -> bytes:
        """Whole words of a stack with those zeroed that are part of a text and no pointers. No
        address that unwinding needs is among them: it would be a pointer."""
        kept = bytearray(content)
        for found in _TEXT.finditer(content):
            for at in range(found.start() & ~7, found.end(), 8):
                word = int.from_bytes(content[at : at + 8], "little")
                if not self._is_pointer(word):
                    kept[at : at + 8] = bytes(len(kept[at : at + 8]))
        return bytes(kept)

    # Where an address lies

    def _keep(self, address: int, size: int) -> None:
        end = address + size
        while address < end:
            offset = address % PAGE
            count = min(PAGE - offset, end - address)
            page = address - offset
            mask = self._exact.get(page)
            if mask is None:
                mask = self._exact[page] = bytearray(PAGE)
                self._touched[page] = None
            mask[offset : offset + count] = _FULL[:count]
            address += count

    def _touch(self, address: int, size: int) -> None:
        for page in range(address & -PAGE, address + size, PAGE):
            self._touched[page] = None

    def _within(self, address: int) -> int:
        """Index of the mapping that holds the address; -1 for none."""
        index = bisect_right(self._starts, address) - 1
        return index if index >= 0 and address < self._mappings[index].end else -1

    def _is_pointer(self, word: int) -> bool:
        index = bisect_right(self._starts, word) - 1
        return index >= 0 and word < self._mappings[index].end

    def _is_code(self, address: int) -> bool:
        index = self._within(address)
        return index >= 0 and self._mappings[index].executable


def _public_ranges(mappings: Sequence[MemoryMapping]) -> frozenset[int]:
    """Indices of the mappings of programs and libraries that cannot be written to. A file that is
    mapped and nowhere executable is the program's data."""
    programs = {mapping.path for mapping in mappings if mapping.executable and mapping.path}
    return frozenset(
        index
        for index, mapping in enumerate(mappings)
        if not mapping.writable and mapping.path in programs
    )
