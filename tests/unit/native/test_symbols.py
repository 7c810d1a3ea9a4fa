"""Addresses to linkage names from symbol tables made by hand."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import FormatError
from atfault.native import symbols as symbols_module
from atfault.native.debug_files import open_elf
from atfault.native.names import look_up
from atfault.native.symbols import SymbolTable, dynamic_symbol, has_full_table, open_tables
from support.local_files import local
from support.symbol_elf import FILE, FUNC, GLOBAL, LOCAL, NOTYPE, OBJECT, WEAK, elf, symbol_file


def table(symbols: list, **options: object) -> SymbolTable:  # type: ignore[type-arg]
    (found,) = open_tables(elf(symbol_file(symbols, **options)))  # type: ignore[arg-type]
    return found


def name_at(symbols: list, address: int) -> str:  # type: ignore[type-arg]
    found = table(symbols).search({address}, ())[0]
    return found[address].name if address in found else ""


def test_a_function_is_found_by_its_first_address_alone() -> None:
    symbols = [("one", 0x1000, 0x20), ("two", 0x1020, 0x10)]
    found = table(symbols).search({0x1000, 0x1020, 0x1010}, ())[0]
    assert {address: symbol.name for address, symbol in found.items()} == {
        0x1000: "one",
        0x1020: "two",
    }


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [
        ([("__libc_malloc", 64, 8), ("malloc", 64, 8), ("__malloc", 64, 8, FUNC, LOCAL)], "malloc"),
        ([("__poll", 64, 8), ("poll", 64, 8, FUNC, WEAK)], "poll"),
        ([("a_local", 64, 8, FUNC, LOCAL), ("an_exported_one", 64, 8)], "an_exported_one"),
        ([("label", 64, 0, NOTYPE, GLOBAL), ("a_function", 64, 8, FUNC, LOCAL)], "a_function"),
        ([("label", 64, 0, NOTYPE, LOCAL)], "label"),
        ([("memcpy@@GLIBC_2.14", 64, 8)], "memcpy"),
        ([("_ZN3FooC2Ev", 64, 8, FUNC, WEAK), ("_ZN3FooC1Ev", 64, 8, FUNC, WEAK)], "_ZN3FooC1Ev"),
        ([("a_variable", 64, 8, OBJECT, GLOBAL)], ""),
        ([("file.c", 64, 0, FILE, LOCAL)], ""),
        ([("$x", 64, 0, NOTYPE, LOCAL), (".L5", 64, 0, NOTYPE, LOCAL)], ""),
    ],
)
def test_of_several_symbols_the_one_that_people_know_is_taken(
    symbols: list,
    expected: str,  # type: ignore[type-arg]
) -> None:
    assert name_at(symbols, 64) == expected
    assert name_at(symbols[::-1], 64) == expected


def test_an_address_inside_is_covered_only_by_a_symbol_with_a_size() -> None:
    covering = table([("sized", 0x1000, 0x20), ("bare", 0x2000, 0)]).covering(
        {0x101F, 0x1020, 0x2001}
    )
    assert {address: symbol.name for address, symbol in covering.items()} == {0x101F: "sized"}


def test_a_function_over_several_64_kib_windows_is_found() -> None:
    covering = table([("large", 0x1FFF0, 0x20000)]).covering({0x30000, 0x3FFEF, 0x3FFF0})
    assert set(covering) == {0x30000, 0x3FFEF}


def test_a_small_function_is_found_beside_a_large_one_that_holds_another_address() -> None:
    covering = table([("large", 0x10000, 0x90000), ("small", 0x200000, 0x10)]).covering(
        {0x90000, 0x200008}
    )
    assert {a: s.name for a, s in covering.items()} == {0x90000: "large", 0x200008: "small"}


def test_a_table_in_a_file_is_read_as_one_in_memory_is(tmp_path: Path) -> None:
    symbols = [(f"f{i}", 0x1000 + 16 * i, 16) for i in range(20_000)]
    path = tmp_path / "many.so"
    path.write_bytes(symbol_file(symbols))
    file = open_elf(local(path))
    assert file is not None
    wanted = {0x1000, 0x1000 + 16 * 19_999}, {0x1008, 0x1000 + 16 * 10_000 + 15}
    ours, reference = open_tables(file)[0].search(*wanted), table(symbols).search(*wanted)
    assert ours == reference
    assert [len(found) for found in ours] == [2, 2]


def test_a_file_that_is_cut_off_while_it_is_read_is_an_error_and_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "cut.so"
    path.write_bytes(symbol_file([(f"f{i}", 0x1000 + 16 * i, 16) for i in range(20_000)]))
    file = open_elf(local(path))
    assert file is not None
    (found,) = open_tables(file)
    os.truncate(path, found.start + 1000)
    with pytest.raises(FormatError, match="cut off while it was read"):
        found.search({0x1000}, ())


def test_the_innermost_of_overlapping_symbols_covers() -> None:
    covering = table([("outer", 0x1000, 0x100), ("inner", 0x1040, 0x20)]).covering({0x1050, 0x1070})
    assert {a: s.name for a, s in covering.items()} == {0x1050: "inner", 0x1070: "outer"}


def test_the_nearest_symbol_before_is_never_taken_for_an_unknown_function() -> None:
    file = elf(symbol_file([("exported", 0x1000, 0x40)], section=".dynsym"))
    found = look_up({0x1010: 0x1000, 0x2010: 0x2000, 0x1020: 0, 0x3000: 0}, [file])
    assert {address: symbol.name for address, symbol in found.items()} == {
        0x1010: "exported",
        0x1020: "exported",
    }


def test_a_unwind_start_beside_the_symbol_is_found_by_its_size() -> None:
    """glibc's __restore_rt: the unwind information begins one byte before the function."""
    file = elf(symbol_file([("__restore_rt", 0x1001, 9)]))
    assert look_up({0x1001: 0x1000}, [file])[0x1001].name == "__restore_rt"


