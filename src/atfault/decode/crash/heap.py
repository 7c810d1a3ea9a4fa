"""What allocators know of the block that was misused."""

from __future__ import annotations

from collections import Counter

from atfault.cpython.fatal import TEXT_IS_GONE
from atfault.cpython.memory.pymalloc import BEFORE, OVERHEAD, Pools, damaged_block
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.crash.foreign import extension_of
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.blocks import DamagedBlock, DamagedPool
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
    runtime: PythonRuntime | Absent,
    is_about_heap: bool,
    is_guarded: bool,
) -> Heap:
    """What each of the allocators left. is_guarded: that of `run --again` is loaded."""
    heap, memory, mappings = Heap(), snapshot.memory, snapshot.mappings
    if process.ending.number == SIGABRT:
        heap = heap._replace(damaged_block=_damaged_block(snapshot, process))
    if is_about_heap:
        heap = heap._replace(damaged_chunk=damaged_chunk(memory, mappings))
        if not isinstance(runtime, Absent) and not (runtime.left_out or runtime.free_threaded):
            pool = _damaged_pool(snapshot, modules, process, runtime)
            heap = heap._replace(damaged_pool=pool)
    if is_guarded:
        signal, accessed = process.ending.signal, process.fault.tried.address
        if not isinstance(signal, Absent) and signal.number == SIGSEGV:
            accessed = accessed if signal.fault_address is None else signal.fault_address
        heap = heap._replace(guarded=guarded_block(snapshot, modules, accessed))
    return heap


def _damaged_pool(
    snapshot: Snapshot, modules: ModuleMap, process: ProcessState, runtime: PythonRuntime
) -> DamagedPool | None:
    """The pool whose list of free blocks the failed pointer was read from."""
    first = next(iter(process.pointer.holders), None)
    pools = Pools(snapshot.memory, runtime.version[1])
    pool = None if first is None else pools.pool_at(first.load.holder)
    if pool is None or not pool.broken_at:
        return None
    reader, number, bytes_of = ObjectReader(runtime), Counter[str](), dict[str, int]()
    for block in range(pool.start + OVERHEAD, pool.fresh, pool.size):
        for at in (block + before for before in BEFORE if before < pool.size):
            info = reader.native_type(at)
            if info is None:
                continue
            module = extension_of(runtime, reader, modules, at)
            if module is not None and not roles.in_packages(module.path):
                number[info.name] += 1
                bytes_of[info.name] = info.basicsize
                break
    found = [(name, count, bytes_of[name]) for name, count in number.most_common()]
    return DamagedPool(pool.size, tuple(found))


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
