"""A read-write lock that keeps a reader and a writer from each other.

    mean        reads under the lock; at()  wants to read once more     waits for the writer
    add                                     wants to write              waits for the reader

A lock that lets writers in first lets no reader in while a writer waits, also none that reads
already. It counts its readers and does not say who they are: of threads that all stand still it is
who wants to read once more, where all others that might have it wait for these two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from atfault.diagnose.hang.native_movers import movers
from atfault.diagnose.hang.parties import Link, Party
from atfault.model.waits import Wait


def reading_twice(
    stuck: Iterable[Party],
    parties: Callable[[int], list[Party]],
    leads_to: Callable[[Party, Party], bool],
) -> Iterator[tuple[Link, Link]]:
    """Of each such lock the reader, which waits for a writer, and that, which waits for the reader.

    stuck: who never moves. parties: the threads of a process. leads_to: whether known waits lead
    from one thread to another.
    """
    at_locks: dict[str, list[Party]] = {}
    for one in stuck:
        if len(one.waits) == 1 and one.waits[0].resource.kind == "rwlock" and one.waits[0].library:
            at_locks.setdefault(one.waits[0].resource.key, []).append(one)
    for waiting in at_locks.values():
        writers = [one for one in waiting if wants_to_write(one.waits[0])]
        readers = [one for one in waiting if not wants_to_write(one.waits[0])]
        if (
            not writers
            or not readers
            or len(readers) < (writers[0].waits[0].resource.lock.readers or 0)
        ):
            continue
        writer, reader = writers[0], readers[0]
        at_lock = {one.key for one in waiting}
        able = movers(writer, writer.waits[0], parties(writer.pid))
        others = [one for one in able if one.key not in at_lock]
        if all(any(leads_to(one, two) for two in waiting) for one in others):
            yield (
                Link(reader, reader.waits[0], writer, None),
                Link(writer, writer.waits[0], reader, None),
            )


def wants_to_write(wait: Wait) -> bool:
    """Whether it is for a lock that others have to read."""
    return bool(wait.resource.lock.readers)
