from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atfault.snapshot.tracing.program_traits import Traits
from atfault.snapshot.tracing.program_traits import traits as traits_of
from support import needs

PLAIN = "int main(void) { return 0; }"
TRACES = "#include <sys/ptrace.h>\nint main(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }"
LOOKS = '#include <stdio.h>\nint main(void) { return puts("TracerPid:"); }'


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
