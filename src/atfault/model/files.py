"""Files and shared memory behind a process's mappings."""

from typing import NamedTuple


class MappedFile(NamedTuple):
    """A data file or shared-memory object mapped into the process."""

    path: str
    mapping_start: int
    mapping_end: int
    file_offset: int
    current_size: int | None
    """Bytes; None when the file cannot be looked at any more."""
    filesystem_free: int | None = None
    """Bytes still free where the file lies, at the time of the failure; None when unknown."""


class SharedFile(NamedTuple):
    """A file in shared memory."""

    name: str
    size: int
    """Bytes of memory that it takes."""
    is_deleted: bool
    """It has no name any more, and goes when nobody holds it."""
    holders: tuple[tuple[int, str], ...]
    """(pid, name) of processes that have it open or mapped, some of them."""
    holder_count: int


class SharedMemory(NamedTuple):
    """The file system behind shared memory (/dev/shm), at the time of the failure. Bytes."""

    path: str
    total: int
    free: int
    files: tuple[SharedFile, ...] = ()
    """The largest first, some of them; none where nobody looked."""
    file_count: int = 0
