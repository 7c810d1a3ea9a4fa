"""Names of functions: read once a file, for all processes that map it."""

from __future__ import annotations

import _ctypes
import os
import shutil
from types import SimpleNamespace

import pytest

from atfault.formats.elf import ElfFile
from atfault.model.process import Module
from atfault.native import names
from atfault.native.debug_files import open_elf
from atfault.native.names import Known, ModuleWork, NameFinder
from atfault.native.symbols import open_tables
from atfault.snapshot.target_files import GivenFiles
from support.local_files import local


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(names, "_KNOWN", {})


@pytest.fixture
def library(tmp_path):
    """A copy of one with symbols."""
    return shutil.copy(_ctypes.__file__, tmp_path / "lib.so")


def module(path, bias):
    return Module(str(path), local(path), "ab12", bias, bias, bias + (1 << 20))


def some_function(path):
    elf = open_elf(local(path))
    assert isinstance(elf, ElfFile)
    for table in open_tables(elf):
        for address in range(0, 1 << 20, 16):
            found = table.covering([address])
            if found:
                return address, next(iter(found.values()))
    raise AssertionError("no function")


def find(path, bias, address):
    work = ModuleWork(module(path, bias))
    finder = NameFinder(SimpleNamespace(files=GivenFiles()), lambda *_: None)
    return finder.names(work, {address: 0})


def test_what_one_process_asked_of_a_file_another_need_not_read(library, monkeypatch):
    address, symbol = some_function(library)
    first = find(library, 0x10000, address)
    assert first == {address: (symbol.start, symbol.name)}
    monkeypatch.setattr(names, "look_up", lambda *_: pytest.fail("read again"))
    assert find(library, 0x7F0000, address) == first


def test_a_file_that_was_written_since_is_another(library):
    known = Known.of(module(library, 0))
    assert Known.of(module(library, 1)) is known
    os.utime(library, ns=(1, 1))
    assert Known.of(module(library, 0)) is not known


def test_a_module_without_a_file_shares_nothing():
    bare = Module("[vdso]", None, "ab12", 0, 0, 4096)
    assert Known.of(bare) is not Known.of(bare)


def test_so_many_files_are_kept_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(names, "_MAX_KNOWN", 2)
    for number in range(4):
        (tmp_path / str(number)).write_text("x")
        Known.of(module(tmp_path / str(number), 0))
    assert len(names._KNOWN) == 2
