"""Which function decodes the objects of which C type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from atfault.cpython.values.callables import (
    decode_builtin,
    decode_cell,
    decode_code,
    decode_function,
    decode_generator,
    decode_method,
    decode_module,
    decode_partial,
    decode_type,
)
from atfault.cpython.values.containers import (
    decode_deque,
    decode_dict,
    decode_list,
    decode_mappingproxy,
    decode_range,
    decode_set,
    decode_slice,
    decode_tuple,
)
from atfault.cpython.values.ctypes_objects import decode_data, decode_reference
from atfault.cpython.values.exceptions import decode_exception
from atfault.cpython.values.instances import decode_instance
from atfault.cpython.values.memory_objects import decode_array, decode_memoryview, decode_mmap
from atfault.cpython.values.objects import Handler, Structs, ValueDecoder
from atfault.cpython.values.scalars import (
    decode_bool,
    decode_complex,
    decode_float,
    decode_int,
    decode_none,
    decode_singleton,
)
from atfault.cpython.values.stdlib_objects import (
    decode_date,
    decode_datetime,
    decode_lock,
    decode_ordered_dict,
    decode_rlock,
    decode_simple_queue,
    decode_time,
    decode_timedelta,
)
from atfault.cpython.values.text_objects import decode_bytearray, decode_bytes, decode_str
from atfault.snapshot.protocol import Memory

BUILT_IN: Mapping[str, Handler] = {
    "NoneType": decode_none,
    "bool": decode_bool,
    "int": decode_int,
    "float": decode_float,
    "complex": decode_complex,
    "ellipsis": decode_singleton,
    "NotImplementedType": decode_singleton,
    "str": decode_str,
    "bytes": decode_bytes,
    "bytearray": decode_bytearray,
    "list": decode_list,
    "tuple": decode_tuple,
    "dict": decode_dict,
    "collections.OrderedDict": decode_ordered_dict,
    "collections.defaultdict": decode_dict,
    "mappingproxy": decode_mappingproxy,
    "set": decode_set,
    "frozenset": decode_set,
    "collections.deque": decode_deque,
    "range": decode_range,
    "slice": decode_slice,
    "object": decode_instance,
    "types.SimpleNamespace": decode_instance,
    "BaseException": decode_exception,
    "type": decode_type,
    "function": decode_function,
    "method": decode_method,
    "builtin_function_or_method": decode_builtin,
    "module": decode_module,
    "generator": decode_generator,
    "coroutine": decode_generator,
    "async_generator": decode_generator,
    "code": decode_code,
    "cell": decode_cell,
    "functools.partial": decode_partial,
    "_thread.lock": decode_lock,
    "_thread.RLock": decode_rlock,
    "_queue.SimpleQueue": decode_simple_queue,
    "datetime.datetime": decode_datetime,
    "datetime.date": decode_date,
    "datetime.time": decode_time,
    "datetime.timedelta": decode_timedelta,
    "memoryview": decode_memoryview,
    "array.array": decode_array,
    "mmap.mmap": decode_mmap,
    "_ctypes._SimpleCData": decode_data,
    "_ctypes.Array": decode_data,
    "_ctypes.Structure": decode_data,
    "_ctypes.Union": decode_data,
    "_ctypes._Pointer": decode_data,
    "_ctypes.CFuncPtr": decode_data,
    "CArgObject": decode_reference,
    "_ctypes.CArgObject": decode_reference,
}
"""C type → what decodes its instances and its subclasses'."""


def value_decoder(
    memory: Memory, offsets: Structs, version: tuple[int, ...], **options: Any
) -> ValueDecoder:
    """A decoder that knows these types; options: as ValueDecoder takes them."""
    return ValueDecoder(memory, offsets, version, handlers=BUILT_IN, **options)
