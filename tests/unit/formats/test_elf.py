"""ELF headers, segments, sections and notes, over objects made by hand."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from atfault.errors import AtfaultError, FormatError, UnsupportedInput
from atfault.formats.elf import ElfFile, iter_notes, string_at
from support import needs
from support.elf_builder import (
    ET_DYN,
    PT_LOAD,
    CoreBuilder,
    Load,
    R,
    X,
    elf_header,
    elf_object,
    elf_with_sections,
    note,
)

BUILD_ID = bytes(range(20))


def test_segments_and_build_id_of_an_object() -> None:
    elf = ElfFile(elf_object([Load(0x1000, b"code", R | X)], build_id=BUILD_ID))
    assert elf.type == ET_DYN
    assert [s.vaddr for s in elf.segments if s.type == PT_LOAD] == [0, 0x1000]
    assert elf.build_id() == BUILD_ID.hex()
    assert elf.file_offset(0x1002) == 0x1002
    assert elf.vaddr(0x1003) == 0x1003
    assert elf.file_offset(0x9000) is None


def test_addresses_of_a_program_that_is_not_position_independent() -> None:
    elf = ElfFile(elf_object([Load(0x1000, b"code", R | X)], base=0x400000))
    assert elf.file_offset(0x401001) == 0x1001
    assert elf.vaddr(0x1001) == 0x401001


def test_more_segments_than_the_header_can_count() -> None:
    core = CoreBuilder().thread(1)
    for index in range(5):
        core.segment(0x10000 * (index + 1), b"x")
    plain, extended = ElfFile(core.build()), ElfFile(core.build(xnum=True))
    assert extended.segment_count() == 6
    assert extended.segments[1:] == plain.segments[1:]


def test_pn_xnum_without_a_section_header_is_an_error() -> None:
    with pytest.raises(FormatError, match="section header 0"):
        _ = ElfFile(elf_header(4, phnum=0xFFFF)).segments


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (b"", FormatError, "not an ELF"),
        (b"\x7fEL", FormatError, "not an ELF"),
        (b"#!/bin/sh\n", FormatError, "not an ELF"),
        (elf_header(2, phnum=0)[:40], FormatError, "cut off after 40"),
        (elf_header(2, phnum=0, elf_class=1), UnsupportedInput, "32-bit"),
        (elf_header(2, phnum=0, data=2), UnsupportedInput, "big-endian"),
    ],
)
def test_what_is_not_a_64_bit_little_endian_elf_file_is_refused(
    data: bytes, error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        ElfFile(data)


def test_program_headers_past_the_end_are_an_error_with_their_offset() -> None:
    with pytest.raises(FormatError) as caught:
        _ = ElfFile(elf_header(2, phnum=3)).segments
    assert caught.value.offset == 64


def test_sections_by_name_with_contents() -> None:
    elf = ElfFile(elf_with_sections([(".text", 1, 6, b"\x90\x90"), (".data", 1, 3, b"abc")]))
    assert [s.name for s in elf.sections] == ["", ".text", ".data", ".shstrtab"]
    text = elf.section(".text")
    assert text is not None
    assert elf.section_bytes(text) == b"\x90\x90"
    assert elf.section(".bss") is None


def test_a_compressed_section_is_decompressed() -> None:
    content = b"debug" * 100
    packed = struct.pack("<IIQQ", 1, 0, len(content), 1) + zlib.compress(content)
    elf = ElfFile(elf_with_sections([(".debug_info", 1, 0x800, packed)]))
    section = elf.section(".debug_info")
    assert section is not None
    assert elf.section_bytes(section) == content
    with pytest.raises(FormatError):
        elf.section_bytes(section, limit=len(content) - 1)


def zstd_section(content: bytes, size: int) -> ElfFile:
    packed = struct.pack("<IIQQ", 2, 0, size, 1) + zstandard.ZstdCompressor().compress(content)
    return ElfFile(elf_with_sections([(".debug_x", 1, 0x800, packed)]))


@pytest.mark.parametrize("by", ["a module", "the program"])
def test_a_section_packed_with_zstd_is_unpacked(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"debug information " * 10_000
    if by == "the program":
        needs.found("zstd")
        for name in ("compression", "compression.zstd", "zstandard"):
            monkeypatch.setitem(sys.modules, name, None)
    elf = zstd_section(content, len(content))
    section = elf.section(".debug_x")
    assert section is not None and elf.section_bytes(section) == content
    for wrong in (len(content) - 1, len(content) + 1):
        elf = zstd_section(content, wrong)
        section = elf.section(".debug_x")
        assert section is not None
        with pytest.raises(FormatError, match="damaged"):
            elf.section_bytes(section)


def test_a_section_that_nothing_here_unpacks_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elf = zstd_section(b"x" * 100, 100)
    for name in ("compression", "compression.zstd", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv("PATH", str(tmp_path))
    section = elf.section(".debug_x")
    assert section is not None
    with pytest.raises(FormatError, match=r"\.debug_x is packed with zstd: install the "):
        elf.section_bytes(section)


def test_a_compressed_section_that_does_not_fit_into_memory_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As under the limit of the child that reads lines."""

    class Full:
        def decompress(self, packed: bytes, size: int) -> bytes:
            raise MemoryError("Unable to allocate output buffer.")

    monkeypatch.setattr("atfault.formats.elf.zlib.decompressobj", Full)
    packed = struct.pack("<IIQQ", 1, 0, 10, 1) + zlib.compress(b"x" * 10)
    elf = ElfFile(elf_with_sections([(".debug_info", 1, 0x800, packed)]))
    section = elf.section(".debug_info")
    assert section is not None
    with pytest.raises(FormatError, match="more than there is memory for"):
        elf.section_bytes(section)


