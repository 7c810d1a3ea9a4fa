"""Source lines of the target."""

from __future__ import annotations

import os

import pytest

import atfault.source as source_module
from atfault.source import MAX_LINE, SourceReader

TEXT = "# one\n\ndef f():\n    return 4\n\n\nlast\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(TEXT)
    return str(path)


def texts(lines):
    return [(line.line, line.text) for line in lines]


def test_a_line_comes_without_its_indentation(file):
    reader = SourceReader()
    assert reader.line(file, 4) == "return 4"
    assert reader.line(file, 1) == "# one"
    assert reader.line(file, 7) == "last"


@pytest.mark.parametrize("number", [0, -1, 8, 10**9])
def test_a_line_that_is_not_there_is_none(file, number):
    assert SourceReader().line(file, number) is None
    assert SourceReader().excerpt(file, number) == ()


def test_an_excerpt_keeps_indentation_and_drops_blank_edges(file):
    reader = SourceReader()
    assert texts(reader.excerpt(file, 4)) == [(3, "def f():"), (4, "    return 4")]
    assert texts(reader.excerpt(file, 3, 1)) == [(3, "def f():"), (4, "    return 4")]
    assert texts(reader.excerpt(file, 7, 0)) == [(7, "last")]


def test_a_blank_line_itself_stays(file):
    assert texts(SourceReader().excerpt(file, 2, 0)) == [(2, "")]


def test_files_are_found_below_the_sysroot(tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "a.py").write_text("inside\n")
    assert SourceReader(None, str(tmp_path)).line("/srv/a.py", 1) == "inside"
    assert SourceReader(None, str(tmp_path) + "/").line("/srv/b.py", 1) is None


def test_the_snapshot_says_where_a_file_lies(file):
    reader = SourceReader(lambda path: (file, "") if path == "/t/a.py" else (None, "gone"))
    assert reader.line("/t/a.py", 1) == "# one"
    assert reader.line("/t/b.py", 1) is None


def test_relative_names_are_taken_from_the_targets_working_directory(file):
    folder = os.path.dirname(file)
    assert SourceReader(cwd=folder).line("a.py", 1) == "# one"
    assert SourceReader(cwd=folder + "/sub").line("../a.py", 1) == "# one"
    assert SourceReader().line("a.py", 1) is None


@pytest.mark.parametrize("name", ["", "<string>", "<frozen importlib._bootstrap>", "a\0b", "/a\0b"])
def test_names_that_are_no_files_are_none(name):
    assert SourceReader().line(name, 1) is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("größe = 1\n".encode(), "größe = 1"),
        (b"\xef\xbb\xbf# x\n", "# x"),
        ("# -*- coding: latin-1 -*-\ngröße\n".encode("latin-1"), "größe"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n€\n".encode("cp1252"), "€"),
        (b"# coding: no-such-codec\nx\n", "x"),
        (b"# coding: hex\nx\n", "x"),
        (b"x = 1\n# coding: utf-16\ny\n", "y"),
        (b"bad \xff byte\n", "bad \udcff byte"),
        (b"one\rtwo\r\nthree", "three"),
    ],
)
def test_the_last_line_in_the_encoding_the_file_declares(tmp_path, data, text):
    path = tmp_path / "a.py"
    path.write_bytes(data)
    last = len(data.splitlines())
    assert SourceReader().line(str(path), last) == text


def test_form_feeds_and_unicode_separators_end_no_line(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("a\x0cb\u2028c\x85d\nsecond\n")
    assert SourceReader().line(str(path), 2) == "second"


def test_a_file_changed_after_the_process_stopped_is_said_once(file):
    reader = SourceReader(taken=os.stat(file).st_mtime - 60)
    assert reader.line(file, 1) == "# one"
    reader.line(file, 3)
    assert len(reader.warnings) == 1
    assert "changed after" in reader.warnings[0]
    unchanged = SourceReader(taken=os.stat(file).st_mtime)
    unchanged.line(file, 1)
    assert unchanged.warnings == []


def test_a_file_written_after_the_program_was_started_is_said(file):
    modified = os.stat(file).st_mtime
    reader = SourceReader(started=modified - 0.1)
    reader.line(file, 1)
    assert "written after the program was started" in reader.warnings[0]
    for before in (0.01, -0.1):  # the kernel rounds the start down
        unchanged = SourceReader(started=modified - before)
        unchanged.line(file, 1)
        assert unchanged.warnings == []


def test_what_is_no_regular_file_is_not_opened_for_long(tmp_path):
    fifo = str(tmp_path / "fifo")
    os.mkfifo(fifo)
    reader = SourceReader()
    for path in (fifo, "/dev/zero", "/dev/tty", str(tmp_path)):
        assert reader.line(path, 1) is None


def test_long_lines_large_files_and_many_files_are_bounded(tmp_path, monkeypatch):
    path = tmp_path / "a.py"
    path.write_text("x" * (10 * MAX_LINE))
    assert len(SourceReader().line(str(path), 1)) == MAX_LINE
    monkeypatch.setattr(source_module, "MAX_FILE", 100)
    assert SourceReader().line(str(path), 1) is None
    monkeypatch.setattr(source_module, "MAX_TOTAL", 10)
    small = [tmp_path / f"{i}.py" for i in range(3)]
    for each in small:
        each.write_text("1234567")
    reader = SourceReader()
    assert [reader.line(str(each), 1) for each in small] == ["1234567", None, None]


def test_lines_are_masked_where_that_is_asked_for(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("x = 1\n    key = 'sekrit'\n")
    reader = SourceReader(mask=lambda line: line.replace("sekrit", "<masked>"))
    assert reader.line(str(path), 2) == "key = '<masked>'"
    assert texts(reader.excerpt(str(path), 2, 0)) == [(2, "    key = '<masked>'")]


CODE = """class A:
    @decorated(
        1,
    )
    async def f(self):
        pass

    def \\
            g(self): pass

h = lambda: 1
"""


@pytest.mark.parametrize(
    ("first_line", "name", "is_same"),
    [
        (1, "A", True),
        (2, "f", True),
        (8, "g", True),
        (10, "<lambda>", True),
        (1, "<module>", True),
        (3, "<listcomp>", True),
        (1, "__annotate__", True),
        (0, "unknown", True),
        (5, "g", False),
        (10, "h2", False),
        (99, "f", False),
    ],
)
def test_a_file_in_which_code_does_not_begin_where_it_did_is_not_shown(
    tmp_path, first_line, name, is_same
):
    path = tmp_path / "a.py"
    path.write_text(CODE)
    reader = SourceReader(taken=1.0)
    assert reader.line(str(path), 6) == "pass"
    for _ in range(2):
        reader.verify(str(path), first_line, name)
    assert reader.line(str(path), 6) == ("pass" if is_same else None)
    assert bool(reader.excerpt(str(path), 6)) is is_same
    assert len(reader.warnings) == 1
    assert ("its lines are left out" in reader.warnings[0]) is not is_same
