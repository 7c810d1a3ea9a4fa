"""Memory of a process that is stopped for a moment only, and read on while it runs again.

    priming    the process runs: reads go through, and the pages they touch are noted down
    stopped    those pages and the stacks were copied at once; what else is read now is kept, too
    running    copied pages answer for themselves; the rest is read from the process as it is now

Whatever decides about stacks, thread states and locks is thus of one moment, as long as priming met
it. Read later are things that do not change while something of that moment refers to them: ELF
images, unwind tables, code objects, type objects, strings. `late` holds every writable page that
was read after the moment, so that whoever relies on one can find out whether it still is the same.
"""

from __future__ import annotations

import ctypes
import os
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.snapshot.live import PAGE, LiveMemory
from atfault.snapshot.protocol import MASK64

PRIMING, STOPPED, RUNNING = "priming", "stopped", "running"
MAX_RECORDED = 1 << 14
"""Pages that priming notes down, at most (64 MiB)."""
ENOUGH_RECORDED = MAX_RECORDED >> 1
MAX_SKIMMED = 1 << 14
_MAX_RANGES = 1024
"""IOV_MAX."""
_MAX_ADDRESS = 1 << 64

_libc = ctypes.PyDLL(None, use_errno=True)
_readv = _libc.process_vm_readv
_readv.argtypes = (
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_ulong,
    ctypes.c_void_p,
    ctypes.c_ulong,
    ctypes.c_ulong,
)
_readv.restype = ctypes.c_ssize_t


