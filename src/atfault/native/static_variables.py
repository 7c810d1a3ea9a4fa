"""Which global or static variables of native modules hold some addresses: who keeps an object that
no reference of Python's leads to.

    static PyObject *cache;      .bss of fastmap.so: 0x7f13… stands at its address
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from atfault.model.holders import PointerVariable
from atfault.model.process import MemoryMapping, Module
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import variable_at
from atfault.snapshot.protocol import Memory

MAX_OF_MODULE = 4 << 20
MAX_BYTES = 32 << 20
"""That are looked at in all."""
MAX_FOUND = 8
_WORD = 8


def variables_that_hold(
    memory: Memory,
    modules: ModuleMap,
    mappings: Sequence[MemoryMapping],
    addresses: Collection[int],
    besides: Collection[Module] = (),
) -> tuple[PointerVariable, ...]:
    """In the writable data of each module, in the order of memory.

    besides: modules that are left out, as the interpreter, whose variables lead to everything.
    """
    found: list[PointerVariable] = []
    left = MAX_BYTES
    for module in modules:
        if module in besides:
            continue
        for start, data in _data(memory, mappings, module, min(left, MAX_OF_MODULE)):
            left -= len(data)
            for address in addresses:
                for at in _places(data, address.to_bytes(_WORD, "little")):
                    found.append(
                        PointerVariable(
                            variable_name(module, start + at), start + at, address, module
                        )
                    )
                    if len(found) >= MAX_FOUND:
                        return tuple(found)
    return tuple(found)


def variable_name(module: Module, address: int) -> str:
    """Linkage name of the variable that begins there; "" where no symbol tells."""
    elf = open_elf(module.file) if module.file is not None else None
    return variable_at(elf, address - module.load_bias) if elf is not None else ""


def _data(
    memory: Memory, mappings: Sequence[MemoryMapping], module: Module, limit: int
) -> Iterator[tuple[int, bytes]]:
    """(address, contents) of its writable memory, .bss included."""
    for mapping in mappings:
        start, end = max(mapping.start, module.start), min(mapping.end, module.end)
        if start < end and mapping.writable and limit > 0:
            data = memory.read_upto(start, min(end - start, limit))
            limit -= len(data)
            yield start, data


def _places(data: bytes, word: bytes) -> Iterator[int]:
    at = data.find(word)
    while at >= 0:
        if at % _WORD == 0:
            yield at
        at = data.find(word, at + 1)
