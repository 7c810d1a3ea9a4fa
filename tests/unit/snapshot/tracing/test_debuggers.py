from __future__ import annotations

import pytest

from atfault.snapshot import procfs
from atfault.snapshot.tracing.debuggers import Attaching, attaching

FAMILY = {100, 200, 300}


def seen(monkeypatch: pytest.MonkeyPatch, *words: str) -> Attaching | None:
    monkeypatch.setattr(procfs, "arguments", lambda pid: words)
    return attaching(300, FAMILY)


@pytest.mark.parametrize(
    "words",
    [
        ("/usr/bin/gdb", "attach", "100", "-x", "cmdlang.gdb", "-ex", "c"),
        ("gdb", "-p", "100"),
        ("gdb", "--pid=100"),
        ("gdb", "-q", "python", "100"),
        ("gdb-multiarch", "-p100"),
        ("x86_64-linux-gnu-gdb", "attach", "100"),
        ("lldb-16", "-p", "100"),
        ("strace", "-f", "-p", "100"),
        ("py-spy", "dump", "--pid", "100"),
        ("/venv/bin/python3.11", "/venv/bin/pystack", "remote", "100"),
    ],
)
def test_a_debugger_that_names_a_process_of_the_family(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    found = seen(monkeypatch, *words)
    assert found is not None
    assert (found.debugger, found.pid) == (300, 100)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("gdb", "-batch", "-ex", "bt", "core"),
        ("gdb", "-p", "4711"),
        ("gdb", "--args", "python", "100"),
        ("gdb", "-p", "300"),  # its own number
        ("kill", "100"),
        ("python", "train.py", "100"),
        ("gdbus", "call", "100"),
    ],
)
def test_other_programs_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    assert seen(monkeypatch, *words) is None
