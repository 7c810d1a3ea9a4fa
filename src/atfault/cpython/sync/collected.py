"""The objects that the garbage collector knows, from its own lists:

    sys.modules ⇄ … ⇄ head of its generation, in the interpreter state; the others' beside it

Source: Include/internal/pycore_gc.h.
"""

import struct
from collections.abc import Iterator
from itertools import chain, islice

from atfault.cpython.sync.sync_world import World
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

_MAX_OBJECTS = 400_000
"""Of the collector; a look at so many takes a second."""
_GC_HEAD = 16
_FLAGS = 7
"""Low bits of the collector's links."""
_GENERATION = 24
"""Bytes of a gc_generation {head, threshold, count}, several of which lie side by side."""
_NEIGHBOURS = 4
_FOUR_WORDS = 32
_FOUR = struct.Struct("<4Q").unpack_from


def of_kind(world: World, *names: str) -> Iterator[int]:
    """The objects of these types, or of ones derived from them; some may come twice."""
    known: dict[int, bool] = {}
    for address, kind in collected(world):
        if kind not in known:
            known[kind] = world.reader.is_a(address, *names)
        if known[kind]:
            yield address


def collected(world: World) -> Iterator[tuple[int, int]]:
    """(object, its type) of what the collector of the main interpreter knows, bounded, the youngest
    of each generation first; nothing of a free-threaded build, which has no such lists."""
    runtime = world.runtime
    if runtime.free_threaded or not runtime.interpreters:
        return
    memory = runtime.memory
    head = _a_head(world)
    at_type = _GC_HEAD + runtime.offsets["PyObject"]["ob_type"]
    starts = [head + number * _GENERATION for number in range(-_NEIGHBOURS, _NEIGHBOURS + 1)]
    lists = (collected_from(memory, start) for start in starts if head)
    for node, words in islice(chain.from_iterable(lists), _MAX_OBJECTS):
        yield node + _GC_HEAD, words[at_type // 8]


def collected_from(memory: Memory, start: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(link, its first four words) of the collector's list whose head is at `start`, the youngest
    first; nothing where no list begins.

    The process runs on meanwhile, and the youngest may be gone: where the links to and fro do not
    fit together any more, the rest is walked from the oldest on, and some may come twice."""
    try:
        ends = memory.u64(start + 8) & ~_FLAGS, memory.u64(start) & ~_FLAGS
        if start in ends or memory.u64(ends[1] + 8) & ~_FLAGS != start:
            return  # it is none, or is being collected
    except MemoryFault:
        return
    for node, onward, back in ((ends[0], 1, 0), (ends[1], 0, 1)):
        before = start
        for _ in range(_MAX_OBJECTS):
            if node == start:
                return
            try:
                words: tuple[int, ...] = _FOUR(memory.skim(node, _FOUR_WORDS))
            except MemoryFault:
                break
            if words[back] & ~_FLAGS != before:
                break
            yield node, words
            before, node = node, words[onward] & ~_FLAGS


def _a_head(world: World) -> int:
    """The head of the generation that sys.modules, one of its oldest, is in: the link that lies in
    the interpreter's own state (3.8: in the runtime's); 0 when it is not found."""
    runtime = world.runtime
    ranges = [(runtime.address, runtime.offsets["_PyRuntimeState"]["sizeof"])]
    size = runtime.offsets["PyInterpreterState"]["sizeof"]
    ranges += [(one.address, size) for one in runtime.interpreters]
    node = runtime.interpreters[0].modules - _GC_HEAD
    for _ in range(_MAX_OBJECTS):
        try:
            links: tuple[int, ...] = _FOUR(runtime.memory.skim(node, 32))
            node = links[1] & ~_FLAGS
        except MemoryFault:
            return 0
        if any(start <= node < start + size for start, size in ranges):
            return node
    return 0