class FrozenMemory(LiveMemory):
    """See the module. `pid` is what process_vm_readv reads from, `fd` its /proc/PID/mem."""

    def __init__(self, pid: int, fd: int, mappings: tuple[MemoryMapping, ...]) -> None:
        super().__init__(fd, mappings)
        self._pid = pid
        self.phase = PRIMING
        self.recorded: dict[int, None] = {}
        """Addresses of the writable pages that priming read, in that order."""
        self.late: dict[int, bytes] = {}
        self.keep = False
        """Whether to keep all pages that are read, read-only ones too."""
        self._kept: dict[int, bytes] = {}
        self._skimmed: dict[int, bytes] = {}
        self._cut: list[tuple[int, int]] = []
        self._buffer = bytearray()
        self._copied: list[tuple[int, int, int]] = []
        """(start, end, offset in the buffer), sorted once all is copied."""
        self.copied_bytes = 0

    # Phases

    def use(self, mappings: tuple[MemoryMapping, ...]) -> None:
        """The address space, looked at again."""
        self._starts = [mapping.start for mapping in mappings]
        self._mappings = mappings

    def prepare(self, size: int) -> None:
        """Have room for `size` bytes, so that the copy meets no page that the kernel must make."""
        self._buffer = bytearray(size)
        touched = len(range(0, size, PAGE))
        self._buffer[::PAGE] = bytes(touched)
        self._pages.clear()
        self._skimmed.clear()

    def copy(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Copy [start, end) ranges, whole pages, of the stopped process, as far as they can be
        read. The first copy begins the moment."""
        self.phase = STOPPED
        total = sum([end - start for start, end in ranges])
        if total > len(self._buffer) - self.copied_bytes:
            self._buffer += bytearray(total)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self._buffer))
        at = 0
        while at < len(ranges):
            at += self._copy_batch(ranges[at : at + _MAX_RANGES], base)
        self._copied.sort()

    def _copy_batch(self, batch: Sequence[tuple[int, int]], base: int) -> int:
        """How many of the batch were dealt with: up to the first that cannot be read in full."""
        remote = array("Q", [word for start, end in batch for word in (start, end - start)])
        offset = self.copied_bytes
        local = array("Q", (base + offset, sum(remote[1::2])))
        got: int = _readv(
            self._pid, local.buffer_info()[0], 1, remote.buffer_info()[0], len(batch), 0
        )
        if got < 0:  # unreadable, or the system lets none but a tracer do this
            return self._copy_first(*batch[0])
        count = 0
        for start, end in batch:
            count += 1
            size = min(end - start, max(got, 0) & -PAGE)
            if size:
                self._copied.append((start, start + size, offset))
                offset += size
            got -= size
            if size < end - start:
                break
        self.copied_bytes = offset
        return count

    def _copy_first(self, start: int, end: int) -> int:
        """The same for a single range, through the file that was opened before."""
        offset = self.copied_bytes
        with memoryview(self._buffer)[offset : offset + end - start] as room:
            try:
                got = os.preadv(self._fd, [room], start) & -PAGE
            except OSError:
                got = 0
        if got:
            self._copied.append((start, start + got, offset))
            self.copied_bytes += got
        return 1

    def freeze(self) -> None:
        """The process runs again: what was copied and read up to now is the moment."""
        view = memoryview(self._buffer)
        pages = self._pages
        for start, end, offset in self._copied:
            for at in range(0, end - start, PAGE):
                pages.setdefault(start + at, bytes(view[offset + at : offset + at + PAGE]))
        self.phase = RUNNING
        del view
        self._buffer = bytearray()
        self._copied = []

    def copied(self, address: int) -> memoryview | None:
        """The copy of the page at `address`, while the process is stopped."""
        index = bisect_right(self._copied, (address, _MAX_ADDRESS, 0)) - 1
        if index < 0:
            return None
        start, end, offset = self._copied[index]
        if address >= end:
            return None
        offset += address - start
        return memoryview(self._buffer)[offset : offset + PAGE]

    def seal(self, start: int, end: int) -> None:
        """What the copy had no room for, of a stack: never read afterwards."""
        self._cut.append((start, end))

    # Reading

    def read_upto(self, address: int, size: int) -> bytes:
        if self.phase == PRIMING:
            return super().read_upto(address, size)
        address &= MASK64
        at = address % PAGE
        page = self._pages.get(address - at)
        if page is not None and at + size <= PAGE:
            return page[at : at + size]
        readable = self._readable_from(address, min(size, 1 << 28))
        parts = []
        while readable > 0:
            at = address % PAGE
            page = self._pages.get(address - at)
            if page is None:
                if self.phase == RUNNING and not self._is_writable(address):
                    part = self._pread_pages(address - at, self._run(address, readable) + at)[at:]
                    if not part:
                        break
                    parts.append(part)
                    address += len(part)
                    readable -= len(part)
                    continue
                try:
                    page = self._fetch(address - at, address, 1)
                except MemoryFault:
                    break
            part = page[at : at + readable]
            parts.append(part)
            address += len(part)
            readable -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def skim(self, address: int, size: int) -> bytes:
        """Neither noted down by priming, so that it makes no pause longer, nor among `late`."""
        address &= MASK64
        at = address % PAGE
        page = self._pages.get(address - at) or self._skimmed.get(address - at)
        if page is None:
            if len(self._skimmed) >= MAX_SKIMMED or not self._readable_from(address - at, PAGE):
                return self.read(address, size)
            page = super()._pread(address - at, PAGE)
            if len(page) < PAGE:
                raise MemoryFault(address, size)
            self._skimmed[address - at] = page
            if self.keep:
                self._kept[address - at] = page
        return page[at : at + size] if at + size <= PAGE else self.read(address, size)

    def _pread_pages(self, address: int, size: int) -> bytes:
        """Read-only memory, from the start of a page on."""
        data = self._pread(address, size)
        if self.keep:
            whole = self._pread(address, (len(data) + PAGE - 1) & -PAGE)
            for at in range(0, len(whole) & -PAGE, PAGE):
                self._kept[address + at] = whole[at : at + PAGE]
        return data

    def _run(self, address: int, size: int) -> int:
        """How far one read may go before it meets a page that is known."""
        size = min(size, 1 << 20)
        page = address - address % PAGE + PAGE
        while page < address + size:
            if page in self._pages or self._is_writable(page):
                return page - address
            page += PAGE
        return size

    def _fetch(self, page_address: int, address: int, size: int) -> bytes:
        if self.phase == PRIMING:
            return super()._fetch(page_address, address, size)
        if not self._readable_from(page_address, PAGE):
            raise MemoryFault(address, size, "not mapped")
        if self.phase == RUNNING:
            for start, end in self._cut:
                if start <= page_address < end:
                    why = "not copied while the process was stopped"
                    raise MemoryFault(address, size, why, lacking=True)
        copy = self.copied(page_address) if self.phase == STOPPED else None
        page = bytes(copy) if copy is not None else self._pread(page_address, PAGE)
        if len(page) < PAGE:
            raise MemoryFault(address, size)
        self._pages[page_address] = page
        if self.phase == RUNNING and self._is_writable(page_address):
            self.late[page_address] = page
        return page

    def _pread(self, address: int, size: int) -> bytes:
        data = super()._pread(address, size)
        if self.phase == PRIMING and data and len(self.recorded) < MAX_RECORDED:
            for page in range(address & -PAGE, address + len(data), PAGE):
                if page not in self.recorded and self._is_writable(page):
                    self.recorded[page] = None
        return data

    def _is_writable(self, address: int) -> bool:
        index = bisect_right(self._starts, address) - 1
        return index >= 0 and self._mappings[index].writable and address < self._mappings[index].end

    @property
    def has_enough(self) -> bool:
        """Whether priming has noted down more pages than a pause has time to copy."""
        return self.phase == PRIMING and len(self.recorded) >= ENOUGH_RECORDED

    def now(self, address: int, size: int) -> bytes:
        """What is there at this moment, whatever was copied; b"" when it is gone."""
        return super()._pread(address, size)

    def pages(self) -> dict[int, bytes]:
        """Every page of the snapshot that is at hand: copied ones and those read later; all of them
        with `keep`."""
        return {**self._kept, **self._pages}


def ranges_of(pages: Iterable[int]) -> list[tuple[int, int]]:
    """Page addresses → [start, end) ranges, sorted, neighbours joined."""
    ranges: list[tuple[int, int]] = []
    for page in sorted(pages):
        if ranges and ranges[-1][1] == page:
            ranges[-1] = (ranges[-1][0], page + PAGE)
        else:
            ranges.append((page, page + PAGE))
    return ranges
