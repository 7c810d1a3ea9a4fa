"""The store of symbols by build id."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.native import symbol_store
from atfault.native.symbol_store import Stored, format_lines, key_of, load, parse_lines, save

ID = "0123456789abcdef0123"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "atfault" / "symbols"


def filled(identity: str = "") -> Stored:
    stored = Stored(ID, identity)
    stored.names = {0x1040: (0x1040, "_ZN1a1bEv", "a::b()"), 0x2000: (0x2000, "main", "main")}
    stored.names[0x3000] = (0, "", "")
    stored.lines = {0x1044: (("inner", "a.h", 3, 5), ("", "dir/b.c", 12, 0)), 0x2001: ()}
    stored.changed = True
    return stored


def test_what_was_saved_is_loaded() -> None:
    stored = filled("file:1:2")
    save(stored)
    again = load(ID, "file:1:2")
    assert again.names == stored.names
    assert again.lines == stored.lines


def test_a_file_without_build_id_is_remembered_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "libblas.so"
    path.write_bytes(b"one")
    key = key_of("", str(path))
    stored = Stored(key, "")
    stored.names = {0x1040: (0x1040, "dgemm", "dgemm")}
    stored.changed = True
    save(stored)
    assert load(key_of("", str(path)), "").names == stored.names
    path.write_bytes(b"another")
    assert load(key_of("", str(path)), "").names == {}
    assert key_of(ID, str(path)) == ID
    assert key_of("", None) == key_of("", str(tmp_path / "missing")) == ""


def test_lines_that_nobody_asked_for_are_kept() -> None:
    save(filled())
    again = load(ID, "")
    again.names[0x5000] = (0x5000, "f", "f")
    again.changed = True
    save(again)
    last = load(ID, "")
    assert last.names[0x5000] == (0x5000, "f", "f")
    assert last.lines == filled().lines


def test_damaged_lines_leave_the_names(folder: Path) -> None:
    save(filled())
    data = (folder / ID).read_text().replace("\t12\t", "\ttwelve\t")
    (folder / ID).write_text(data)
    again = load(ID, "")
    assert again.lines == {}
    assert again.names == filled().names


def test_another_debug_file_makes_the_stored_names_worthless() -> None:
    save(filled("file:1:2"))
    assert load(ID, "file:1:3").names == {}


@pytest.mark.parametrize(
    "build_id", ("", "ab", "../../etc/passwd", "0123/456789abcdef01", "g" * 20)
)
def test_a_build_id_that_is_none_is_never_a_file_name(build_id: str, folder: Path) -> None:
    stored = Stored(build_id, "")
    stored.changed = True
    save(stored)
    assert not folder.exists()
    assert load(build_id, "").names == {}


def test_the_file_is_private_and_nothing_else_is_left(folder: Path) -> None:
    save(filled())
    assert [path.name for path in folder.iterdir()] == [ID]
    assert (folder / ID).stat().st_mode & 0o777 == 0o600


def test_nothing_is_written_when_nothing_changed(folder: Path) -> None:
    stored = filled()
    stored.changed = False
    save(stored)
    assert not folder.exists()


def test_a_cut_off_file_is_ignored(folder: Path) -> None:
    save(filled())
    data = (folder / ID).read_bytes()
    for size in range(0, len(data) - 1, 7):
        (folder / ID).write_bytes(data[:size])
        assert load(ID, "").names == {}, size


@given(st.binary(max_size=300))
def test_foreign_bytes_are_ignored(data: bytes) -> None:
    folder = symbol_store.store_folder()
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/{ID}", "wb") as file:
        file.write(data)
    assert load(ID, "").names == {}
    with open(f"{folder}/{ID}", "wb") as file:
        file.write(b"atfault-symbols 2\t\nn\t" + data + b"\n.")
    load(ID, "")


@given(st.lists(st.tuples(st.text(), st.text(), st.integers(0), st.integers(0)), max_size=4))
def test_any_text_survives_the_round_trip(places: list[tuple[str, str, int, int]]) -> None:
    lines = {0x10: tuple(places)}
    if any("\ud800" <= c <= "\udfff" for p in places for c in p[0] + p[1]):
        return
    assert parse_lines(format_lines(lines)) == lines


def test_an_unwritable_folder_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    save(filled())
    assert load(ID, "").names == {}


def test_the_oldest_go_when_there_are_too_many(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symbol_store, "MAX_FILES", 8)
    for number in range(12):
        symbol_store._pruned.clear()  # as in a run of its own
        stored = Stored(f"{number:020x}", "")
        stored.names = {1: (1, "f", "f")}
        stored.changed = True
        save(stored)
        os.utime(folder / f"{number:020x}", (number, number))
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) <= 9
    assert f"{11:020x}" in left
    assert f"{0:020x}" not in left


def test_a_link_in_its_place_is_not_followed(folder: Path, tmp_path: Path) -> None:
    save(filled())
    (folder / ID).rename(tmp_path / "elsewhere")
    (folder / ID).symlink_to(tmp_path / "elsewhere")
    assert load(ID, "").names == {}
