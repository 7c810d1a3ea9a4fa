"""Memory made of given bytes."""

from __future__ import annotations

from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory


class ByteMemory(Memory):
    """Ranges of bytes by start address; everything else cannot be read."""

    def __init__(self, ranges: dict[int, bytes]) -> None:
        self.ranges = {start: bytearray(data) for start, data in ranges.items()}

    def read(self, address: int, size: int) -> bytes:
        for start, data in self.ranges.items():
            if start <= address and address + size <= start + len(data):
                return bytes(data[address - start : address - start + size])
        raise MemoryFault(address, size)

    def put(self, address: int, data: bytes) -> None:
        """Change bytes of a range that exists."""
        for start, old in self.ranges.items():
            if start <= address and address + len(data) <= start + len(old):
                old[address - start : address - start + len(data)] = data
                return
        raise MemoryFault(address, len(data))
