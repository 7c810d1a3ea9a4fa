"""Arrays and other memory, as decoded or as the program told of it, and numbers within."""

from typing import NamedTuple


class Buffer(NamedTuple):
    """A run of memory that a Python object owns or looks into.

    For strided arrays `address` is the first element's address and [low, high) is the extent that
    all valid indices reach, which differs from address + size for negative or broadcast strides.
    """

    kind: str
    """"numpy.ndarray", "torch.Tensor", "bytes", "bytearray", "memoryview", "array.array",
    "mmap.mmap", "ctypes", "cffi"; "list" and "tuple" for Value.items."""
    address: int
    low: int
    high: int
    """Half-open byte extent [low, high) of all elements; low == high when there are none."""
    dtype: str = ""
    """"float64", "int32", "uint8" …; "" when it has no single element type."""
    itemsize: int = 1
    shape: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    """In bytes, one per dimension."""
    writable: bool | None = None
    device: str = "cpu"
    mapped: bool | None = None
    """Whether all of [low, high) is mapped in the target; None when not checked."""
    owner: tuple[int, int] | None = None
    """[low, high) of the memory that the object at the end of the chain of bases owns
    (ndarray.base, a tensor's storage); None when the object owns its memory or the owner is
    unknown."""
    base_kind: str = ""
    """`kind` of the object that an array's or memoryview's memory is of, at the end of the chain of
    bases, or its type where none is known; "" when that is the object itself or unknown."""

    def overlaps(self, memory: tuple[int, int]) -> bool:
        """Whether it reaches into [low, high), or lies at its edge when that is empty."""
        return self.low <= memory[1] and memory[0] <= self.high

    @property
    def is_elsewhere(self) -> bool:
        """Whether it lies wholly outside of its owner's memory: that is another one now, or this
        never was a part of it."""
        return self.owner is not None and not self.overlaps(self.owner)


class ArrayFacts(NamedTuple):
    """An array as the program itself told of it; where its memory lies is not known."""

    shape: tuple[int, ...]
    dtype: str
    """"float64", "int32" …"""
    itemsize: int
    device: str = "cpu"
    low: int | None = None
    """Its smallest element; None where that was not looked for."""
    high: int | None = None
    low_at: int | None = None
    """Flat index (C order) of the first smallest element."""
    high_at: int | None = None
    first: tuple[int, ...] = ()
    """Its first elements, in C order."""
    least: float | None = None
    """Of one of floats: its smallest element; both are NaN where there is one."""
    most: float | None = None
    least_at: int | None = None
    most_at: int | None = None


class ArrayIndex(NamedTuple):
    """An integer inside of an array that may have been the index of the access that failed."""

    value: int
    name: str
    """"index[500]"."""
    tid: int
    frame_index: int
    """Of the frame that the array is known from, into the thread's merged frames."""
    is_crowded: bool = False
    """Whether the next number and the one before are in that array, too, and no call was given it:
    any place near would have been led to."""


class FarNumber(NamedTuple):
    """An integer inside of an array that can be the index of no array at hand."""

    value: int
    name: str
    """"index[500]"."""
    tid: int
    frame_index: int
    """Of the frame that the array is known from, into the thread's merged frames."""
    most: int
    """The largest number of elements, or any other number, that is known there."""
