"""Iterators that are written in C: what they draw from, and how many items they have yet to give.

    list_iterator, tuple_iterator, str_iterator      it_index, it_seq: the rest of the sequence
    list_reverseiterator, reversed                   index, seq: down to the first
    range_iterator                                   len: 3.12+ counts it down, before that index up
    dict_keyiterator, set_iterator …                 len, counted down
    enumerate, zip, map, filter, itertools           as many as what they draw from

Layouts: Objects/{iterobject,listobject,tupleobject,rangeobject,dictobject,setobject,enumobject}.c,
Python/bltinmodule.c, Modules/itertoolsmodule.c; all in words of eight bytes behind the header.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import TypeInfo
from atfault.model.process import may_be_object

_DRAWING = ("enumerate", "filter", "map", "zip")
_BY_INDEX = frozenset("list_iterator tuple_iterator str_iterator str_ascii_iterator".split())
_OF_OBJECTS = ("list_iterator", "tuple_iterator")
_MAX_RANK = 10_000
"""Of the next item."""
_BACKWARDS = frozenset(("list_reverseiterator", "reversed"))
_COUNTED = {
    **dict.fromkeys(("dict_keyiterator", "dict_valueiterator", "dict_itemiterator"), 4),
    "set_iterator": 3,
}
"""Type → which word behind the header counts down."""
_MAX_SIZE = 128
"""Bytes of an iterator."""
_MAX_DRAWN = 100
_MAX_DEPTH = 4
_MOST = 1 << 48
_TAKING_ALL = ("enumerate", "filter", "itertools.accumulate", "itertools.starmap", "map")
"""They end when what they draw from does; `map` of several, with the first."""
_READS = ("read", "read1", "readline", "recv")
_READ = {
    **dict.fromkeys(("_io.BytesIO", "_io.BufferedReader", "_io.BufferedRandom"), "bytes"),
    **dict.fromkeys(("socket.socket", "_socket.socket"), "bytes"),
    **dict.fromkeys(("_io.StringIO", "_io.TextIOWrapper"), "str"),
}
"""Type → what its methods give that read."""
_ENDLESS = frozenset(("itertools.cycle", "itertools.count", "callable_iterator"))
"""They have no end of their own: that of `iter(read, b"")` comes by what is called."""


def is_drawing(info: TypeInfo) -> bool:
    """Whether it is a type of Python's own iterators over others, which are written in C."""
    return info.name in _DRAWING or info.name.startswith("itertools.")


def is_iterator(reader: ObjectReader, address: int) -> bool:
    """Whether it is an iterator of Python's own, or a generator."""
    name = reader.type_name(address)
    return name.startswith(("itertools.", "generator")) or "iterator" in name or name in _DRAWING


def drawn_from(reader: ObjectReader, iterator: int) -> Iterable[int]:
    """What an iterator of Python's own that is written in C draws from; () for other objects. Where
    it keeps that differs: each word may be one, or a tuple of them (`zip`, `map`)."""
    info = reader.type(iterator)
    if info is None or not is_drawing(info):
        return ()
    found = words_of(reader, iterator, info)
    return [*found, *chain.from_iterable(reader.items(one, _MAX_DRAWN) for one in found)]


def words_of(reader: ObjectReader, address: int, info: TypeInfo) -> list[int]:
    """The words of an object behind its header that may be addresses of others."""
    head = reader.structs["PyObject"]["sizeof"]
    size = min(info.basicsize, _MAX_SIZE) - head
    words = reader.memory.words(address + head, max(size, 0) // 8)
    return [word for word in words if may_be_object(word)]


def left(reader: ObjectReader, iterator: int, depth: int = 0) -> int | None:
    """How many items it has yet to give at the most, _MOST where it has no end; None for what is no
    such iterator, or has been at its end."""
    kind = reader.type_name(iterator) if iterator else ""
    behind = iterator + reader.structs["PyObject"]["sizeof"]
    found: int | None = None
    if kind in _BY_INDEX:
        size = _length(reader, reader.word(behind + 8))
        found = None if size is None else size - reader.word(behind)
    elif kind in _BACKWARDS:
        found = reader.word(behind) + 1
    elif kind == "range_iterator":
        # 3.12+: start, step, len; before that index, start, step, len.
        index = 0 if reader.minor >= 12 else reader.word(behind)
        found = reader.word(behind + (16 if reader.minor >= 12 else 24)) - index
    elif kind in _COUNTED:
        found = reader.word(behind + 8 * _COUNTED[kind])
    elif kind in _ENDLESS:
        found = _MOST
    elif kind and depth < _MAX_DEPTH:
        inner = [left(reader, one, depth + 1) for one in drawn_from(reader, iterator)]
        found = min((one for one in inner if one is not None), default=None)
    return found if found is not None and 0 <= found <= _MOST else None


def why_endless(reader: ObjectReader, iterator: int, depth: int = 0) -> str:
    """Why an iterator does not end, however long all is taken of it: `iter(read, "")` where what is
    read are bytes; "" where it may, for all that is known."""
    kind = reader.type_name(iterator) if iterator else ""
    if kind == "callable_iterator":
        behind = iterator + reader.structs["PyObject"]["sizeof"]
        called, sentinel = reader.word(behind), reader.type_name(reader.word(behind + 8))
        if reader.type_name(called) == "functools.partial":
            called = reader.word(called + reader.structs["partialobject"]["func"])
        name, owner = reader.function_name(called), reader.type_name(reader.bound_to(called))
        gives = _READ.get(owner, "") if name in _READS else ""
        if gives and sentinel in ("bytes", "str") and gives != sentinel:
            return f"iter() ends at a {sentinel}, and {owner.lstrip('_')}.{name}() gives {gives}"
    elif kind in ("itertools.count", "itertools.cycle"):
        return f"{kind} has no end"
    elif kind in _TAKING_ALL and depth < _MAX_DEPTH:
        drawn = [one for one in drawn_from(reader, iterator) if is_iterator(reader, one)]
        return why_endless(reader, drawn[0], depth + 1) if len(drawn) == 1 else ""
    return ""


def to_give(reader: ObjectReader, iterator: int, most: int) -> list[int]:
    """The first items, `most` of them, that an iterator over a list or tuple has yet to give; []
    for other objects, and for one that has been at its end."""
    if not iterator or reader.type_name(iterator) not in _OF_OBJECTS:
        return []
    behind = iterator + reader.structs["PyObject"]["sizeof"]
    first = reader.word(behind)
    if not 0 <= first < _MAX_RANK:
        return []
    return reader.items(reader.word(behind + 8), first + most)[first:]


def _length(reader: ObjectReader, at: int) -> int | None:
    if reader.is_a(at, "str"):
        return reader.word(at + reader.structs["PyASCIIObject"]["length"])
    return reader.size(at)
