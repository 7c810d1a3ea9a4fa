"""Paths under a sysroot, and telling one build of an object from another."""

from __future__ import annotations

from pathlib import Path

from atfault.snapshot.files import (
    begins_with,
    compare_identity,
    file_identity,
    image_identity,
)
from support.elf_builder import Load, R, X, elf_object
from support.local_files import local

ONE, OTHER = b"\x01" * 20, b"\x02" * 20


def identity(image: bytes):  # type: ignore[no-untyped-def]
    found = image_identity(lambda offset, size: image[offset : offset + size])
    assert found is not None
    return found


def test_the_same_object_compares_equal_and_another_does_not() -> None:
    same = elf_object([Load(0x1000, b"code", R | X)], build_id=ONE)
    rebuilt = elf_object([Load(0x1000, b"code", R | X)], build_id=OTHER)
    assert compare_identity(identity(same), identity(same)) == ""
    assert "build id" in compare_identity(identity(rebuilt), identity(same))
    assert "no longer" in compare_identity(None, identity(same))


def test_an_equal_build_id_with_moved_segments_is_not_the_same_file() -> None:
    here = elf_object([Load(0x2000, b"code", R | X)], build_id=ONE)
    there = elf_object([Load(0x1000, b"code", R | X)], build_id=ONE)
    assert "segments" in compare_identity(identity(here), identity(there))


def test_objects_without_build_id_are_told_apart_by_their_headers() -> None:
    one = elf_object([Load(0x1000, b"code", R | X)], entry=0x1000)
    other = elf_object([Load(0x1000, b"code", R | X)], entry=0x1010)
    assert compare_identity(identity(one), identity(one)) == ""
    assert "entry point" in compare_identity(identity(other), identity(one))


def test_program_headers_behind_the_first_page_are_found() -> None:
    image = elf_object([Load(0x1000, b"code", R | X)], build_id=ONE)
    table = image[64 : 64 + 56 * 3]
    moved = image[:32] + (0x3000).to_bytes(8, "little") + image[40:64] + bytes(56 * 3)
    moved += image[64 + 56 * 3 :]
    moved = moved.ljust(0x3000, b"\0") + table
    assert not identity(moved).is_in_page
    assert identity(moved) == identity(image)._replace(is_in_page=False)


def test_an_equal_first_page_is_enough_only_where_all_is_in_it(tmp_path: Path) -> None:
    image = elf_object([Load(0x1000, b"code", R | X)], build_id=ONE)
    assert identity(image).is_in_page
    assert not identity(elf_object([Load(0x1000, b"code", R | X)])).is_in_page, "no build id"
    path = tmp_path / "object"
    path.write_bytes(image)
    assert begins_with(local(path), image[:4096])
    assert not begins_with(local(path), b"x" + image[1:4096])
    assert not begins_with(local(path), image + b"more")
    file = local(path)
    path.unlink()
    assert not begins_with(file, image[:4096])


def test_what_is_no_elf_object_has_no_identity(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("hello")
    assert file_identity(local(text)) is None
    assert image_identity(lambda offset, size: b"") is None
