"""Source lines of the target."""

from __future__ import annotations

import os
import zipfile

import pytest

import atfault.snapshot.zipped as zipped_module
import atfault.source as source_module
from atfault.model.stacks import CodeInfo
from atfault.model.state import KnownText
from atfault.snapshot.target_files import GivenFiles, TargetFiles
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
    assert SourceReader(TargetFiles(str(tmp_path))).line("/srv/a.py", 1) == "inside"
    assert SourceReader(TargetFiles(str(tmp_path) + "/")).line("/srv/b.py", 1) is None


def test_relative_names_are_taken_from_the_targets_folders(file):
    folder = os.path.dirname(file)
    os.mkdir(folder + "/sub")

    def read(name, *folders):
        return SourceReader(TargetFiles(folders=folders)).line(name, 1)

    assert read("a.py", folder) == "# one"
    assert read("a.py", "/nowhere", folder) == "# one"
    assert read("../a.py", folder + "/sub") == "# one"
    assert read("a.py") is None
    assert "relative" in SourceReader().why("a.py", 1)


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


def test_a_line_is_masked_once_however_often_it_is_asked_for(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("def f():\n    f()\n")
    masked = []
    reader = SourceReader(mask=lambda line: masked.append(line) or line.upper())
    assert [reader.line(str(path), 2) for _ in range(1000)] == ["F()"] * 1000
    assert masked == ["f()"]


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


def code(file, name, first_line, names=()):
    return CodeInfo(0x1000, name, name, file, first_line, names=tuple(names))


@pytest.mark.parametrize(
    ("first_line", "name", "names", "is_same"),
    [
        (1, "A", (), True),
        (2, "f", (), True),
        (8, "g", (), True),
        (10, "<lambda>", (), True),
        (1, "<module>", ("A", "h", "__name__"), True),
        (1, "<module>", (), True),
        (3, "<listcomp>", (), True),
        (1, "__annotate__", (), True),
        (0, "f", (), True),
        (0, "unknown", (), False),
        (5, "g", (), False),
        (10, "h2", (), False),
        (99, "f", (), False),
        (9, "<lambda>", (), False),
        (1, "<module>", ("A", "root", "daemon"), False),
        (3, "<listcomp>", ("shadow",), False),
    ],
)
def test_a_file_that_is_not_what_ran_is_not_shown(tmp_path, first_line, name, names, is_same):
    path = tmp_path / "a.py"
    path.write_text(CODE)
    reader = SourceReader(taken=1.0)
    assert reader.line(str(path), 6) == "pass"
    for _ in range(2):
        reader.verify(code(str(path), name, first_line, names))
    assert reader.line(str(path), 6) == ("pass" if is_same else None)
    assert bool(reader.excerpt(str(path), 6)) is is_same
    assert len(reader.warnings) == 1
    assert ("its lines are left out" in reader.warnings[0]) is not is_same
    assert ("not what ran" in reader.why(str(path), 6)) is not is_same


def test_a_module_that_pytest_or_an_import_hook_rewrote_is_still_what_ran(tmp_path):
    path = tmp_path / "test_a.py"
    path.write_text("import os\nimport sys\nimport json\n\ndef test_a():\n    assert os\n")
    reader = SourceReader()
    rewritten = (
        *("builtins", "@py_builtins", "_pytest.assertion.rewrite", "assertion", "rewrite"),
        *("@pytest_ar", "test_a"),
    )
    reader.verify(code(str(path), "<module>", 1, rewritten))
    assert reader.line(str(path), 1) == "import os"
    reader.verify(code(str(path), "<module>", 1, ("os", "sys", "json", "beartype_added")))
    assert reader.line(str(path), 1) == "import os"


def test_code_that_is_not_on_a_stack_must_at_least_be_named_in_the_file(file):
    assert SourceReader().excerpt(file, 4, function="f")
    assert SourceReader().excerpt(file, 4, function="A.f")
    assert SourceReader().excerpt(file, 4, function="<module>")
    assert SourceReader().excerpt(file, 4, function="elsewhere") == ()


@pytest.mark.parametrize(
    ("name", "text", "is_shown"),
    [
        ("a.py", "one\n", True),
        ("a.PYX", "one\n", True),
        ("a.rs", "one\n", True),
        ("a.f90", "one\n", True),
        ("shadow", "root:x:0:0\n", False),
        ("id_rsa", "-----BEGIN PRIVATE KEY-----\n", False),
        ("a.pem", "one\n", False),
        ("a.json", "one\n", False),
        (".py", "one\n", False),
        # What pip makes of an entry point: bin/gunicorn, bin/pytest.
        ("gunicorn", "#!/srv/venv/bin/python3\nimport sys\n", True),
        ("backup", "#!/bin/sh\npassword=x\n", False),
    ],
)
def test_only_what_is_source_by_its_name_is_shown(tmp_path, name, text, is_shown):
    path = tmp_path / name
    path.write_text(text)
    reader = SourceReader()
    assert (reader.line(str(path), 1) is not None) is is_shown
    assert bool(reader.why(str(path), 1)) is not is_shown


def test_a_file_with_control_characters_in_its_name_is_found(tmp_path):
    path = tmp_path / "a\nb\x1b[2J.py"
    path.write_text("def f(): pass\n")
    shown = str(path).encode("unicode_escape").decode()
    reader = SourceReader()
    reader.verify(code(shown, "f", 1)._replace(exact_filename=str(path)))
    assert reader.line(shown, 1) == "def f(): pass"


def test_text_that_the_target_holds_is_shown(tmp_path):
    lines = ("def f():", "    return 1")
    reader = SourceReader(texts=[KnownText("<ipython-input-1>", lines)])
    reader.verify(code("<ipython-input-1>", "f", 1))
    assert reader.line("<ipython-input-1>", 2) == "return 1"
    reader = SourceReader(texts=[KnownText("<ipython-input-1>", lines)])
    reader.verify(code("<ipython-input-1>", "g", 1))
    assert reader.line("<ipython-input-1>", 2) is None


def test_what_exec_made_is_not_taken_for_the_command(tmp_path):
    text = KnownText("<string>", ("def f():", "    return 1"), (0x1000,))
    reader = SourceReader(texts=[text])
    reader.verify(code("<string>", "f", 1))
    assert reader.line("<string>", 2) == "return 1"
    reader.verify(code("<string>", "f", 1)._replace(address=0x2000))
    assert reader.line("<string>", 2) is None
    assert "exec()" in reader.why("<string>", 2)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("<string>", "exec()"),
        ("<stdin>", "typed in"),
        ("<frozen importlib._bootstrap>", "frozen"),
        ("<template>", "made while the program ran"),
        ("/nowhere/a.py", "does not exist"),
        ("/dev/zero.py", "does not exist"),
        ("/etc/passwd", "no source file"),
    ],
)
def test_why_there_is_no_source_is_said(name, why):
    assert why in SourceReader().why(name, 1)


