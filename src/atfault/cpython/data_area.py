"""The static data of a module in memory: its writable mappings and the .bss behind them.

r--p libpython3.9.so   headers, .dynsym, .rodata …
r-xp libpython3.9.so   .text
rw-p libpython3.9.so   .data      ┐ the data area
rw-p (anonymous)       .bss       ┘
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.model.process import MemoryMapping, Module
from atfault.snapshot.protocol import Memory

_MAX_AREA = 64 << 20
_MAX_BSS = 4 << 20
"""Of an anonymous mapping behind the file's: it may also be the heap."""
_CHUNK = 1 << 20
_OVERLAP = 512


class DataArea:
    """Address ranges of one module's static data."""

    def __init__(
        self, memory: Memory, mappings: tuple[MemoryMapping, ...], start: int, end: int, path: str
    ) -> None:
        self._memory = memory
        self.ranges: list[tuple[int, int]] = []
        left = _MAX_AREA
        behind = 0
        for mapping in mappings:
            if mapping.end <= start or not mapping.writable:
                if behind and mapping.start >= behind:
                    break
                continue
            size = mapping.end - mapping.start
            if mapping.path == path and path and mapping.start < end:
                behind = mapping.end
            elif not mapping.path and behind and mapping.start == behind:
                size = min(size, _MAX_BSS)
            elif mapping.start >= end:
                break
            else:
                continue
            size = min(size, left)
            left -= size
            if size:
                self.ranges.append((mapping.start, mapping.start + size))

    def chunks(self) -> Iterator[tuple[int, bytes]]:
        """(address, bytes) in order, each up to 1 MiB and overlapping the one before by 512 bytes;
        what cannot be read is left out."""
        for start, end in self.ranges:
            at = start
            while at < end:
                data = self._memory.read_upto(at, min(_CHUNK, end - at))
                if not data:
                    at = (at + 4096) & ~4095
                    continue
                yield at, data
                if at + len(data) >= end:
                    break
                step = len(data) - _OVERLAP if len(data) == _CHUNK else len(data)
                at += max(step, 8) & ~7


def of_module(memory: Memory, mappings: tuple[MemoryMapping, ...], module: Module) -> DataArea:
    return DataArea(memory, mappings, module.start, module.end, module.path)
