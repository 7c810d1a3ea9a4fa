"""Lines of the kernel's log about a library that is on this machine.

The lines are written as the kernel writes them, from where a process has the library in memory.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from typing import NamedTuple

import pytest

from atfault.analyze.text import analyze_text
from atfault.model.findings import Finding
from atfault.options import Options
from support import needs

pytestmark = needs.program("gcc")
SOURCE = """
static inline __attribute__((always_inline)) int inner(volatile int *p) {
    return p[2]; /* inner */
}
int touch(volatile int *p) {
    return inner(p) + 1; /* touch */
}
"""
WHERE = """
import ctypes, sys
at = ctypes.cast(ctypes.CDLL(sys.argv[1]).touch, ctypes.c_void_p).value
for line in open("/proc/self/maps"):
    begin, end = (int(part, 16) for part in line.split()[0].split("-"))
    if begin <= at < end:
        print(at, begin, end - begin, int(line.split()[2], 16))
        print(ctypes.string_at(at - 16, 48).hex())
"""


class Mapped(NamedTuple):
    """The library in the memory of a process."""

    ip: int
    base: int
    size: int
    offset: int
    code: bytes
    """From 16 bytes before ip on."""

    def line(self, *, newer: bool = False) -> str:
        in_file = f"{self.ip - self.base + self.offset:x}," if newer else ""
        return (
            f"[ 9.1] python[7]: segfault at 8 ip {self.ip:016x} sp 00007ffc00000000 error 4"
            f" in libkernel.so[{in_file}{self.base:x}+{self.size:x}] likely on CPU 1\n"
        )

    def bytes_line(self) -> str:
        words = [f"<{one:02x}>" if at == 16 else f"{one:02x}" for at, one in enumerate(self.code)]
        return f"[ 9.1] Code: {' '.join(words)}\n"


@pytest.fixture
def library(tmp_path, monkeypatch):
    (tmp_path / "kernel.c").write_text(SOURCE)
    path = tmp_path / "libkernel.so"
    subprocess.run(
        ["gcc", "-g", "-O1", "-shared", "-fPIC", "-o", path, tmp_path / "kernel.c"], check=True
    )
    monkeypatch.chdir(tmp_path)
    return path


def mapped(path) -> Mapped:
    done = subprocess.run(
        [sys.executable, "-c", WHERE, str(path)], capture_output=True, text=True, check=True
    )
    numbers, code = done.stdout.split("\n")[:2]
    return Mapped(*map(int, numbers.split()), bytes.fromhex(code))


def explained(text: str) -> Finding:
    return analyze_text(io.BytesIO(text.encode()), "-", Options()).diagnosis[0]


def reasons(finding: Finding) -> str:
    return "\n".join(one.text for one in finding.evidence)


def places(finding: Finding) -> list[tuple[str, int, str]]:
    return [(os.path.basename(one.file), one.line, one.function) for one in finding.blame]


LINES = [("kernel.c", 3, "inner"), ("kernel.c", 6, "touch")]


@pytest.mark.representative("text", "the kernel's log")
@pytest.mark.parametrize("newer", [False, True])
def test_the_function_and_the_line_are_named_and_proven_by_the_bytes(library, newer):
    crash = mapped(library)
    finding = explained(crash.line(newer=newer) + crash.bytes_line())
    assert finding.cause == "null-dereference"
    assert finding.summary == "NULL + 8 was read in inner (libkernel.so)"
    assert places(finding) == LINES
    assert "inner (" in reasons(finding) and "inlined into touch (" in reasons(finding)
    assert "error 4: the program's own code tried to read an address without a page" in reasons(
        finding
    )
    assert "it is the build that crashed" in reasons(finding)
    assert [quote.line for quote in finding.quotes] == [1, 2]


@pytest.mark.parametrize("newer", [False, True])
def test_without_the_bytes_it_is_said_that_it_may_be_another_build(library, newer):
    finding = explained(mapped(library).line(newer=newer))
    assert places(finding) == LINES
    assert finding.summary.endswith("if the file here is the build that crashed")


def test_a_file_with_other_bytes_is_another_build(library):
    crash = mapped(library)
    other = crash._replace(code=bytes(one ^ 1 for one in crash.code))
    finding = explained(other.line() + other.bytes_line())
    assert finding.blame == () and "touch" not in finding.summary
    assert "what is here is another build of it" in reasons(finding)


def test_a_mapping_of_another_length_is_of_another_build(library):
    crash = mapped(library)
    finding = explained(crash._replace(size=crash.size + 0x1000).line())
    assert finding.blame == () and "another build" in reasons(finding)


def test_two_files_that_both_fit_are_named_and_nothing_is_guessed(library, tmp_path):
    (tmp_path / "old").mkdir()
    shutil.copy(library, tmp_path / "old")
    crash = mapped(library)
    finding = explained(crash.line())
    assert finding.blame == () and "it may be any of" in reasons(finding)
    assert places(explained(crash.line() + crash.bytes_line())) == LINES


def test_a_library_that_is_not_here_leaves_the_offset(library, monkeypatch, tmp_path):
    crash = mapped(library)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    finding = explained(crash.line())
    assert finding.cause == "null-dereference" and finding.blame == ()
    assert "there is no libkernel.so on PATH" in reasons(finding)
    assert f"{crash.ip - crash.base:#x} bytes into that mapping" in reasons(finding)


def test_a_library_without_debug_information_has_the_function_alone(library):
    subprocess.run(["strip", library], check=True)
    crash = mapped(library)
    finding = explained(crash.line() + crash.bytes_line())
    assert finding.blame == ()
    assert finding.summary == "NULL + 8 was read in touch (libkernel.so)"


def test_a_hostile_file_of_that_name_is_no_crash_of_ours(library):
    crash = mapped(library)
    with open(library, "r+b") as file:
        file.seek(32)
        file.write(b"\xff" * 60)
    finding = explained(crash.line() + crash.bytes_line())
    assert finding.cause == "null-dereference" and finding.blame == ()
