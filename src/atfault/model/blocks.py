"""Blocks of memory that an allocator gave out, as a checking allocator's own records have them."""

from typing import NamedTuple


class GuardedBlock(NamedTuple):
    """The block that atfault's guarding allocator (again/guard.c) says was misused."""

    address: int
    size: int
    freed: bool
    at: int
    """The address of the access, or of the first damaged byte."""
    kind: str = "access"
    """"access": a fault in the pages round it; when it was freed: "damaged" (a byte beside it was
    overwritten), "double free", "not a block" (the pointer was never given out)."""
    request: int = 0
    """Which request it was that it was given out for, in the allocator's own count."""


class DamagedBlock(NamedTuple):
    """A block of Python's debug allocator (PYTHONMALLOC=debug) whose fence was overwritten."""

    address: int
    size: int
    """As it was asked for, in bytes."""
    api: str
    """Whose it is: "r" PyMem_RawMalloc, "m" PyMem_Malloc, "o" PyObject_Malloc."""
    first: int
    last: int
    """Addresses of the first and the last damaged byte of the fence."""
    found: bytes
    """What the fence holds there, from first to last."""

    @property
    def behind(self) -> bool:
        """Whether the damage lies behind the block, as opposed to in front of it."""
        return self.first >= self.address + self.size


class DamagedPool(NamedTuple):
    """A pool of Python's allocator whose list of free blocks leads to no block."""

    size: int
    """Of a block, in bytes."""
    objects: tuple[tuple[str, int, int], ...]
    """(type, number, bytes that the type asks for) of the objects in it that are of types
    of the program's own extension modules, the most frequent first: those of packages work
    elsewhere."""


class DamagedChunk(NamedTuple):
    """The C library's record behind a block, which makes no sense."""

    low: int
    high: int
    """[low, high): the memory of the block right before the record."""
    found: bytes
    """The last 8 bytes that belong to the block, and the record's 8."""
