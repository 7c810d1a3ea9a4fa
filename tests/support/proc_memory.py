"""The memory of a live process of our own, through /proc/PID/mem: an oracle next to `repr`."""

from __future__ import annotations

import os

from atfault.errors import MemoryFault
from atfault.model.process import MemoryMapping
from atfault.snapshot.protocol import Memory


class ProcMemory(Memory):
    """Memory of process `pid` ("self" for this one). The process is not stopped."""

    def __init__(self, pid: int | str = "self") -> None:
        self.pid = pid
        self._fd = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        self.reads = 0

    def read(self, address: int, size: int) -> bytes:
        self.reads += 1
        try:
            data = os.pread(self._fd, size, address)
        except (OSError, OverflowError, ValueError):
            raise MemoryFault(address, size) from None
        if len(data) != size:
            raise MemoryFault(address, size)
        return data

    def mappings(self) -> tuple[MemoryMapping, ...]:
        found = []
        with open(f"/proc/{self.pid}/maps") as file:
            for line in file:
                fields = line.split(maxsplit=5)
                start, end = (int(part, 16) for part in fields[0].split("-"))
                r, w, x, p = fields[1]
                path = fields[5].strip() if len(fields) > 5 else ""
                found.append(
                    MemoryMapping(
                        start,
                        end,
                        int(fields[2], 16),
                        r == "r",
                        w == "w",
                        x == "x",
                        path,
                        shared=p == "s",
                    )
                )
        return tuple(found)

    def __del__(self) -> None:
        if hasattr(self, "_fd"):
            os.close(self._fd)
