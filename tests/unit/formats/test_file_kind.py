"""What lies where a library is expected."""

from __future__ import annotations

import pytest

from atfault.formats.file_kind import HEAD, file_kind

HERE = "x86-64"


def kind(content: bytes) -> str:
    return file_kind(content[:HEAD], len(content), HERE).kind


def test_a_library_is_one():
    with open("/lib/x86_64-linux-gnu/libc.so.6", "rb") as file:
        assert kind(file.read()) == "library"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n", "pointer"),
        (b"/* GNU ld script */\nGROUP ( libc.so.6 )\n", "text"),
        (b"<!DOCTYPE html>", "text"),
        (b"\x00\x01\x02", "unknown"),
        (b"\x7fELF\x02\x01", "cut"),
    ],
)
def test_what_is_no_library_is_told_by_its_first_bytes(content, expected):
    assert kind(content) == expected


def test_one_that_is_cut_off_misses_the_end_of_its_segments():
    with open("/lib/x86_64-linux-gnu/libc.so.6", "rb") as file:
        content = file.read()
    cut = file_kind(content[:HEAD], len(content) // 2, HERE)
    assert cut.kind == "cut" and int(cut.detail) > 0


def test_one_for_another_processor_or_for_32_bits_is_named():
    with open("/lib/x86_64-linux-gnu/libc.so.6", "rb") as file:
        content = bytearray(file.read(HEAD))
    content[18:20] = (183).to_bytes(2, "little")
    assert file_kind(bytes(content), 1 << 30, HERE)[:2] == ("machine", "AArch64")
    content[18:20] = (62).to_bytes(2, "little")
    content[4] = 1
    assert file_kind(bytes(content), 1 << 30, HERE)[:2] == ("class", "x86-64, 32 bits")
    content[5], content[18:20] = 2, (8).to_bytes(2, "big")
    assert file_kind(bytes(content), 1 << 30, HERE)[:2] == ("machine", "MIPS")
