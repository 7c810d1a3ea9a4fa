"""Sources that are in no file, read from this very process: linecache's and that of `-c`."""

from __future__ import annotations

import linecache
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.decode import texts
from atfault.decode.texts import COMMAND, command_text, known_texts
from atfault.model.process import ProcessInfo
from atfault.model.stacks import CodeInfo, Location
from atfault.model.state import KnownText
from atfault.snapshot.target_files import TargetFiles
from support.this_process import runtime_here

NAME = "<made by a test>"
LINES = ["a = 1\n", "b = 'ä'\r\n", "c = 3"]


@pytest.fixture
def cached():
    """cached(name, entry): what linecache has."""
    names: list[str] = []

    def put(name: str, entry: Any) -> None:
        names.append(name)
        linecache.cache[name] = entry

    yield put
    for name in names:
        linecache.cache.pop(name, None)


def runtime(**more: Any) -> Any:
    found = runtime_here()
    found.interpreters = [SimpleNamespace(modules=id(sys.modules))]
    found.memory.without_text = False
    return SimpleNamespace(**{**vars(found), **more})


def thread(*files: str, exact: str = "", tid: int = 1) -> Any:
    """On its stack, code of these files."""
    frames = [
        SimpleNamespace(
            python=SimpleNamespace(code=CodeInfo(0, "f", "f", file, 1, exact_filename=exact)),
            native=None,
        )
        for file in files
    ]
    return SimpleNamespace(stack=SimpleNamespace(frames=frames), thread=SimpleNamespace(tid=tid))


def compiled(file: str) -> Any:
    """On its stack, machine code of that file."""
    frame = SimpleNamespace(python=None, native=SimpleNamespace(location=Location(file, 1)))
    return SimpleNamespace(stack=SimpleNamespace(frames=[frame]))


def process(*arguments: str) -> ProcessInfo:
    return ProcessInfo(1, "python", arguments=tuple(os.fsencode(one) for one in arguments))


def found(*threads: Any, **more: Any) -> tuple[KnownText, ...]:
    return known_texts(runtime(**more), threads, process(), TargetFiles())


def test_the_lines_that_linecache_has_are_told_without_their_ends(cached):
    cached(NAME, (3, None, LINES, NAME))
    assert found(thread(NAME)) == (KnownText(NAME, ("a = 1", "b = 'ä'", "c = 3")),)
    assert found(thread(NAME), compiled("/nowhere.py")) == found(thread(NAME))


def test_a_text_is_shown_under_the_name_that_is_shown(cached):
    cached("/tmp/ipykernel_1/77.py", (3, None, LINES[:1], ""))
    one = thread("In[5]", exact="/tmp/ipykernel_1/77.py")
    assert found(one) == (KnownText("In[5]", ("a = 1",)),)


def test_code_that_was_compiled_of_a_cell_leads_to_its_text(cached):
    cached("/tmp/ipykernel_1/77.py", (3, None, LINES[:1], ""))
    codes = runtime_here().codes
    codes.cells = {"/tmp/ipykernel_1/77.py": "In[5]"}
    assert found(compiled("In[5]"), codes=codes) == (KnownText("In[5]", ("a = 1",)),)
    codes.cells["/tmp/ipykernel_1/78.py"] = "In[5]"  # the cell was run again
    assert found(compiled("In[5]"), codes=codes) == ()


def test_what_lies_on_disk_and_what_is_frozen_is_not_looked_for(cached):
    for name in (__file__, "<frozen importlib>"):
        cached(name, (3, None, LINES, name))
        assert found(thread(name)) == ()


@pytest.mark.parametrize(
    "entry",
    [
        (lambda: "a",),
        (3, None, LINES),
        [3, None, LINES, NAME],
        (3, None, [1, 2], NAME),
        (3, None, [], NAME),
        (3, None, None, NAME),
        None,
    ],
)
def test_an_entry_that_holds_no_lines_is_none(cached, entry):
    cached(NAME, entry)
    assert found(thread(NAME)) == ()
    other = "<another>"
    cached(other, (1, None, ["x"], ""))
    assert found(thread(NAME, other)) == (KnownText(other, ("x",)),)


