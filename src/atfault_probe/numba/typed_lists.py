"""Arrays that a numba.typed.List holds, read where its C code keeps them: its own methods would
compile something in the middle of another compilation.

numba/cext/listobject.h: NB_List begins with size, item_size and allocated; items is behind a flag
and two methods. An item that is an array has (numba/core/datamodel/models.py, ArrayModel) meminfo,
parent, nitems, itemsize, data, shape and strides.
"""

import ctypes
import sys

from atfault_probe.numba.types import get
from atfault_probe.plain.types import type_name

MAX_ARRAYS = 2000
_WORD = ctypes.sizeof(ctypes.c_ssize_t)
_SIZE, _ITEM_SIZE, _ITEMS = 0, 1, 6
"""Words of NB_List."""
_NITEMS, _ITEM, _DATA, _SHAPE = 2, 3, 4, 5
"""Words of an array."""


def arrays_of(value):
    """[] of what is no such list, and where what is read does not fit together."""
    if type_name(type(value)) != "numba.typed.typedlist.List":
        return []
    kind = get(get(value, "_list_type"), "item_type")
    made = get(value, "_opaque")
    if type(kind).__name__ != "Array" or made is None:
        return []
    try:
        dtype = sys.modules["numba.np.numpy_support"].as_dtype(get(kind, "dtype"))
        return list(_read(_words(made.data, 1)[0], dtype, get(kind, "ndim")))
    except Exception:
        return []


def _read(at, dtype, ndim):
    head = _words(at, _ITEMS + 1)
    words = _SHAPE + 2 * ndim
    if head[_ITEM_SIZE] != words * _WORD or not 0 <= head[_SIZE] <= MAX_ARRAYS:
        return
    for number in range(head[_SIZE]):
        item = _words(head[_ITEMS] + number * words * _WORD, words)
        shape, strides = item[_SHAPE : _SHAPE + ndim], item[_SHAPE + ndim :]
        count = 1
        for one in shape:
            count *= one
        if item[_ITEM] != dtype.itemsize or item[_NITEMS] != count or min(strides) < 0:
            raise ValueError(item)
        yield _array(item[_DATA], dtype, shape, strides)


def _words(at, count):
    return list((ctypes.c_ssize_t * count).from_address(at))


def _array(start, dtype, shape, strides):
    """numpy's own, over the memory of the list's."""
    numpy = sys.modules["numpy"]
    spans = [stride * (size - 1) for stride, size in zip(strides, shape) if size]
    extent = sum(spans) + dtype.itemsize if min(shape) > 0 else 0
    memory = (ctypes.c_char * extent).from_address(start)
    return numpy.ndarray(tuple(shape), dtype, memory, 0, tuple(strides))
