"""Which function decodes the objects of which C type.

A module of decoders is imported when the first object of its types is met.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from atfault import lazy
from atfault.cpython.values.objects import Handler, Structs, ValueDecoder
from atfault.snapshot.protocol import Memory

PLACES: Mapping[str, str] = {
    "NoneType": "scalars:decode_none",
    "bool": "scalars:decode_bool",
    "int": "scalars:decode_int",
    "float": "scalars:decode_float",
    "complex": "scalars:decode_complex",
    "ellipsis": "scalars:decode_singleton",
    "NotImplementedType": "scalars:decode_singleton",
    "str": "text_objects:decode_str",
    "bytes": "text_objects:decode_bytes",
    "bytearray": "text_objects:decode_bytearray",
    "list": "containers:decode_list",
    "tuple": "containers:decode_tuple",
    "dict": "containers:decode_dict",
    "collections.OrderedDict": "stdlib_objects:decode_ordered_dict",
    "collections.defaultdict": "containers:decode_dict",
    "frozendict": "containers:decode_dict",
    "mappingproxy": "containers:decode_mappingproxy",
    "set": "containers:decode_set",
    "frozenset": "containers:decode_set",
    "collections.deque": "containers:decode_deque",
    "range": "containers:decode_range",
    "slice": "containers:decode_slice",
    "object": "instances:decode_instance",
    "types.SimpleNamespace": "instances:decode_instance",
    "BaseException": "exceptions:decode_exception",
    "type": "callables:decode_type",
    "function": "callables:decode_function",
    "method": "callables:decode_method",
    "builtin_function_or_method": "callables:decode_builtin",
    "module": "callables:decode_module",
    "lazy_import": "callables:decode_lazy_import",
    "sentinel": "callables:decode_sentinel",
    "generator": "callables:decode_generator",
    "coroutine": "callables:decode_generator",
    "async_generator": "callables:decode_generator",
    "code": "callables:decode_code",
    "cell": "callables:decode_cell",
    "functools.partial": "callables:decode_partial",
    "_thread.lock": "stdlib_objects:decode_lock",
    "_thread.RLock": "stdlib_objects:decode_rlock",
    "_queue.SimpleQueue": "stdlib_objects:decode_simple_queue",
    "datetime.datetime": "stdlib_objects:decode_datetime",
    "datetime.date": "stdlib_objects:decode_date",
    "datetime.time": "stdlib_objects:decode_time",
    "datetime.timedelta": "stdlib_objects:decode_timedelta",
    "memoryview": "memory_objects:decode_memoryview",
    "array.array": "memory_objects:decode_array",
    "mmap.mmap": "memory_objects:decode_mmap",
    "_ctypes._SimpleCData": "ctypes_objects:decode_data",
    "_ctypes.Array": "ctypes_objects:decode_data",
    "_ctypes.Structure": "ctypes_objects:decode_data",
    "_ctypes.Union": "ctypes_objects:decode_data",
    "_ctypes._Pointer": "ctypes_objects:decode_data",
    "_ctypes.CFuncPtr": "ctypes_objects:decode_data",
    "CArgObject": "ctypes_objects:decode_reference",
    "_ctypes.CArgObject": "ctypes_objects:decode_reference",
}
"""C type → "module:function", of this package, that decodes its instances and its subclasses'."""
BUILT_IN: Mapping[str, Handler] = {
    name: lazy.calling(f"{__package__}.{place}") for name, place in PLACES.items()
}


def value_decoder(
    memory: Memory, offsets: Structs, version: tuple[int, ...], **options: Any
) -> ValueDecoder:
    """A decoder that knows these types; options: as ValueDecoder takes them."""
    return ValueDecoder(memory, offsets, version, handlers=BUILT_IN, **options)
