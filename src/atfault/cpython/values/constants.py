"""The integers among a code object's constants: arguments and lengths written into the source.

paint(grid, 50_000_000, 10)      co_consts  (None, 50000000, 10)  →  (50000000, 10)
"""

from __future__ import annotations

from collections.abc import Collection

from atfault.cpython.values.objects import ValueDecoder
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.values import Value

MAX_CONSTANTS = 256
"""Constants of one code object that are looked at."""


def integer_constants(decoder: ValueDecoder, code: int) -> tuple[int, ...]:
    """The integers in co_consts of the code object at `code`; empty where it cannot be read.

    3.14 keeps none below 256 there: they are part of the instructions.
    """
    return tuple(dict.fromkeys(_by_index(decoder, code).values()))


def integers_at(decoder: ValueDecoder, code: int, indices: Collection[int]) -> tuple[int, ...]:
    """Those of the constants at these indices of co_consts that are integers."""
    found = _by_index(decoder, code)
    return tuple(found[index] for index in indices if index in found)


def _by_index(decoder: ValueDecoder, code: int) -> dict[int, int]:
    structs, memory = decoder.structs, decoder.memory
    found: dict[int, int] = {}
    try:
        constants = memory.u64(code + structs["PyCodeObject"]["co_consts"])
        if decoder.type_of(constants).name != "tuple":
            return {}
        count = memory.i64(constants + structs["PyVarObject"]["ob_size"])
        if count <= 0:
            return {}
        items = constants + structs["PyTupleObject"]["ob_item"]
        for index, address in enumerate(memory.u64s(items, min(count, MAX_CONSTANTS))):
            if decoder.type_of(address).name == "int":
                value = decoder.decode(address)
                if isinstance(value, Value) and isinstance(value.number, int):
                    found[index] = value.number
    except (BrokenObject, MemoryFault, ValueError):
        pass
    return found
