"""What the probe noted of a process, in the order in which it happened."""

from typing import NamedTuple

NOTE, UNCAUGHT, FORKED = 1, 2, 3
"""Kinds of records (see atfault_probe.journal)."""


class JournalRecord(NamedTuple):
    """One record."""

    number: int
    """From 1; the numbers of a journal have no gaps but those of records that are lost."""
    nanoseconds: int
    """CLOCK_MONOTONIC."""
    tid: int
    """The kernel's thread id."""
    file: str
    """As the code object names it; "…" and its end where it is long; "" when unknown."""
    line: int | None
    kind: int
    payload: bytes
    is_cut: bool
    """The payload was longer."""


class Journal(NamedTuple):
    """All that can be read of one process's journal."""

    pid: int
    began: int
    """CLOCK_MONOTONIC in nanoseconds when it was begun."""
    began_at: float
    """The same moment in seconds since the epoch."""
    records: tuple[JournalRecord, ...]
    """By number, rising."""
    torn: int
    """Records that were not finished, or are damaged."""
    lost: int
    """Records before the first that have been overwritten."""
