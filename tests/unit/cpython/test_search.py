"""Finding the runtime: symbols, and a module that does not name it; its release."""

from __future__ import annotations

import ctypes
import struct
import sys
from types import SimpleNamespace

import pytest

from atfault.cpython import search
from atfault.cpython.search import (
    DataArea,
    find_runtime,
    release_from_constant,
    release_from_name,
    release_from_text,
)
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping, Module, ProcessInfo
from atfault.model.state import NO_PYTHON
from atfault.native.modules import ModuleMap, find_symbols
from support.byte_memory import ByteMemory
from support.proc_memory import ProcMemory

FOUND = 0x1230


def module(name: str, start: int = 0, bias: int = 0) -> Module:
    return Module("/usr/lib/" + name, None, "", bias, start, start + 0x100000)


@pytest.mark.parametrize(
    ("name", "local", "text", "found"),
    [
        ("billing", None, (3, 11, 2), FOUND),
        ("billing", None, None, Absent("")),
        ("billing", "/opt/billing", (3, 11, 2), Absent("")),  # its symbols have been asked before
        ("python3.11", None, None, FOUND),
    ],
)
def test_a_program_with_the_interpreter_in_it_may_have_any_name(
    name: str,
    local: str | None,
    text: tuple[int, int, int] | None,
    found: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "data_area_of", lambda *_: None)
    monkeypatch.setattr(search, "_by_section", lambda _: 0)
    monkeypatch.setattr(search, "_by_cookie", lambda *_: 0)
    monkeypatch.setattr(search, "release_from_text", lambda _: text)
    monkeypatch.setattr(search, "_by_pointers", lambda *_: FOUND)
    named = Module(f"/opt/{name}", local, "", 0, 0x1000, 0x9000)
    snapshot = SimpleNamespace(memory=ByteMemory({}), mappings=())
    likely = name.startswith("python")
    assert search.find_address(snapshot, named, likely) == found  # type: ignore[arg-type]


# --- symbols ---


def own_libpython(memory: ProcMemory) -> Module:
    """The module of this process that exports _PyRuntime."""
    address = ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, "_PyRuntime"))
    mappings = memory.mappings()
    inside = next(m for m in mappings if m.start <= address < m.end)
    path = inside.path or next(m.path for m in reversed(mappings) if m.end <= address and m.path)
    parts = [m for m in mappings if m.path == path]
    start = min(m.start for m in parts)
    header = memory.read(start, 64)
    bias = start if struct.unpack_from("<H", header, 16)[0] == 3 else 0
    end = max(m.end for m in parts)
    return Module(path, path, "", bias, start, end, dynamic=bias + dynamic_section(memory, start))


def dynamic_section(memory: ProcMemory, start: int) -> int:
    """p_vaddr of PT_DYNAMIC."""
    phoff, count = (
        struct.unpack(f, memory.read(start + at, struct.calcsize(f)))[0]
        for f, at in (("<Q", 32), ("<H", 56))
    )
    headers = struct.iter_unpack("<IIQQQQQQ", memory.read(start + phoff, 56 * count))
    return next(address for kind, _, _, address, *_ in headers if kind == 2)


def test_a_symbol_of_this_process_is_where_the_linker_says() -> None:
    memory = ProcMemory()
    python = own_libpython(memory)
    names = ("_PyRuntime", "PyCode_Type", "no_such_symbol_here")
    found = find_symbols(memory, python, names)
    expected = [
        ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name)) for name in names[:2]
    ]
    assert list(found) == [*expected, 0]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Py_Version is new in 3.11")
def test_the_release_of_this_process_is_read_from_its_constant() -> None:
    memory = ProcMemory()
    address = find_symbols(memory, own_libpython(memory), ("Py_Version",))[0]
    assert release_from_constant(memory, address) == sys.version_info[:3]


def test_a_module_without_a_dynamic_section_has_no_symbols_and_an_unreadable_one_is_a_fault() -> (
    None
):
    memory = ByteMemory({0x5000: bytes(100)})
    assert find_symbols(memory, module("x.so", 0x5000), ("a", "b")) == (0, 0)
    with pytest.raises(MemoryFault):
        find_symbols(memory, module("y.so", 0x9000)._replace(dynamic=0x9100), ("a",))


