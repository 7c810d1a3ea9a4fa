"""What allocators know of the block that was misused."""

from __future__ import annotations

from atfault.cpython.fatal import TEXT_IS_GONE
from atfault.cpython.memory.pymalloc import damaged_block
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock
from atfault.model.state import Heap, ProcessState
from atfault.native.heap.chunks import damaged_chunk
from atfault.native.heap.guard import guarded_block
from atfault.native.modules import ModuleMap
from atfault.snapshot.protocol import Snapshot

SIGABRT, SIGSEGV = 6, 11


def read_heap(
    snapshot: Snapshot,
    modules: ModuleMap,
    process: ProcessState,
    is_about_heap: bool,
    is_guarded: bool,
) -> Heap:
    """What each of the allocators left. is_guarded: that of `run --again` is loaded."""
    heap, memory, mappings = Heap(), snapshot.memory, snapshot.mappings
    if process.ending.number == SIGABRT:
        heap = heap._replace(damaged_block=_damaged_block(snapshot, process))
    if is_about_heap:
        heap = heap._replace(damaged_chunk=damaged_chunk(memory, mappings))
    if is_guarded:
        signal, accessed = process.ending.signal, process.fault.tried.address
        if not isinstance(signal, Absent) and signal.number == SIGSEGV:
            accessed = accessed if signal.fault_address is None else signal.fault_address
        heap = heap._replace(guarded=guarded_block(snapshot, modules, accessed))
    return heap


def _damaged_block(snapshot: Snapshot, process: ProcessState) -> DamagedBlock | Absent:
    """The block that Python's debug allocator complained of."""
    fatal, crashed = process.abort.python_fatal, process.crashed
    text = fatal.reason if isinstance(fatal, Absent) else fatal
    if "pad byte" not in text and text != TEXT_IS_GONE:
        return Absent("Python's own check did not end the process")
    if crashed is None or isinstance(crashed.native, Absent):
        return Absent("the native stack of the crashed thread is not known")
    saved = snapshot.arch.callee_saved
    return damaged_block(snapshot.memory, crashed.thread, crashed.native, snapshot.mappings, saved)
