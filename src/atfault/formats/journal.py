"""The journals that the probe leaves: bytes → records (layout: src/atfault_probe/journal.py).

The bytes are a file's, or the memory of a process or core that has it mapped. Whoever wrote them
may have been stopped at any moment, or be hostile: every number is held against the size of the
data, and the work is bounded by it.

What the probe noted of a process, in the order in which it happened.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from atfault.errors import FormatError, UnsupportedInput

MAGIC = b"\x89atfault-journal"
VERSION = 1
MAX_SIZE = 16 << 20
"""Bytes; the probe's own have less than one MiB."""

_HEADER = struct.Struct("<16s10IQQ")
_RECORD = struct.Struct("<QQIIHHHH88sQ")
_PAYLOAD = 88
_LENGTH = struct.Struct("<H")
NOTE, UNCAUGHT, FORKED = 1, 2, 3
"""Kinds of records (see atfault_probe.journal)."""


def parse(data: bytes) -> Journal:
    """The journal in `data`, which begins with its header.

    Raises FormatError for what is no journal, and UnsupportedInput for one of another version.
    """
    if len(data) < _HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise FormatError("not a journal of atfault's probe", 0)
    _, version, pid, _, names_at, names, name_size, slots_at, slots, slot_size, _, *clocks = (
        _HEADER.unpack_from(data)
    )
    if version != VERSION:
        raise UnsupportedInput(f"a journal of version {version}; this atfault reads {VERSION}")
    fits = names_at + names * name_size <= len(data) and slots_at + slots * slot_size <= len(data)
    if len(data) > MAX_SIZE or not fits or name_size <= 2 or slots == 0:
        raise FormatError("the header of the journal does not fit its size", 0)
    if slot_size != _RECORD.size:
        raise FormatError(f"records of {slot_size} bytes, expected {_RECORD.size}", 48)
    table = _Names(data, names_at, names, name_size)
    records, torn = _records(data, slots_at, slots, table)
    records.sort()
    newest = records[-1].number if records else 0
    kept = tuple([record for record in records if record.number > newest - slots])
    lost = kept[0].number - 1 if kept else 0
    began, began_at = clocks
    return Journal(pid, began, began_at / 1e9, kept, torn + len(records) - len(kept), lost)


def _records(
    data: bytes, slots_at: int, slots: int, names: _Names
) -> tuple[list[JournalRecord], int]:
    """All whole records, unsorted, and how many are not whole."""
    found, torn = [], 0
    area = memoryview(data)[slots_at : slots_at + slots * _RECORD.size]
    for slot, raw in enumerate(_RECORD.iter_unpack(area)):
        number, when, tid, line, file, kind, length, _, payload, last = raw
        if number == last == 0:
            continue
        if number != last or number % slots != slot:
            torn += 1
            continue
        kept = payload[: min(length, _PAYLOAD)]
        is_cut = length > _PAYLOAD
        name = names.get(file)
        found.append(JournalRecord(number, when, tid, name, line or None, kind, kept, is_cut))
    return found, torn


class _Names:
    """The names of files, decoded when asked for."""

    def __init__(self, data: bytes, at: int, count: int, size: int) -> None:
        self._data = data
        self._at = at
        self._count = count
        self._size = size
        self._known: dict[int, str] = {0: ""}

    def get(self, number: int) -> str:
        """ "" for a number that has no name, or none that is whole."""
        name = self._known.get(number)
        if name is None:
            name = self._known[number] = self._read(number) if number <= self._count else ""
        return name

    def _read(self, number: int) -> str:
        at = self._at + (number - 1) * self._size
        (length,) = _LENGTH.unpack_from(self._data, at)
        room = self._size - _LENGTH.size
        text = self._data[at + 2 : at + 2 + min(length, room)]
        if length <= room:
            return text.decode("utf-8", "backslashreplace")
        # A long one is cut at its start, perhaps inside of a character.
        return "…" + text.decode("utf-8", "ignore")


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
