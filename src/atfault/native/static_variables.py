"""Which global or static variables of native modules hold some addresses: who keeps an object that
no reference of Python's leads to.

    static PyObject *cache;      .bss of fastmap.so: 0x7f13… stands at its address

Which variable of its library the failed instruction had its pointer from.

    mov  rax, qword ptr [rip + 0x2ea9]     rax ← the variable at …+0x4040: PyArray_API, which is 0
    add  rax, 0x2e8                        compiled without optimization
    mov  rdx, qword ptr [rax]              ← failed at 0x2e8

    mov  rax, qword ptr [rip + 0x2fd1]     a variable of another file of the library: its address
    mov  rax, qword ptr [rax]              comes from the table of addresses first

    mov  rax, qword ptr [0x2e8]            optimized: nothing in the file sets the variable, so the
    ud2                                    compiler put in what it is, 0

Which loads led to the failure is told by pointer_way.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from atfault.model.holders import Load, PointerVariable
from atfault.model.process import MemoryMapping, Module
from atfault.model.state import FaultAccess
from atfault.native.api_tables import only_table_in
from atfault.native.debug_files import open_elf
from atfault.native.modules import ModuleMap
from atfault.native.symbols import variable_at
from atfault.snapshot.protocol import Memory

MAX_OF_MODULE = 4 << 20
MAX_BYTES = 32 << 20
"""That are looked at in all."""
MAX_FOUND = 8
_WORD = 8
_MAX_FILE = 64 << 20
_ABSOLUTE = r"(?<!:)\[(0x[0-9a-f]{1,4}|0)\]"


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


def pointer_variable(
    module: Module | None, access: FaultAccess, loads: Sequence[Load]
) -> PointerVariable | None:
    """The variable of `module`; None where the pointer came from elsewhere, or that cannot be told.

    loads: that led to the failed access (pointer_way.py), the last one first.
    """
    if module is None:
        return None
    if not access.registers:
        return _never_set(module, access)
    direct = [one.is_variable for one in loads[:2]]
    if not any(direct) or (loads[0].offset and not direct[0]):
        return None  # a structure that a variable leads to, or none at all
    address = loads[0].holder
    if not module.start <= address < module.end:
        return None
    return PointerVariable(variable_name(module, address), address, loads[0].value, module)


def _never_set(module: Module, access: FaultAccess) -> PointerVariable | None:
    """The variable of an access to a small address that is part of the instruction, in an extension
    module: the compiler had found that nothing in the file sets a static pointer, and so it is 0.
    """
    operand = re.search(_ABSOLUTE, access.instruction)
    if operand is None or int(operand[1], 16) != access.address or ".so" not in module.name:
        return None
    try:
        data = b"" if module.file is None else module.file.read_upto(_MAX_FILE)
    except OSError:
        data = b""
    if b"\0PyInit_" not in data:
        return None
    return PointerVariable(only_table_in(data), 0, 0, module)