@pytest.mark.parametrize("name", ["module.c", "tool", "CMakeLists.txt", "pay.py"])
def test_a_link_is_judged_by_what_it_leads_to(tmp_path, name):
    """A hostile checkout has a source file that is a link to a key of whoever explains its log."""
    secret = tmp_path / "id_rsa"
    secret.write_text("-----BEGIN KEY-----\nabc\n")
    (tmp_path / name).symlink_to(secret)
    reader = SourceReader(GivenFiles())
    assert "no source file" in reader.why(str(tmp_path / name), 1)
    assert reader.line(str(tmp_path / name), 1) is None


def test_a_link_to_a_source_file_is_shown(tmp_path):
    (tmp_path / "stored.py").write_text("x = 1\n")
    (tmp_path / "pay.py").symlink_to(tmp_path / "stored.py")
    assert SourceReader(GivenFiles()).line(str(tmp_path / "pay.py"), 1) == "x = 1"


def test_of_a_living_program_a_missing_file_was_there_once():
    assert "deleted or moved" in SourceReader(started=1.0).why("/nowhere/a.py", 1)


def test_a_line_that_is_beyond_the_file_is_said_to_be(file):
    assert SourceReader().why(file, 4) == ""
    assert SourceReader().why(file, 99) == "it has no line 99"


def zipped(path, **members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__slash__", "/"), text)
    return str(path)


def test_a_module_in_a_zip_archive_is_read_there(tmp_path):
    archive = zipped(tmp_path / "app.pyz", **{"pkg/mod.py": "def f():\n    pass\n"})
    assert SourceReader().line(f"{archive}/pkg/mod.py", 1) == "def f():"
    assert SourceReader().line(f"{archive}/pkg/other.py", 1) is None
    assert "does not exist" in SourceReader().why(f"{archive}/pkg/other.py", 1)


def test_an_archive_takes_no_more_than_its_share(tmp_path, monkeypatch):
    archive = zipped(tmp_path / "app.zip", **{"big.py": "x" * 1_000_000, "small.py": "y\n"})
    monkeypatch.setattr(source_module, "MAX_FILE", 100_000)
    assert SourceReader().line(f"{archive}/big.py", 1) is None
    assert SourceReader().line(f"{archive}/small.py", 1) == "y"
    monkeypatch.setattr(zipped_module, "MAX_DIRECTORY", 60)
    assert SourceReader().line(f"{archive}/small.py", 1) is None
    path = tmp_path / "damaged.zip"
    path.write_bytes((tmp_path / "app.zip").read_bytes()[:-30])
    assert SourceReader().line(f"{path}/small.py", 1) is None
