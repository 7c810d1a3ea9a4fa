"""The child process that reads lines: what it answers, and what happens when it cannot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import pytest

from atfault.formats.elf import ElfFile
from atfault.native import drgn_lines, line_child, lines
from atfault.native.debug_files import open_elf
from atfault.native.debug_lines import DebugLines
from atfault.native.line_child import CythonLines
from atfault.native.lines import LineReader, debug_section_size, is_worth_reading
from atfault.native.places import Job
from atfault.snapshot.target_files import TargetFiles
from support import needs
from support.elf_builder import elf_with_sections
from support.local_files import local


def job(path: str, *addresses: int) -> Job:
    return Job(1, local(path), None, 0x10000, 0x20000, 0x10000, addresses)


def library(tmp_path: Path, *options: str) -> str:
    path = tmp_path / "lib.so"
    source = (
        "static inline __attribute__((always_inline)) int g(int *p) { return\n"
        "p[0] / p[1] / p[2]; }\n"
        "int f(int *p) {\n"
        " return g(p); }\n"
    )
    done = subprocess.run(
        [needs.found("gcc"), "-g", "-O1", "-shared", "-fPIC", *options, "-x", "c", "-"]
        + ["-o", str(path)],
        input=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return str(path)


def address_of_f(path: str) -> int:
    """A few instructions into it, where all that runs is g's."""
    done = subprocess.run(["nm", path], capture_output=True, text=True)
    return next(6 + int(x.split()[0], 16) for x in done.stdout.splitlines() if x.endswith(" T f"))


def test_inlined_places_come_innermost_first(tmp_path: Path) -> None:
    path = library(tmp_path)
    at = address_of_f(path)
    answer, problem = LineReader([job(path, at, 0x7)], TargetFiles()).finish()
    assert problem == ""
    assert [(name, line) for name, _, line, _ in answer[1][at]] == [("g", 2), ("f", 4)]
    assert 0x7 not in answer[1]


def test_a_symbol_with_a_line_by_drgn_may_be_a_mixture() -> None:
    library = "/rustc/59807616/library/core/src/slice/index.rs"
    for symbol in ("_ZN1r4main17h086b0cfd890a8ea9E", "_RNvMs_NtNtNtCsjrHSEGnQ3l9_3std"):
        assert drgn_lines._without_mixture(((symbol, library, 272, 0),)) == ((symbol, "", 0, 0),)
    whole = (("index", library, 272, 0), ("_ZN1r4mainE", "x.rs", 2, 0))
    for places in (whole, (), (("expect", "x.rs", 4, 0),)):
        assert drgn_lines._without_mixture(places) == places


def test_a_function_of_cython_is_named_as_in_python() -> None:
    in_cython = line_child._InCython(None, CythonLines(TargetFiles()))
    assert in_cython.place(("__pyx_pf_5shape_2f", "shape.c", 9, 1)) == ("shape.f", "shape.c", 9, 1)
    assert in_cython.place(("memcpy", "m.c", 9, 1)) == ("memcpy", "m.c", 9, 1)


def test_compressed_debug_sections_are_read(tmp_path: Path) -> None:
    path = library(tmp_path, "-gz")
    elf = open_elf(local(path))
    assert elf is not None and debug_section_size(elf)[1]
    answer, problem = LineReader([job(path, address_of_f(path))], TargetFiles()).finish()
    assert problem == "" and len(answer[1]) == 1


def test_a_missing_file_has_no_lines_and_disturbs_no_other(tmp_path: Path) -> None:
    path = library(tmp_path)
    gone = tmp_path / "no.so"
    gone.write_bytes(b"")
    missing = Job(2, local(gone), None, 0x30000, 0x40000, 0x30000, (0x100,))
    gone.unlink()
    answer, problem = LineReader([missing, job(path, address_of_f(path))], TargetFiles()).finish()
    assert problem == ""
    assert answer[2] == {}
    assert len(answer[1]) == 1


def test_the_child_crashing_is_said_and_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> NoReturn:
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError

    monkeypatch.setattr(line_child, "answer", crash)
    answer, problem = LineReader([job("/bin/sh")], TargetFiles()).finish()
    assert answer == {}
    assert "crashed" in problem


def test_the_child_hanging_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "TIME_LIMIT", 1.0)
    monkeypatch.setattr(line_child, "answer", lambda *_: time.sleep(3600))
    answer, problem = LineReader([job("/bin/sh")], TargetFiles()).finish()
    assert answer == {} and "longer than" in problem


def test_an_exception_in_the_child_is_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> NoReturn:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(line_child, "answer", fail)
    assert LineReader([job("/bin/sh")], TargetFiles()).finish() == ({}, "RuntimeError: two lines")


def test_a_flood_of_answers_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def flood(_: object, __: object, writer: int) -> None:
        while True:
            os.write(writer, b"l\t1\n" * 10_000)

    monkeypatch.setattr(line_child, "answer", flood)
    monkeypatch.setattr(lines, "MAX_ANSWER", 1 << 20)
    answer, problem = LineReader([job("/bin/sh")], TargetFiles()).finish()
    assert answer == {} and "unreasonably long" in problem


def test_a_damaged_answer_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        line_child, "answer", lambda _, __, fd: os.write(fd, b"nonsense\nend 1\n.\n")
    )
    assert LineReader([job("/bin/sh")], TargetFiles()).finish() == ({}, "its answer is damaged")


