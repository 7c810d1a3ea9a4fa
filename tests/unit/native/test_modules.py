"""ELF objects found in a target's memory."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from atfault.native.modules import ModuleMap, find_symbols, load_modules
from atfault.snapshot.core import CoreSnapshot, open_core
from support.elf_builder import CoreBuilder, Load, R, W, X, elf_object

AT = 0x7F10_0000_0000
ID = b"\x01\x02" * 10
LOADS = [Load(0x1000, b"\x90" * 4096, R | X), Load(0x3000, b"data", R | W, 0x2000)]
LIBRARY = elf_object(LOADS, build_id=ID, eh_frame_hdr=0x800)
PROGRAM = elf_object(LOADS, build_id=ID, kind=2, base=0x400000)


def open_built(builder: CoreBuilder, folder: Path) -> CoreSnapshot:
    path = folder / "core"
    path.write_bytes(builder.thread(1, 11).build())
    return open_core(str(path))


def load(builder: CoreBuilder, folder: Path) -> ModuleMap:
    return load_modules(open_built(builder, folder))


def test_a_shared_object_has_its_bias_extent_and_tables(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(LIBRARY)
    (module,) = load(CoreBuilder().map_object(LIBRARY, AT, str(path)), tmp_path)
    assert (module.load_bias, module.start, module.end) == (AT, AT, AT + 0x5000)
    assert module.build_id == ID.hex()
    assert module.eh_frame_hdr == AT + 0x800
    assert module.dynamic == 0
    assert module.file is not None
    assert (module.file.path, module.problem) == (str(path), "")
    assert module.name == "lib.so"


def test_a_program_linked_at_a_fixed_address_has_no_bias(tmp_path: Path) -> None:
    path = tmp_path / "prog"
    path.write_bytes(PROGRAM)
    builder = CoreBuilder().map_object(PROGRAM, 0x400000, str(path), base=0x400000)
    (module,) = load(builder, tmp_path)
    assert (module.load_bias, module.start, module.end) == (0, 0x400000, 0x405000)


def test_find_gives_the_module_of_every_address_and_none_between(tmp_path: Path) -> None:
    builder = CoreBuilder()
    for index in range(3):
        builder.map_object(LIBRARY, AT + index * 0x10000, f"/lib{index}.so")
    modules = load(builder, tmp_path)
    assert len(modules) == 3
    assert [m.name for m in modules] == ["lib0.so", "lib1.so", "lib2.so"]
    for index in range(3):
        start = AT + index * 0x10000
        for address in (start, start + 0x1234, start + 0x2800, start + 0x4FFF):
            found = modules.find(address)
            assert found is not None and found.name == f"lib{index}.so"
        assert modules.find(start + 0x5000) is None
    assert modules.find(0) is None and modules.find((1 << 64) - 1) is None


def test_one_object_mapped_twice_is_two_modules(tmp_path: Path) -> None:
    builder = CoreBuilder().map_object(LIBRARY, AT, "/lib.so")
    builder.map_object(LIBRARY, AT + 0x100000, "/lib.so")
    assert [m.load_bias for m in load(builder, tmp_path)] == [AT, AT + 0x100000]


def test_an_object_that_was_only_read_through_mmap_is_no_module(tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(LIBRARY)
    size = -(-len(LIBRARY) // 4096) * 4096
    builder = CoreBuilder().segment(AT, LIBRARY[:4096], R, size)
    builder.mapped(AT, AT + size, 0, str(path))
    assert len(load(builder, tmp_path)) == 0


def test_a_missing_file_leaves_what_the_core_holds_and_says_why(tmp_path: Path) -> None:
    (module,) = load(CoreBuilder().map_object(LIBRARY, AT, "/gone/lib.so"), tmp_path)
    assert module.file is None
    assert module.problem == "does not exist on this machine"
    assert module.build_id == ID.hex()


@pytest.mark.parametrize("path", ["/memfd:jit (deleted)", "/tmp/gone/ext.so (deleted)"])
def test_objects_without_a_file_are_modules(path: str, tmp_path: Path) -> None:
    (module,) = load(CoreBuilder().map_object(LIBRARY, AT, path, "all"), tmp_path)
    assert module.path == path.removesuffix(" (deleted)")
    assert module.file is None and module.problem
    assert module.build_id == ID.hex()


def test_the_vdso_is_found_through_the_auxiliary_vector(tmp_path: Path) -> None:
    image = elf_object([Load(0x1000, b"\x90" * 16, R | X)], build_id=ID)
    builder = CoreBuilder().segment(AT, image.ljust(0x2000, b"\0"), R | X).auxv({33: AT})
    (module,) = load(builder, tmp_path)
    assert (module.path, module.load_bias, module.problem) == ("[vdso]", AT, "")


def test_program_headers_that_patchelf_moved_are_found(tmp_path: Path) -> None:
    count = struct.unpack_from("<H", LIBRARY, 56)[0]
    table = LIBRARY[64 : 64 + 56 * count]
    moved = bytearray(LIBRARY.ljust(0x3000 + 0x100, b"\0"))
    moved[32:40] = (0x3008).to_bytes(8, "little")
    moved[64 : 64 + 56 * count] = bytes(56 * count)
    moved[0x3008 : 0x3008 + len(table)] = table
    builder = CoreBuilder()
    for start, end, flags in ((0, 0x1000, R), (0x1000, 0x2000, R | X), (0x3000, 0x3100, R | W)):
        content = bytes(moved[start:end]).ljust(4096, b"\0")
        builder.segment(AT + start, content, flags, 0x2000 if start == 0x3000 else 0x1000)
        builder.mapped(AT + start, AT + start + 0x1000, start, "/lib.so")
    (module,) = load(builder, tmp_path)
    assert (module.load_bias, module.end) == (AT, AT + 0x5000)
    assert module.build_id == ID.hex()


@pytest.mark.parametrize("at", [16, 18, 32, 54, 56, 64 + 16, 64 + 40])
def test_a_damaged_header_leaves_the_object_out_or_in_but_never_fails(
    at: int, tmp_path: Path
) -> None:
    image = bytearray(LIBRARY)
    image[at : at + 2] = b"\xff\xff"
    good = CoreBuilder().map_object(LIBRARY, AT + 0x100000, "/good.so")
    for start, flags in ((0, R), (0x1000, R | X), (0x3000, R | W)):
        good.segment(AT + start, bytes(image[start : start + 4096]).ljust(4096, b"\0"), flags)
        good.mapped(AT + start, AT + start + 4096, start, "/bad.so")
    assert "good.so" in [m.name for m in load(good, tmp_path)]


def test_an_object_without_a_dynamic_section_exports_nothing(tmp_path: Path) -> None:
    core = open_built(CoreBuilder().map_object(LIBRARY, AT, "/lib.so"), tmp_path)
    (module,) = load_modules(core)
    assert find_symbols(core.memory, module, ("a", "b")) == (0, 0)