def test_texts_and_their_lines_are_bounded(cached, monkeypatch):
    monkeypatch.setattr(texts, "MAX_TEXTS", 2)
    monkeypatch.setattr(texts, "MAX_LINES", 3)
    monkeypatch.setattr(texts, "MAX_LINE", 4)
    monkeypatch.setattr(texts, "MAX_FRAMES", 4)
    names = [f"<{number}>" for number in range(5)]
    for name in names:
        cached(name, (1, None, ["123456"] * 5, ""))
    told = found(thread(*names))
    assert [one.lines for one in told] == [("1234",) * 3] * 2
    assert found(thread(*["<none>"] * 3, *names[:2])) == told[:1]


def test_without_linecache_and_without_texts_nothing_is_told(cached):
    cached(NAME, (3, None, LINES, NAME))
    for modules in ({}, {"linecache": SimpleNamespace()}, {"linecache": sys}):
        alone = [SimpleNamespace(modules=id(modules))]
        assert found(thread(NAME), interpreters=alone) == ()
    assert found(thread(NAME), interpreters=[SimpleNamespace(modules=0)]) == ()
    several = [SimpleNamespace(modules=8), SimpleNamespace(modules=id(sys.modules))]
    assert len(found(thread(NAME), interpreters=several)) == 1
    of_core = runtime()
    of_core.memory.without_text = True
    assert known_texts(of_core, [thread(NAME)], process(), TargetFiles()) == ()


def test_the_program_of_a_command_line_is_told_with_the_code_that_is_its_own():
    code = compile("def f():\n  def g(): pass\nclass A: pass", COMMAND, "exec")
    other = compile("def f(): pass", COMMAND, "exec")
    own = [code, *[one for one in code.co_consts if hasattr(one, "co_code")]]
    own += [one for one in own[1].co_consts if hasattr(one, "co_code")]

    def told(name: str = "<module>", at: Any = code, tid: int = 1, minor: int = 13) -> Any:
        main = thread(COMMAND, COMMAND, tid=tid)
        info = CodeInfo(id(at), name, name, COMMAND, 1)
        main.stack.frames[-1].python.code = info
        given = process("python", "-c", "  a = 1\n  b = 2")
        one = runtime(version=(3, minor, 0))
        return known_texts(one, [thread(COMMAND, tid=2), main], given, TargetFiles())

    (text,) = told()
    assert (text.file, text.lines) == (COMMAND, ("  a = 1", "  b = 2"))
    assert told(minor=14)[0].lines == ("a = 1", "b = 2")
    assert set(text.codes) == {id(one) for one in own}
    assert set(told(at=other)[0].codes) == {id(other), id(other.co_consts[0])}
    assert told(name="f") == () and told(tid=3) == ()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((b"python", b"-c", b"f()", b"-c", b"other"), "f()"),
        ((b"python", b"-cf()"), "f()"),
        ((b"python", b"-Bsc", b"f()"), "f()"),
        ((b"python", b"-X", b"utf8", b"-W", b"error", b"-c", b"f()"), "f()"),
        ((b"python", b"-Xutf8", b"-Werror::c", b"-c", b"f()"), "f()"),
        ((b"python", b"--check-hash-based-pycs", b"always", b"-c", b"f()"), "f()"),
        ((b"python", b"-c", b"line 1\nline 2\xff"), "line 1\nline 2\udcff"),
        ((b"python", b"-m", b"mod", b"-c", b"f()"), None),
        ((b"python", b"-mc", b"f()"), None),
        ((b"python", b"app.py", b"-c", b"f()"), None),
        ((b"python", b"-", b"-c", b"f()"), None),
        ((b"python", b"--", b"-c", b"f()"), None),
        ((b"python", b"-W", b"-c", b"f()"), None),
        ((b"python", b"-c"), None),
        ((b"python", b"-W"), None),
        ((b"-c", b"f()"), None),
        ((b"python",), None),
        ((), None),
    ],
)
def test_the_program_of_a_command_line_is_what_python_takes_it_for(
    arguments: tuple[bytes, ...], text: str | None
) -> None:
    assert command_text(arguments) == text
