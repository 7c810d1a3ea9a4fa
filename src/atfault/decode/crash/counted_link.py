"""A link of the garbage collector's list that was taken for the count of an object, and lowered:

stale reference ──► +0  PyGC_Head: next = 0x7f…3bc      ◄── 0x7f…3c0 less 4; here was ob_refcnt
                    +16 the object that the collector knows            of what has been freed
"""

from collections.abc import Iterable

from atfault.cpython.memory.damaged import Inspector
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.damage import CountedLink
from atfault.snapshot.protocol import Memory

MAX_NODES = 200_000
_HEAD, _ALIGNMENT = 16, 16
_FLAGS = 3
"""Of PyGC_Head.next and prev; a link that is lowered by less than five has the bit above."""
_ODD = 4


def counted_link(
    reader: ObjectReader, inspector: Inspector, in_hand: Iterable[int]
) -> CountedLink | None:
    """The first on the lists that these words belong to; None where there is none."""
    memory, seen = reader.memory, set[int]()
    for node in in_hand:
        if node % 8 or not _is_on_list(memory, node):
            continue
        try:
            while node not in seen and len(seen) < MAX_NODES:
                seen.add(node)
                link = memory.u64(node)
                if link & _ODD:
                    return _judge(reader, inspector, node, link)
                node = link & ~_FLAGS
        except MemoryFault:
            continue
    return None


def _is_on_list(memory: Memory, node: int) -> bool:
    try:
        before = memory.u64(node + 8) & ~_FLAGS
        return bool(before) and memory.u64(before) & ~_FLAGS == node
    except MemoryFault:
        return False


def _judge(reader: ObjectReader, inspector: Inspector, node: int, link: int) -> CountedLink | None:
    meant = (link | (_ALIGNMENT - 1)) + 1
    if inspector.problem(meant + _HEAD):
        return None
    return CountedLink(node, meant - link, reader.type_name(meant + _HEAD))
