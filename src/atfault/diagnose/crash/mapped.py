"""A bus error inside a mapped file: which byte of which file could not be had."""

from typing import NamedTuple

from atfault.diagnose.facts import BUS_ADRERR, PAGE, SIGBUS, fault_address, mapping_at
from atfault.model.absent import Absent
from atfault.model.files import MappedFile
from atfault.model.process import MemoryMapping
from atfault.model.state import ProcessState

SHARED_MEMORY = ("/dev/shm/", "/memfd:", "/SYSV", "/dev/zero")
"""Beginnings of the names of mappings that have memory behind them, and no disk."""

HUGE_PAGES = ("/anon_hugepage", "/dev/hugepages/")


class MissingPage(NamedTuple):
    """The page of a mapped file whose access failed."""

    address: int
    mapping: MemoryMapping
    file: MappedFile | None
    """What is known of the file; None when it could not be looked at."""
    offset: int
    """Of the byte in the file."""

    @property
    def length(self) -> int | None:
        """The file's length now; None when unknown."""
        return self.file.current_size if self.file is not None else None

    @property
    def is_past_end(self) -> bool | None:
        """Whether the file has no such page any more; None when its length is unknown."""
        if self.length is None:
            return None
        return self.offset >= (self.length + PAGE - 1) // PAGE * PAGE

    @property
    def is_huge(self) -> bool:
        """Whether huge pages are behind it (MAP_HUGETLB), of which there is a fixed number."""
        return self.mapping.path.startswith(HUGE_PAGES)

    @property
    def is_shared_memory(self) -> bool:
        return self.mapping.path.startswith(SHARED_MEMORY)


def missing_page(state: ProcessState) -> MissingPage | None:
    """The page behind a bus error (SIGBUS, BUS_ADRERR); None for any other failure."""
    address, signal = fault_address(state), state.ending.signal
    if address is None or isinstance(signal, Absent):
        return None
    if signal.number != SIGBUS or signal.code != BUS_ADRERR:
        return None
    mapping = mapping_at(state, address)
    if mapping is None or not mapping.path:
        return None
    files = state.files.mapped
    file = next((f for f in files if f.mapping_start <= address < f.mapping_end), None)
    return MissingPage(address, mapping, file, mapping.file_offset + address - mapping.start)
