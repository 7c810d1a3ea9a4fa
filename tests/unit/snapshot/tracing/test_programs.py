"""What is asked of a file that a process executes, and how often."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from atfault.snapshot import procfs
from atfault.snapshot.tracing import programs
from atfault.snapshot.tracing.programs import UNKNOWN, Program, Programs, Traits
from atfault.snapshot.tracing.programs import traits as traits_of
from support import needs

PLAIN = "int main(void) { return 0; }"
TRACES = "#include <sys/ptrace.h>\nint main(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }"
LOOKS = '#include <stdio.h>\nint main(void) { return puts("TracerPid:"); }'


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes whose files were looked at."""
    pids: list[int] = []
    are_given_by = programs.privileges.are_given_by

    def counted(pid: int, file: os.stat_result) -> bool:
        pids.append(pid)
        return are_given_by(pid, file)

    monkeypatch.setattr(programs.privileges, "are_given_by", counted)
    return pids


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    shutil.copy(shutil.which("sleep") or "/bin/sleep", tmp_path / "sleep")
    with subprocess.Popen([tmp_path / "sleep", "60"]) as process:
        yield process
        process.kill()


def test_a_file_is_looked_at_once_however_often_it_is_executed(
    asked: list[int], sleeper: subprocess.Popen[bytes]
) -> None:
    known = Programs()
    assert {known.of(sleeper.pid) for _ in range(100)} == {Program(gives_rights=False)}
    assert asked == [sleeper.pid]


def test_a_file_that_has_got_rights_since_is_looked_at_again(
    asked: list[int], sleeper: subprocess.Popen[bytes]
) -> None:
    known = Programs()
    assert not known.of(sleeper.pid).gives_rights
    os.chmod(procfs.link(sleeper.pid, "exe"), 0o4755)
    assert known.of(sleeper.pid).gives_rights
    assert len(asked) == 2


def test_a_file_that_cannot_be_looked_at_may_give_any_rights() -> None:
    assert Programs().of(1 << 30) == UNKNOWN == Program(gives_rights=True)


def test_what_is_remembered_is_bounded(
    monkeypatch: pytest.MonkeyPatch, sleeper: subprocess.Popen[bytes]
) -> None:
    monkeypatch.setattr(programs, "MAX_PROGRAMS", 2)
    known = Programs()
    for mode in (0o700, 0o710, 0o711, 0o750):
        os.chmod(procfs.link(sleeper.pid, "exe"), mode)
        known.of(sleeper.pid)
    known.of(os.getpid())
    assert len(known._known) <= 2


def traits(path: Path | str) -> Traits:
    fd = os.open(path, os.O_RDONLY)
    try:
        return traits_of(fd)
    finally:
        os.close(fd)


@needs.program("gcc")
@pytest.mark.parametrize("hash_style", ["gnu", "sysv"])
@pytest.mark.parametrize(
    ("source", "options", "expected"),
    [
        (PLAIN, (), Traits()),
        (TRACES, (), Traits(traces=True)),
        (TRACES.replace("main", "ptrace_all"), ("-shared", "-fPIC"), Traits(traces=True)),
        ("int ptrace(void) { return 0; }" + PLAIN, ("-rdynamic",), Traits()),  # one of its own
        (LOOKS, (), Traits(looks=True)),
        (LOOKS, ("-Wl,-z,noseparate-code",), Traits(looks=True)),
        (LOOKS, ("-static",), Traits(looks=True)),
        (PLAIN, ("-fsanitize=address",), Traits(leak_checker="asan")),
        (PLAIN, ("-fsanitize=leak",), Traits(leak_checker="lsan")),
        (PLAIN, ("-fsanitize=address", "-static-libasan", "-s"), Traits(leak_checker="asan")),
        (PLAIN, ("-fsanitize=leak", "-static-liblsan", "-s"), Traits(leak_checker="lsan")),
        (PLAIN, ("-fsanitize=undefined",), Traits()),
    ],
)
def test_a_program_is_known_by_its_file(
    tmp_path: Path, source: str, options: tuple[str, ...], expected: Traits, hash_style: str
) -> None:
    (tmp_path / "source.c").write_text(source)
    command = ["gcc", *options, f"-Wl,--hash-style={hash_style}", "-o", "program", "source.c"]
    if subprocess.run(command, cwd=tmp_path, capture_output=True).returncode:
        pytest.skip("this compiler has not what that needs")
    assert traits(tmp_path / "program") == expected


def test_an_interpreter_is_none_of_them() -> None:
    assert traits(os.path.realpath(sys.executable)) == Traits()


@pytest.mark.parametrize(
    "content", [b"", b"#!/bin/sh\n", b"\x7fELF", b"\x7fELF\x02\x01" + b"\xff" * 999]
)
def test_nothing_is_known_of_what_is_no_program(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert traits(tmp_path / "file") == Traits()