def test_split_debug_information_is_read_by_drgn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("drgn", reason="drgn is not installed")
    monkeypatch.chdir(tmp_path)
    path = library(tmp_path, "-gsplit-dwarf")
    at = address_of_f(path)
    answer, problem = LineReader([job(path, at)], TargetFiles()).finish()
    assert problem == ""
    assert [(name, line) for name, _, line, _ in answer[1][at]] == [("g", 2), ("f", 4)]


@pytest.mark.parametrize("kind", ("pipe", "link", "package"))
def test_drgn_is_given_no_file_whose_split_debug_information_is_no_regular_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe would be waited for, and a device may do anything when it is opened."""
    pytest.importorskip("drgn", reason="drgn is not installed")
    monkeypatch.chdir(tmp_path)
    path = library(tmp_path, "-gsplit-dwarf")
    (split,) = tmp_path.glob("*.dwo")
    if kind == "package":
        os.mkfifo(f"{path}.dwp")
    else:
        split.unlink()
        os.mkfifo(split) if kind == "pipe" else split.symlink_to("/proc/self/environ")
    answer, problem = LineReader([job(path, address_of_f(path))], TargetFiles()).finish()
    assert answer == {1: {}}
    assert problem.endswith("which is not a regular file")


def test_without_drgn_split_debug_information_is_said_to_be_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "drgn", None)
    monkeypatch.chdir(tmp_path)
    path = library(tmp_path, "-gsplit-dwarf")
    answer, problem = LineReader([job(path, address_of_f(path))], TargetFiles()).finish()
    assert answer == {1: {}}
    assert problem.startswith(f"{path}: its debug information lies in files of their own (.dwo)")
    assert problem.endswith("drgn reads them: pip install 'atfault[lines]'")


def never_ends(*_: object) -> NoReturn:
    while True:
        pass


@pytest.mark.slow
def test_what_is_left_when_the_time_is_up_is_read_by_drgn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("drgn", reason="drgn is not installed")
    monkeypatch.setattr(line_child, "SECONDS_BEFORE_DRGN", 0.05)
    monkeypatch.setattr(line_child, "_find", never_ends)
    path = library(tmp_path)
    at = address_of_f(path)
    second = job(path, at)._replace(key=2, start=0x30000, end=0x40000, bias=0x30000)
    answer, problem = LineReader([job(path, at), second], TargetFiles()).finish()
    assert problem == ""
    for key in (1, 2):
        assert [(name, line) for name, _, line, _ in answer[key][at]] == [("g", 2), ("f", 4)]


@pytest.mark.slow
def test_without_drgn_what_is_left_when_the_time_is_up_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "drgn", None)
    monkeypatch.setattr(line_child, "OWN_SECONDS", 0.05)
    original = line_child._find

    def second_never_ends(lines: DebugLines, job: Job, problems: list[str]) -> None:
        if job.key == 1:
            original(lines, job, problems)
        else:
            never_ends()

    monkeypatch.setattr(line_child, "_find", second_never_ends)
    path = library(tmp_path)
    at = address_of_f(path)
    jobs = [job(path, at), job(path, at)._replace(key=2), job(path, at)._replace(key=3)]
    answer, problem = LineReader(jobs, TargetFiles()).finish()
    assert [len(answer.get(key, ())) for key in (1, 2, 3)] == [1, 0, 0]
    assert problem == (
        "left out for want of time (0.05 s of CPU); drgn reads them: pip install 'atfault[lines]'"
    )


def test_truncated_debug_information_crashes_nothing(tmp_path: Path) -> None:
    path = library(tmp_path)
    data = Path(path).read_bytes()
    at = address_of_f(path)
    for step in range(12):
        damaged = bytearray(data)
        for position in range(step * 7 + 64, len(damaged), 131 + step):
            damaged[position] ^= 0x55 + step
        Path(path).write_bytes(damaged)
        answer, problem = LineReader([job(path, at)], TargetFiles()).finish()
        assert isinstance(answer, dict) and isinstance(problem, str)


def elf_of(*names: str) -> ElfFile:
    return ElfFile(elf_with_sections([(name, 1, 0, b"x" * 40) for name in names]))


def test_lines_are_only_asked_of_files_that_have_them(tmp_path: Path) -> None:
    assert debug_section_size(elf_of(".debug_info", ".debug_line")) == (80, False)
    assert debug_section_size(elf_of(".text")) == (0, False)
    debug = tmp_path / "x.debug"
    debug.write_bytes(elf_with_sections([(".debug_line", 1, 0, b"x" * 40)]))
    assert is_worth_reading(local(debug), "x.so", False)
    debug.write_bytes(elf_with_sections([(".text", 1, 0, b"x" * 40)]))
    assert not is_worth_reading(local(debug), "x.so", True)


def test_a_large_packed_debug_file_is_read_for_the_crashed_module_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_LARGE_PACKED", 10)
    debug = tmp_path / "x.debug"
    debug.write_bytes(elf_with_sections([(".debug_line", 1, 0x800, b"x" * 40)]))
    assert not is_worth_reading(local(debug), "libx.so", False)
    assert is_worth_reading(local(debug), "libx.so", True)
    assert not is_worth_reading(local(debug), "libc.so.6", True)
