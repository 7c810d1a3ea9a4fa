"""Names of Python's own types where the interpreter's file is missing.

A static type's name is a C string in the read-only data of the interpreter's object, which a core
does not hold. The dict of the module builtins does hold it, as a key:

    PyInterpreterState.builtins → {"int": PyLong_Type, "str": PyUnicode_Type, …, "None": None, …}
                                                              whose type is NoneType ╯
"""

from __future__ import annotations

from collections.abc import Mapping

from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.strings import read_text
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_OF_VALUES = {
    "None": "NoneType",
    "Ellipsis": "ellipsis",
    "NotImplemented": "NotImplementedType",
    "len": "builtin_function_or_method",
}
"""What the type of a value in builtins is called."""
_MAX_NAMES = 400
_MAX_NAME = 60


def builtin_names(memory: Memory, structs: Structs, builtins: int) -> dict[int, str]:
    """Address of a type → its name, for the types that the dict at `builtins` tells of.

    Of several names of one type (OSError, IOError) the first counts; anything else in the dict gets
    a name as well, which nobody asks for. {} where the dict cannot be read.
    """
    found: dict[int, str] = {}
    try:
        items = dict_items(memory, structs, builtins, _MAX_NAMES)[1] if builtins else ()
    except (MemoryFault, ValueError):
        return {}
    for key, value in items:
        try:
            name = read_text(memory, structs, key, _MAX_NAME)[0]
            if name in _OF_VALUES:
                value = memory.u64(value + structs["PyObject"]["ob_type"])
        except (MemoryFault, ValueError):
            continue
        found.setdefault(value, _OF_VALUES.get(name, name))
    return found
