"""Addresses in the writable data of native modules."""

from __future__ import annotations

from atfault.model.process import MemoryMapping
from atfault.native.modules import ModuleMap
from atfault.native.static_variables import MAX_FOUND, variables_that_hold
from support.byte_memory import ByteMemory
from support.states import MODULES

EXTENSION = MODULES["extension"]._replace(file=None)
OTHER = MODULES["libpython"]._replace(file=None)
OBJECT = 0x7F00_1234_5670
WORD = OBJECT.to_bytes(8, "little")


def mapping(module, *, offset: int = 0x3000, writable: bool = True) -> MemoryMapping:
    start = module.start + offset
    return MemoryMapping(start, start + 0x1000, 0, True, writable, False, module.path)


def held(mappings, contents, besides=()):
    found = variables_that_hold(
        ByteMemory(contents), ModuleMap([EXTENSION, OTHER]), mappings, (OBJECT,), besides
    )
    return [(one.module, one.address, one.value) for one in found]


def test_a_word_of_writable_data_is_a_variable_of_its_module():
    data = mapping(EXTENSION)
    contents = {data.start: bytes(0x40) + WORD + bytes(0x1000 - 0x48)}
    assert held([data], contents) == [(EXTENSION, data.start + 0x40, OBJECT)]


def test_constants_modules_left_out_and_odd_places_do_not_count():
    data, constants = mapping(EXTENSION), mapping(EXTENSION, offset=0x1000, writable=False)
    odd = bytes(3) + WORD + bytes(0x1000 - 11)
    assert held([data], {data.start: odd}) == []
    assert held([constants], {constants.start: WORD + bytes(0xFF8)}) == []
    assert held([data], {data.start: WORD + bytes(0xFF8)}, besides=(EXTENSION,)) == []


def test_memory_that_cannot_be_read_is_passed_over():
    data, gone = mapping(EXTENSION), mapping(OTHER)
    contents = {data.start: WORD + bytes(0xFF8)}
    assert held([gone, data], contents) == [(EXTENSION, data.start, OBJECT)]


def test_a_table_full_of_the_address_is_cut():
    data = mapping(EXTENSION)
    assert len(held([data], {data.start: WORD * 512})) == MAX_FOUND
