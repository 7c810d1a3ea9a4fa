"""Attributes of instances: __slots__, __dict__, and the ways 3.8 to 3.14 store it.

    3.8-3.10  tp_dictoffset > 0: a dict pointer there; < 0: from the end of a var-sized object
    3.11      MANAGED_DICT: PyDictValues * at -32, dict * at -24 before the object; one of them NULL
    3.12      MANAGED_DICT: one word at -24, a dict *, or PyDictValues * minus one (bit 0 set)
    3.13+     MANAGED_DICT: a dict * at -24; while it is NULL and the type has INLINE_VALUES, the
              values lie behind the object, at +tp_basicsize, as long as `valid` is set

Values without a dict take their names from the class's shared keys, ht_cached_keys. The members of
__slots__ are described by PyMemberDefs behind the class: {name, type, offset, flags, doc}.
"""

from __future__ import annotations

import struct

from atfault.cpython.values.dicts import DictTable, dict_items, find_key, split_values
from atfault.cpython.values.joining import join, text_limit, text_of
from atfault.cpython.values.objects import Subject, ValueDecoder, decode_opaque
from atfault.cpython.values.strings import escape, read_text
from atfault.cpython.values.type_objects import HEAPTYPE, INLINE_VALUES, MANAGED_DICT, TypeInfo
from atfault.errors import MemoryFault
from atfault.model.values import Value

_MEMBER = struct.Struct("<QiIqiIQ")
"""PyMemberDef, Include/structmember.h: name, type, offset, flags, doc."""
_T_OBJECT_EX = 16
_MAX_SLOTS = 64
_MAX_NAME = 100
_ENUM_TYPES = ("enum.EnumMeta", "enum.EnumType")


def attributes(
    decoder: ValueDecoder, subject: Subject, limit: int
) -> tuple[int, list[tuple[str, int]]]:
    """(how many attributes the instance has, the first `limit` as (name, address of the value)).

    Raises MemoryFault or ValueError when the storage is damaged.
    """
    found: list[tuple[str, int]] = []
    for info in subject.type.chain():
        if info.from_class_statement and info.slot_count > 0:
            found.extend(_slots(decoder, subject.address, info))
    total, stored = _dict_attributes(decoder, subject, limit)
    return total + len(found), (found + stored)[:limit]


def _slots(decoder: ValueDecoder, address: int, info: TypeInfo) -> list[tuple[str, int]]:
    members = info.cached.get("slots")
    if members is None:
        members = info.cached["slots"] = _member_offsets(decoder, info)
    out = []
    for name, offset in members:
        value = decoder.memory.u64(address + offset)
        if value:
            out.append((name, value))
    return out


def _member_offsets(decoder: ValueDecoder, info: TypeInfo) -> list[tuple[str, int]]:
    memory = decoder.memory
    start = info.address + decoder.types.at(info.metatype).basicsize
    members: list[tuple[str, int]] = []
    raw = memory.read(start, _MEMBER.size * min(info.slot_count, _MAX_SLOTS))
    for name, kind, _, offset, _, _, _ in _MEMBER.iter_unpack(raw):
        if kind != _T_OBJECT_EX or not 0 < offset < info.basicsize:
            continue
        text = escape(memory.cstring(name, _MAX_NAME).decode("utf-8", "backslashreplace"))
        members.append((text, offset))
    return members


def _dict_attributes(
    decoder: ValueDecoder, subject: Subject, limit: int
) -> tuple[int, list[tuple[str, int]]]:
    info, memory, address = subject.type, decoder.memory, subject.address
    dict_address = 0
    if info.flags & MANAGED_DICT and decoder.version[:2] >= (3, 11):
        values, dict_address = _managed(decoder, subject)
        if values:
            return _inline(decoder, info, values, limit)
    elif info.dictoffset > 0:
        dict_address = memory.u64(address + info.dictoffset)
    elif info.dictoffset < 0:
        items = abs(subject.signed(decoder.structs["PyVarObject"]["ob_size"]))
        size = (info.basicsize + items * info.itemsize + 7) & ~7
        dict_address = memory.u64(address + size + info.dictoffset)
    if not dict_address:
        return 0, []
    decoder.type_of(dict_address)
    used, pairs = dict_items(memory, decoder.structs, dict_address, limit)
    return used, [(key_name(decoder, key), value) for key, value in pairs]


def _managed(decoder: ValueDecoder, subject: Subject) -> tuple[int, int]:
    """(address of the PyDictValues or 0, address of the dict or 0)."""
    memory, address, info = decoder.memory, subject.address, subject.type
    layout = decoder.structs["PyDictValues"]
    if "capacity" in layout:
        # Free-threaded builds have no GC header before the object; the pointer is then at -8.
        dict_address = memory.u64(address - (8 if "ob_tid" in decoder.structs["PyObject"] else 24))
        values = address + info.basicsize
        if dict_address or not info.flags & INLINE_VALUES:
            return 0, dict_address
        return (values if memory.u8(values + layout["valid"]) else 0), 0
    if decoder.version[:2] == (3, 11):
        values, dict_address = memory.u64s(address - 32, 2)
        return (0, dict_address) if dict_address else (values, 0)
    word = memory.u64(address - 24)
    return (word + 1, 0) if word & 1 else (0, word)


