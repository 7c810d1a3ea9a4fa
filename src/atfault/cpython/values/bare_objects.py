"""Ints and instance attributes without looking at type names.

The names of static types lie in the interpreter's constants, which a core does not hold: where the
binary is missing, `instances` and `scalars` find no types. What is needed of the threading module's
own objects can do without. How attributes are stored is drawn in `instances`.
"""

from __future__ import annotations

from collections.abc import Mapping

from atfault.cpython.values.dicts import DictTable, dict_items, split_values
from atfault.cpython.values.strings import read_text
from atfault.cpython.values.type_objects import INLINE_VALUES, MANAGED_DICT
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_MAX_DIGITS = 3
"""Of 30 bits: more than any address or thread ident has."""
_DIGIT_BITS = 30
_MAX_ATTRIBUTES = 254
_MAX_NAME = 100


def small_int(memory: Memory, structs: Structs, address: int) -> int:
    """The int (or bool) from 0 to 2**90 at `address`. Raises MemoryFault, or ValueError."""
    fields = structs["PyLongObject"]
    if "lv_tag" in fields:
        tag = memory.u64(address + fields["lv_tag"])
        count, negative = tag >> 3, tag & 3 == 2
    else:
        count = memory.i64(address + structs["PyVarObject"]["ob_size"])
        negative = count < 0
    if negative or not 0 <= count <= _MAX_DIGITS:
        raise ValueError("not a small int")
    start = address + fields["ob_digit"]
    return sum(memory.u32(start + 4 * i) << (_DIGIT_BITS * i) for i in range(count))


def attributes(memory: Memory, structs: Structs, minor: int, address: int) -> dict[str, int]:
    """Name → address of the value, of the instance of a Python class at `address`.

    Raises MemoryFault, or ValueError when its storage is damaged.
    """
    found: dict[str, int] = {}
    for key, value in _items(memory, structs, minor, address):
        try:
            found[read_text(memory, structs, key, _MAX_NAME)[0]] = value
        except ValueError:
            continue
    return found


def _items(memory: Memory, structs: Structs, minor: int, address: int) -> list[tuple[int, int]]:
    kind = memory.u64(address + structs["PyObject"]["ob_type"])
    fields = structs["PyTypeObject"]
    flags = memory.u64(kind + fields["tp_flags"])
    values = 0
    if not flags & MANAGED_DICT or minor < 11:
        offset = memory.i64(kind + fields["tp_dictoffset"])
        if offset <= 0:
            raise ValueError("it has no __dict__")
        holder = memory.u64(address + offset)
    elif minor == 11:
        values, holder = memory.u64s(address - 32, 2)
    else:
        holder = memory.u64(address - (8 if "ob_tid" in structs["PyObject"] else 24))
        if minor == 12 and holder & 1:
            values, holder = holder + 1, 0
        elif minor >= 13 and not holder and flags & INLINE_VALUES:
            values = address + memory.i64(kind + fields["tp_basicsize"])
    if holder:
        return dict_items(memory, structs, holder, _MAX_ATTRIBUTES)[1]
    if not values:
        raise MemoryFault(address, 8, "no attributes")
    keys = memory.u64(kind + structs["PyHeapTypeObject"]["ht_cached_keys"])
    table = DictTable(memory, structs, keys)
    names = table.keys(memory, _MAX_ATTRIBUTES)
    pairs = split_values(memory, structs, values, table)
    return [(names[index], value) for index, value in pairs if index < len(names)]
