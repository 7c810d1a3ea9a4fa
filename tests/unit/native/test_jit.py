from __future__ import annotations

import struct

import pytest

from atfault.errors import FormatError
from atfault.model.process import MemoryMapping, Module
from atfault.native.jit import JitRegistry, find_descriptor, read_object
from atfault.native.modules import has_made_code
from support.cfi_builder import CfiBuilder, Modules, Target, words

DATA, HEAP, CODE, FRAMES = 0x200000, 0x300000, 0x400000, 0x410000
HOST = Module("/env/lib/libllvmlite.so", None, "", 0, 0x100000, 0x210000)


def image(kind: int = 1, symbol_value: int = 0x40) -> bytes:
    """An ET_REL file: .text loaded at CODE, .eh_frame at FRAMES, one function symbol."""
    names = b"\0.text\0.eh_frame\0.symtab\0.strtab\0"
    strings = b"\0compiled\0"
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 2, 0, 1, symbol_value, 0x20)
    body = names + strings + symbols
    at = 64
    where = {"names": at, "strings": at + len(names), "symbols": at + len(names) + len(strings)}

    def section(name: bytes, kind: int, flags: int, addr: int, off: int, size: int, link: int = 0):
        index = names.index(name) if name else 0
        return struct.pack("<IIQQQQIIQQ", index, kind, flags, addr, off, size, link, 0, 1, 0)

    headers = [
        section(b"", 0, 0, 0, 0, 0),
        section(b".text", 1, 6, CODE, 0, 0x100),
        section(b".eh_frame", 1, 2, FRAMES, 0, 0x100),
        section(b".symtab", 2, 0, 0, where["symbols"], len(symbols), 4),
        section(b".strtab", 3, 0, 0, where["strings"], len(strings)),
        section(b".strtab", 3, 0, 0, where["names"], len(names)),
    ]
    shoff = 64 + len(body)
    header = b"\x7fELF\x02\x01\x01" + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", kind, 62, 1, 0, 0, shoff, 0, 64, 0, 0, 64, 6, 5)
    return header + body + b"".join(headers)


def entry(following: int, previous: int, address: int, size: int) -> bytes:
    return words(following, previous, address, size)


def target(data: bytes, heap: bytes, **more: bytes) -> Target:
    cfi = CfiBuilder(FRAMES - 0x10000)
    cfi.function(CODE + 0x40, CODE + 0x60)
    frames = cfi.build()[cfi.section]
    found = Target(
        {DATA: data, HEAP: heap, FRAMES: frames, CODE: b"\x90" * 0x100}, [(CODE, CODE + 0x1000)]
    )
    writable = MemoryMapping(DATA, DATA + 0x1000, 0, True, True, False, HOST.path)
    anonymous = found.mappings[0]._replace(path="")
    found.mappings = (writable, anonymous)
    return found


def two_objects() -> Target:
    first = image()
    heap = entry(HEAP + 64, 0, HEAP + 0x1000, len(first)).ljust(64, b"\0")
    heap += entry(0, HEAP, HEAP + 0x2000, len(first))
    heap = heap.ljust(0x1000, b"\0") + first.ljust(0x1000, b"\0") + b"\x7fELF damaged".ljust(200)
    data = b"\x01\0\0\0\x01\0\0\0" * 3 + struct.pack("<IIQQ", 1, 1, HEAP, HEAP)
    return target(data, heap)


def registry(process: Target) -> JitRegistry:
    return JitRegistry(process, Modules(HOST))  # type: ignore[arg-type]


def test_the_descriptor_is_known_by_what_it_leads_to() -> None:
    assert find_descriptor(two_objects(), Modules(HOST)) == DATA + 24  # type: ignore[arg-type]


def test_an_object_gives_ranges_rules_and_names() -> None:
    found = registry(two_objects())
    item = found.find(CODE + 0x44)
    assert item is not None
    assert item.ranges == ((CODE, CODE + 0x100),)
    fde = found.find_fde(CODE + 0x44)
    assert fde is not None and (fde.start, fde.end) == (CODE + 0x40, CODE + 0x60)
    function = item.function_at(CODE + 0x44)
    assert function is not None and (function.start, function.name) == (CODE + 0x40, "compiled")
    assert item.function_at(CODE + 0x70) is None
    assert item.image()[:4] == b"\x7fELF"


def test_a_damaged_object_is_left_out_and_said() -> None:
    found = registry(two_objects())
    assert len(found.objects) == 1
    assert "JIT object at" in found.problem


def test_an_address_outside_of_all_objects_is_nobodys() -> None:
    found = registry(two_objects())
    assert found.find(CODE - 1) is None
    assert found.find(CODE + 0x100) is None
    assert found.find_fde(0) is None


def test_symbols_that_the_maker_relocated_keep_their_address() -> None:
    process = two_objects()
    heap = bytearray(process.memory.segments[HEAP])
    relocated = image(symbol_value=CODE + 0x40)
    heap[0x1000 : 0x1000 + len(relocated)] = relocated
    process.memory.segments[HEAP] = bytes(heap)
    item = registry(process).find(CODE + 0x44)
    assert item is not None
    function = item.function_at(CODE + 0x44)
    assert function is not None and function.start == CODE + 0x40


def test_a_list_in_a_circle_ends() -> None:
    process = two_objects()
    heap = bytearray(process.memory.segments[HEAP])
    heap[64:72] = struct.pack("<Q", HEAP)
    process.memory.segments[HEAP] = bytes(heap)
    found = registry(process)
    assert len(found.objects) == 1
    assert found.problem


def test_without_a_descriptor_there_are_no_objects_and_a_reason() -> None:
    found = registry(target(bytes(4096), bytes(64)))
    assert found.objects == ()
    assert "no module announces" in found.problem


def test_a_target_without_code_outside_of_files_has_made_none() -> None:
    assert not has_made_code(Target({}, [(0x100000, 0x101000)]), Modules(HOST))  # type: ignore[arg-type]
    assert has_made_code(two_objects(), Modules(HOST))  # type: ignore[arg-type]


def test_an_image_that_is_not_relocatable_is_refused() -> None:
    process = two_objects()
    process.memory.segments[HEAP + 0x10000] = image(kind=3)
    with pytest.raises(FormatError):
        read_object(process.memory, HEAP + 0x10000, len(image()))


def test_a_damaged_symbol_table_gives_no_names() -> None:
    process = two_objects()
    heap = bytearray(process.memory.segments[HEAP])
    at = heap.index(struct.pack("<IBBHQQ", 1, 2, 0, 1, 0x40, 0x20), 0x1000)
    heap[at + 6 : at + 8] = b"\xff\x00"
    process.memory.segments[HEAP] = bytes(heap)
    item = registry(process).find(CODE + 0x44)
    assert item is not None and item.functions() == ()