def _inline(
    decoder: ValueDecoder, info: TypeInfo, values: int, limit: int
) -> tuple[int, list[tuple[str, int]]]:
    table: DictTable | None = info.cached.get("keys")
    if table is None:
        if not info.flags & HEAPTYPE:
            raise ValueError("a static type has no shared keys")
        keys = decoder.memory.u64(
            info.address + decoder.structs["PyHeapTypeObject"]["ht_cached_keys"]
        )
        table = DictTable(decoder.memory, decoder.structs, keys)
        info.cached["names"] = [
            key_name(decoder, key) if key else "" for key in table.keys(decoder.memory, 254)
        ]
        info.cached["keys"] = table
    names: list[str] = info.cached["names"]
    pairs = split_values(decoder.memory, decoder.structs, values, table)
    found = [(names[index], value) for index, value in pairs[:limit] if index < len(names)]
    return len(pairs), found


def key_name(decoder: ValueDecoder, address: int) -> str:
    """An attribute's name, escaped; "?" when the key is not a readable str. Kept by address."""
    known = decoder.cache.get(("name", address))
    if known is None:
        try:
            known = escape(read_text(decoder.memory, decoder.structs, address, _MAX_NAME)[0])
        except (MemoryFault, ValueError):
            known = "?"
        decoder.cache[("name", address)] = known
    return str(known)


def attribute_children(
    decoder: ValueDecoder, subject: Subject
) -> tuple[int, list[str], list[tuple[str, Value]]]:
    """(number of attributes, their texts "name=value", children)."""
    total, found = attributes(decoder, subject, decoder.limits.attributes)
    texts: list[str] = []
    children: list[tuple[str, Value]] = []
    for name, address in found:
        value = decoder.child(subject, address, name)
        texts.append(f"{name}={text_of(value)}")
        if isinstance(value, Value):
            children.append((f".{name}", value))
    return total, texts, children


def decode_instance(decoder: ValueDecoder, subject: Subject) -> Value:
    """An instance of a Python class, also of a dataclass or enum: Name(attribute=value, …)."""
    info = subject.type
    if info.address and info.base is None:
        return Value("object", f"<object at {subject.address:#x}>", subject.address)
    member = enum_member_name(decoder, subject)
    if member:
        return _enum_member(decoder, subject, member)
    if not decoder.may_descend(subject):
        return Value(info.name, f"<{info.short_name} at {subject.address:#x}>", subject.address)
    total, texts, children = attribute_children(decoder, subject)
    if not total and not info.from_class_statement:
        return decode_opaque(decoder, subject)
    if total:
        text = f"{info.short_name}({join(texts, total, text_limit(decoder, subject))})"
    else:
        text = f"<{info.short_name} at {subject.address:#x}>"
    return Value(info.name, text, subject.address, children=tuple(children))


def enum_member_name(decoder: ValueDecoder, subject: Subject) -> str:
    """`RED` for a member of an enum class; "" for anything else."""
    info = subject.type
    is_enum = info.cached.get("enum")
    if is_enum is None:
        metatypes = decoder.types.at(info.metatype).chain()
        is_enum = info.cached["enum"] = any(m.name in _ENUM_TYPES for m in metatypes)
    if not is_enum:
        return ""
    address = _attribute(decoder, subject, "_name_")
    return key_name(decoder, address) if address else ""


def _attribute(decoder: ValueDecoder, subject: Subject, wanted: str) -> int:
    for name, address in attributes(decoder, subject, decoder.limits.attributes)[1]:
        if name == wanted:
            return address
    return 0


def _enum_member(decoder: ValueDecoder, subject: Subject, member: str) -> Value:
    name = f"{subject.type.short_name}.{member}"
    address = _attribute(decoder, subject, "_value_")
    value = decoder.child(subject, address) if address else None
    if not isinstance(value, Value):
        return Value(subject.type.name, f"<{name}>", subject.address)
    return Value(subject.type.name, f"<{name}: {value.text}>", subject.address, value.number)


def tuple_fields(decoder: ValueDecoder, info: TypeInfo) -> list[str] | None:
    """The field names of a named tuple's class; None when it is none."""
    if "fields" not in info.cached:
        info.cached["fields"] = None
        for base in info.chain():
            if base.from_class_statement and base.dict_address:
                address = find_key(decoder.memory, decoder.structs, base.dict_address, "_fields")
                if address:
                    info.cached["fields"] = names_in_tuple(decoder, address)
                    break
    fields: list[str] | None = info.cached["fields"]
    return fields


def names_in_tuple(decoder: ValueDecoder, address: int) -> list[str] | None:
    """The str members of the tuple at `address`, escaped; None when it is not a tuple of names."""
    if decoder.type_of(address).name != "tuple":
        return None
    structs = decoder.structs
    size = decoder.memory.i64(address + structs["PyVarObject"]["ob_size"])
    if not 0 <= size <= 1000:
        return None
    items = decoder.memory.u64s(address + structs["PyTupleObject"]["ob_item"], size)
    return [key_name(decoder, item) for item in items]
