"""Tables of dicts and of instance attributes: Objects/dictobject.c, internal/pycore_dict.h.

PyDictKeysObject             dk_indices          entries, in order of insertion
refcnt size… nentries      | hash → entry no.  | (hash) key value | (hash) key value | …

combined   a dict's keys and values are in the entries; deleted ones have a NULL value
unicode    the same without hashes, all keys str (3.11+, dk_kind 1)
split      keys are in the entries shared by the instances of a class (3.11+: dk_kind 2), values
           in an array of each dict or instance

PyDictValues 3.11, 3.12      … order[1] order[0] size prefix | values[0] values[1] …
                                                             ^ the pointer points here
PyDictValues 3.13+           capacity size embedded valid … | values[capacity] | order[size]
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Iterator, Mapping

from atfault.cpython.values.strings import read_text
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_U64 = struct.Struct("<Q")
_I64 = struct.Struct("<q")

_GENERAL = 0
_SPLIT = 2
_MAX_LOG2_SIZE = 40
_MAX_SCANNED = 1 << 16
"""Entries looked at for the first live ones: a queue-like dict begins with deleted ones."""
_STEP = 64
_MAX_SHARED = 254
"""Upper bound of the values of a split table; 30 in current versions."""


class DictTable:
    """Where the entries of one PyDictKeysObject lie. Raises ValueError for an impossible one."""

    __slots__ = ("address", "entries", "key_at", "nentries", "split", "stride", "value_at")

    def __init__(self, memory: Memory, structs: Structs, address: int) -> None:
        fields = structs["PyDictKeysObject"]
        head = memory.read(address, fields["sizeof"])
        self.address = address
        self.nentries: int = _I64.unpack_from(head, fields["dk_nentries"])[0]
        entry = structs["PyDictKeyEntry"]
        kind = _GENERAL
        if "dk_kind" in fields:
            kind = head[fields["dk_kind"]]
            log2_size = head[fields["dk_log2_size"]]
            index_bytes = 1 << min(head[fields["dk_log2_index_bytes"]], _MAX_LOG2_SIZE + 3)
            slots = 1 << min(log2_size, _MAX_LOG2_SIZE)
            if kind > _SPLIT or log2_size > _MAX_LOG2_SIZE or index_bytes < slots:
                raise ValueError("its key table is damaged")
            if kind != _GENERAL:
                entry = structs["PyDictUnicodeEntry"]
        else:
            slots = _I64.unpack_from(head, fields["dk_size"])[0]
            if slots <= 0 or slots & (slots - 1) or slots >> _MAX_LOG2_SIZE:
                raise ValueError("its key table is damaged")
            width = 1 if slots <= 0xFF else 2 if slots <= 0xFFFF else 4
            index_bytes = slots * (8 if slots > 0xFFFF_FFFF else width)
        if not 0 <= self.nentries <= slots:
            raise ValueError("its key table is damaged")
        self.entries = address + fields["dk_indices"] + index_bytes
        self.stride = entry["sizeof"]
        self.key_at = entry["me_key"]
        self.value_at = entry["me_value"]
        self.split = kind == _SPLIT

    def keys(self, memory: Memory, limit: int) -> list[int]:
        """Addresses of the first `limit` keys, deleted ones (0) included."""
        count = min(self.nentries, limit)
        raw = memory.read(self.entries, count * self.stride)
        return [_U64.unpack_from(raw, i * self.stride + self.key_at)[0] for i in range(count)]

    def live(self, memory: Memory) -> Iterator[tuple[int, int]]:
        """(key, value) addresses of the live entries of a combined table, in order."""
        step, key, value = self.stride // 8, self.key_at // 8, self.value_at // 8
        for first in range(0, min(self.nentries, _MAX_SCANNED), _STEP):
            count = min(_STEP, self.nentries - first)
            raw = memory.read(self.entries + first * self.stride, count * self.stride)
            words = memoryview(raw).cast("Q").tolist()
            for pair in zip(words[key::step], words[value::step]):
                if pair[1]:
                    yield pair


def dict_items(
    memory: Memory, structs: Structs, address: int, limit: int
) -> tuple[int, list[tuple[int, int]]]:
    """(number of items, the first `limit` (key address, value address)) of the dict at `address`.

    Raises MemoryFault, or ValueError when the dict is damaged.
    """
    used, found = _items(memory, structs, address)
    return used, [item for _, item in zip(range(limit), found)]


def _items(memory: Memory, structs: Structs, address: int) -> tuple[int, Iterable[tuple[int, int]]]:
    """As dict_items, with items that are read as they are asked for."""
    fields = structs["PyDictObject"]
    head = memory.read(address, fields["sizeof"])
    used: int = _I64.unpack_from(head, fields["ma_used"])[0]
    keys: int = _U64.unpack_from(head, fields["ma_keys"])[0]
    values: int = _U64.unpack_from(head, fields["ma_values"])[0]
    if used < 0 or used >> _MAX_LOG2_SIZE:
        raise ValueError(f"its number of items {used} is impossible")
    if used == 0:
        return 0, ()
    table = DictTable(memory, structs, keys)
    if values:
        addresses = split_values(memory, structs, values, table)
        names = table.keys(memory, _MAX_SHARED)
        return used, [(names[index], value) for index, value in addresses if index < len(names)]
    if used > table.nentries:
        raise ValueError("it claims more items than its table holds")
    return used, table.live(memory)


def split_values(
    memory: Memory, structs: Structs, values: int, table: DictTable
) -> list[tuple[int, int]]:
    """(index of the key, address of the value) in order of insertion, of the PyDictValues (before
    3.11: the array) at `values`."""
    fields = structs.get("PyDictValues")
    if fields is None:
        count = min(table.nentries, _MAX_SHARED)
        return [(i, value) for i, value in enumerate(memory.u64s(values, count)) if value]
    if "capacity" in fields:
        head = memory.read(values, fields["values"])
        capacity, size = head[fields["capacity"]], head[fields["size"]]
        if size > capacity:
            raise ValueError("its attribute table is damaged")
        raw = memory.read(values + fields["values"], capacity * 8 + size)
        order = raw[capacity * 8 :]
        words = struct.unpack_from(f"<{capacity}Q", raw)
    else:
        size, prefix = memory.read(values - 2, 2)
        if size + 2 > prefix:
            raise ValueError("its attribute table is damaged")
        raw = memory.read(values - prefix, prefix)
        order = raw[prefix - 2 - size : prefix - 2][::-1]
        words = memory.u64s(values, max(order, default=-1) + 1)
    return [(index, words[index]) for index in order if index < len(words) and words[index]]


def state_of_dict(memory: Memory, structs: Structs, address: int) -> bytes:
    """The heads of a dict and of its table, without reference counts: the same as long as no key
    came or went. Raises MemoryFault."""
    head = memory.read(address, structs["PyDictObject"]["sizeof"])
    table: int = _U64.unpack_from(head, structs["PyDictObject"]["ma_keys"])[0]
    return head[8:] + memory.read(table, structs["PyDictKeysObject"]["sizeof"])[8:]


def find_key(memory: Memory, structs: Structs, address: int, wanted: str, limit: int = 512) -> int:
    """Address of the value under the str `wanted` in the dict at `address`; 0 when it is not among
    the first `limit` items. Raises like dict_items."""
    return find_keys(memory, structs, address, (wanted,), limit).get(wanted, 0)


def find_keys(
    memory: Memory, structs: Structs, address: int, wanted: Collection[str], limit: int = 512
) -> dict[str, int]:
    """`find_key` for several, in one walk: those that are there."""
    fields = structs["PyASCIIObject"]
    length, fixed = fields["length"], fields["sizeof"]
    sizes = {len(name).to_bytes(8, "little"): len(name) for name in wanted}
    skim = memory.skim
    found: dict[str, int] = {}
    for _, (key, value) in zip(range(limit), _items(memory, structs, address)[1]):
        size = sizes.get(skim(key + length, 8))
        if size is None:  # most keys are told apart by that
            continue
        try:
            text = read_text(memory, structs, key, size + 1, skim(key, fixed + size))[0]
        except ValueError:
            continue
        if text in wanted:
            found[text] = value
            if len(found) == len(wanted):
                break
    return found