# --- release ---


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("libpython3.8.so.1.0", (3, 8, -1)),
        ("libpython3.13t.so.1.0", (3, 13, -1)),
        ("python3.10", (3, 10, -1)),
        ("python3.9-dbg", (3, 9, -1)),
        ("python", None),
        ("libc.so.6", None),
    ],
)
def test_the_minor_version_in_a_file_name(name: str, expected: tuple[int, int, int] | None) -> None:
    assert release_from_name(module(name)) == expected


def area_of(data: bytes) -> DataArea:
    size = (len(data) + 4095) & ~4095
    mapping = MemoryMapping(0x1000, 0x1000 + size, 0, True, True, False, "/lib/p.so")
    memory = ByteMemory({0x1000: data.ljust(size, b"\0")})
    return DataArea(memory, (mapping,), 0x1000, 0x1000 + size, "/lib/p.so")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\x003.8.18 (default, May  9 2026, 07:11:02) \n[GCC 12.2.0]\0", (3, 8, 18)),
        (b"\x003.10.13+ (heads/3.10:abc, May 9 2026) [Clang 17]\0", (3, 10, 13)),
        (b"\x003.9.2 and more text\0", None),
        (b"\x0013.9.2 (default) \n[GCC 1]\0", None),
        (b"\x003.9.2 (a) \n[GCC 1]\0 \x003.9.3 (a) \n[GCC 1]\0", None),
    ],
)
def test_the_release_in_the_text_of_sys_version(
    text: bytes, expected: tuple[int, int, int] | None
) -> None:
    assert release_from_text(area_of(b"\0" * 100 + text)) == expected


def test_a_constant_that_is_no_version_is_none() -> None:
    memory = ByteMemory({0x100: struct.pack("<I", 0x02070000)})
    assert release_from_constant(memory, 0x100) is None
    assert release_from_constant(memory, 0x9999) is None
    assert release_from_constant(memory, 0) is None


def test_the_data_area_takes_the_bss_behind_the_module_and_no_other_mapping() -> None:
    def mapping(start: int, end: int, writable: bool, path: str) -> MemoryMapping:
        return MemoryMapping(start, end, 0, True, writable, False, path)

    mappings = (
        mapping(0x1000, 0x2000, True, "/other"),
        mapping(0x3000, 0x4000, False, "/p"),
        mapping(0x4000, 0x5000, True, "/p"),
        mapping(0x5000, 0x6000, True, ""),
        mapping(0x7000, 0x8000, True, ""),
    )
    area = DataArea(ByteMemory({}), mappings, 0x3000, 0x5000, "/p")
    assert area.ranges == [(0x4000, 0x5000), (0x5000, 0x6000)]


def test_no_interpreter_is_only_said_where_all_code_was_looked_at() -> None:
    code = MemoryMapping(0x1000, 0x2000, 0, True, False, True, "/usr/bin/python3.11")
    vdso = code._replace(start=0x9000, end=0xA000, path="[vdso]")
    read = Module("/usr/bin/python3.11", None, "", 0, 0x1000, 0x2000)
    for kind, mappings, modules, words in (
        ("core", (code, vdso), [read], NO_PYTHON),
        ("core", (code, vdso), [], "the code of python3.11 could not be looked at"),
        ("core", (code._replace(path=""), vdso), [], "does not say what files were mapped"),
        ("live", (code._replace(path=""), vdso), [], NO_PYTHON),
    ):
        snapshot = SimpleNamespace(
            kind=kind,
            mappings=mappings,
            memory=ByteMemory({}),
            threads=(),
            process=ProcessInfo(1, executable="/usr/bin/x"),
        )
        modules_there = ModuleMap([one._replace(path="/usr/bin/x") for one in modules])
        found = find_runtime(snapshot, modules_there)  # type: ignore[arg-type]
        assert isinstance(found, Absent) and words in found.reason


def test_pypy_is_named_in_place_of_a_runtime() -> None:
    """As Debian's pypy3 7.3.11 is laid out: the program, and libpypy3.9-c.so."""
    snapshot = SimpleNamespace(
        kind="live",
        mappings=(),
        memory=ByteMemory({}),
        threads=(),
        process=ProcessInfo(1, executable="/usr/bin/pypy3.9"),
    )
    modules = ModuleMap([Module("/usr/lib/libpypy3.9-c.so", None, "", 0, 0x1000, 0x2000)])
    found = find_runtime(snapshot, modules)  # type: ignore[arg-type]
    assert isinstance(found, Absent) and found.reason.startswith("PyPy, not CPython")