def test_a_compressed_section_that_lies_about_its_size_is_an_error() -> None:
    packed = struct.pack("<IIQQ", 1, 0, 10, 1) + zlib.compress(b"x" * 1000)
    elf = ElfFile(elf_with_sections([(".debug_info", 1, 0x800, packed)]))
    section = elf.section(".debug_info")
    assert section is not None
    with pytest.raises(FormatError, match="damaged"):
        elf.section_bytes(section)


def test_debuglink_gives_name_and_checksum() -> None:
    payload = b"prog.debug\0\0" + struct.pack("<I", 0xDEADBEEF)
    elf = ElfFile(elf_with_sections([(".gnu_debuglink", 1, 0, payload)]))
    assert elf.debuglink() == ("prog.debug", 0xDEADBEEF)
    assert ElfFile(elf_with_sections([])).debuglink() is None


def test_notes_come_in_order_with_their_payload() -> None:
    data = note(b"CORE", 1, b"abc") + note(b"GNU", 3, b"12345678")
    found = list(iter_notes(data, 0, len(data)))
    assert [(n.owner, n.type, data[n.offset : n.offset + n.size]) for n in found] == [
        (b"CORE", 1, b"abc"),
        (b"GNU", 3, b"12345678"),
    ]


def test_notes_aligned_to_eight_bytes() -> None:
    first = struct.pack("<III", 4, 4, 5) + b"GNU\0" + b"abcd" + bytes(4)
    second = struct.pack("<III", 4, 2, 6) + b"GNU\0" + b"xy"
    data = first + second
    assert [n.type for n in iter_notes(data, 0, len(data), 8)] == [5, 6]


def test_a_note_that_is_cut_off_is_an_error_after_those_before_it() -> None:
    whole = note(b"CORE", 1, b"abc")
    data = whole + note(b"CORE", 2, b"x" * 100)[:40]
    notes = iter_notes(data, 0, len(data))
    assert next(notes).type == 1
    with pytest.raises(FormatError, match="cut off"):
        next(notes)


def test_a_string_table_is_read_within_its_bounds() -> None:
    assert string_at(b"\0abc\0de", 1) == "abc"
    assert string_at(b"\0abc\0de", 5) == "de"
    assert string_at(b"\0abc", 99) == ""


_OBJECT = elf_object([Load(0x1000, b"code", R | X)], build_id=BUILD_ID)
_SECTIONS = elf_with_sections(
    [(".text", 1, 6, b"\x90"), (".gnu_debuglink", 1, 0, b"a\0\0\0\1\2\3\4")]
)


@given(
    st.sampled_from([_OBJECT[:512], _SECTIONS]),
    st.lists(st.tuples(st.integers(0, 511), st.integers(0, 255)), max_size=8),
    st.integers(0, 512),
)
def test_a_damaged_object_raises_nothing_but_our_errors(
    image: bytes, changes: list[tuple[int, int]], size: int
) -> None:
    data = bytearray(image)
    for at, value in changes:
        data[at % len(data)] = value
    damaged = bytes(data[:size])
    try:
        elf = ElfFile(damaged)
    except AtfaultError:
        return
    for use in (
        lambda: elf.segments,
        lambda: elf.sections,
        lambda: list(elf.notes()),
        elf.build_id,
        elf.debuglink,
        lambda: elf.file_offset(0x1000),
        lambda: [elf.section_bytes(s, 1 << 16) for s in elf.sections],
    ):
        try:
            use()
        except AtfaultError:
            pass