def test_later_files_fill_in_what_the_first_lacks() -> None:
    first = elf(symbol_file([("exported", 0x1000, 0x10)], section=".dynsym"))
    second = elf(symbol_file([("hidden", 0x2000, 0x10), ("other", 0x1000, 0x10)]))
    found = look_up({0x1001: 0x1000, 0x2001: 0x2000}, [first, second])
    assert [found[a].name for a in (0x1001, 0x2001)] == ["exported", "hidden"]


def test_a_table_without_contents_does_not_count_as_full() -> None:
    assert has_full_table(elf(symbol_file([("a", 1, 1)])))
    assert not has_full_table(elf(symbol_file([])))
    assert not has_full_table(elf(symbol_file([("a", 1, 1)], section=".dynsym")))


def test_an_exported_variable_is_found_by_name() -> None:
    file = elf(symbol_file([("a", 0x10, 8), ("abc", 0x20, 8, OBJECT, GLOBAL)], section=".dynsym"))
    assert dynamic_symbol(file, "abc") == 0x20
    assert dynamic_symbol(file, "bc") is None
    assert dynamic_symbol(file, "missing") is None


def test_names_out_of_range_are_empty_and_long_ones_are_cut() -> None:
    long = "x" * 100_000
    found = table([(long, 0x1000, 8)])
    assert found.name(10_000_000) == ""
    assert 256 < len(found.search({0x1000}, ())[0][0x1000].name) <= 65536


def test_of_a_made_up_table_with_all_symbols_at_one_place_a_bounded_part_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(symbols_module, "_MAX_NAMED", 50)
    found = table([("f", 0x1000, 64)] * 2000)
    read: list[int] = []
    name = found.name
    monkeypatch.setattr(found, "name", lambda offset: (read.append(offset), name(offset))[1])
    begins, inside = found.search({0x1000}, {0x1010})
    assert begins[0x1000].name == inside[0x1010].name == "f"
    assert len(read) <= 52
    monkeypatch.setattr(symbols_module, "_MAX_MATCHING", 100)
    far = [("g", 0x1800, 8)] * 2000  # in reach of the address, and not around it
    assert table([*far, ("f", 0x1000, 0x900)]).search((), {0x1810})[1] == {}


@given(st.integers(0, 1500), st.binary(max_size=24))
def test_damaged_files_give_less_but_never_fail(position: int, noise: bytes) -> None:
    data = bytearray(symbol_file([(f"f{i}", 0x1000 + 16 * i, 16) for i in range(20)]))
    data[position : position + len(noise)] = noise[: max(0, len(data) - position)]
    try:
        file = elf(bytes(data))
    except Exception:
        return
    try:
        look_up({0x1008: 0x1000, 0x1234: 0}, [file])
    except struct.error:
        raise AssertionError("a damaged table was read past its end") from None


@given(st.sets(st.integers(1, 2**40), max_size=60), st.sets(st.integers(1, 2**40), max_size=20))
def test_the_planes_find_exactly_what_a_search_finds(present: set[int], absent: set[int]) -> None:
    symbols = [(f"f{value:x}", value, 1) for value in sorted(present)]
    found = table([*symbols, ("end", 2**41, 1)]).search(present | absent, ())[0]
    assert {value: symbol.name for value, symbol in found.items()} == {
        value: f"f{value:x}" for value in present
    }
