"""What allocators know of the block that was misused."""

from __future__ import annotations

from atfault.cpython.fatal import TEXT_IS_GONE
from atfault.cpython.memory.debug_blocks import damaged_block
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock, DamagedChunk, GuardedBlock
from atfault.model.stacks import ThreadState
from atfault.native.heap.guard import guarded_block
from atfault.native.heap.heap_walk import damaged_chunk
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot


class HeapDecoder:
    """Reads what each of the allocators left in one process."""

    def __init__(self, snapshot: Snapshot, modules: ModuleMap) -> None:
        self._snapshot = snapshot
        self._modules = modules

    def damaged_block(
        self, crashed: ThreadState | None, fatal: str | Absent
    ) -> DamagedBlock | Absent:
        """The block that Python's debug allocator complained of. fatal: the interpreter's words."""
        text = fatal.reason if isinstance(fatal, Absent) else fatal
        if "pad byte" not in text and text != TEXT_IS_GONE:
            return Absent("Python's own check did not end the process")
        if crashed is None or isinstance(crashed.native, Absent):
            return Absent("the native stack of the crashed thread is not known")
        snapshot = self._snapshot
        return damaged_block(snapshot.memory, crashed.thread, crashed.native, snapshot.mappings)

    def damaged_chunk(self) -> DamagedChunk | Absent:
        """The first record of the C library's heap that makes no sense."""
        return damaged_chunk(self._snapshot.memory, self._snapshot.mappings)

    def guarded_block(self, address: int | None) -> GuardedBlock | Absent:
        """The block of the guard that `run --again` preloads. address: what was accessed."""
        return guarded_block(self._snapshot, self._modules, address)
