"""Words of the loader in a text, with no traceback and no file of theirs here."""

from __future__ import annotations

import pytest

from atfault.decode.exceptions.case import case_of
from atfault.decode.imports.printed import read_refusal
from atfault.diagnose.engine import diagnose
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo
from atfault.options import Options
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader

CLASSIC = "_ZN3c105ErrorC2ENS_14SourceLocationESs"
THEIRS = "/home/nobody_here/lib/python3.11/site-packages/fast/_C.so"


def cause(text: str) -> tuple[int, str, str]:
    """(line, cause, confidence)"""
    read = read_refusal(text, Options())
    assert read is not None
    number, handed = read
    case = case_of(handed, ProcessInfo(0), Termination(), SourceReader(TargetFiles()))
    finding = diagnose(case).findings[0]
    return number, finding.cause, finding.confidence


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"ImportError: {THEIRS}: undefined symbol: {CLASSIC}", ("abi-mismatch", "likely")),
        (
            f"ImportError: {THEIRS}: undefined symbol: _ZN2at4_ops3addERKNS_6TensorE",
            ("missing-symbol", "certain"),
        ),
        (
            f"ImportError: {THEIRS}: undefined symbol: _PyUnicode_Ready",
            ("python-version", "likely"),
        ),
        (
            f"./srv: symbol lookup error: {THEIRS}: undefined symbol: geo_size, version GEO_1",
            ("missing-symbol", "certain"),
        ),
        (
            "ImportError: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.99' not found "
            f"(required by {THEIRS})",
            ("missing-symbol", "certain"),
        ),
        (f"OSError: {THEIRS}: invalid ELF header", ("missing-library", "certain")),
        (
            "ImportError: libgomp.so.1: cannot allocate memory in static TLS block",
            ("configuration", "certain"),
        ),
        (
            "ImportError: libct.so: cannot enable executable stack as shared object requires: "
            "Invalid argument",
            ("configuration", "certain"),
        ),
        (
            "OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.",
            ("configuration", "certain"),
        ),
        (
            "ValueError: numpy.dtype size changed, may indicate binary incompatibility. "
            "Expected 96 from C header, got 88 from PyObject",
            ("abi-mismatch", "certain"),
        ),
        (
            "RuntimeError: module compiled against ABI version 0x1000009 but this version of numpy "
            "is 0x2000000",
            ("abi-mismatch", "certain"),
        ),
        (
            "A module that was compiled using NumPy 1.x cannot be run in\nNumPy 2.4.6 as it may "
            "crash.",
            ("abi-mismatch", "certain"),
        ),
    ],
)
def test_a_line_alone_is_understood(line, expected):
    text = f"2026-11-22 starting\n\x1b[32mok\x1b[0m\n{line}\nbye\n"
    assert cause(text) == (3, *expected)


def test_other_words_are_none_of_the_loaders():
    assert (
        read_refusal("the library was not found\nundefined symbol table\n" * 100, Options()) is None
    )
    assert read_refusal("x" * 5_000_000 + ": undefined symbol: " * 1000, Options()) is None


@pytest.mark.slow
def test_hostile_lines_take_no_time():
    """Each of the patterns on long lines of its own marks."""
    marks = (
        ": undefined symbol: ",
        ": cannot open shared object file: ",
        "version `",
        "ELF header",
    )
    for mark in (*marks, "compiled against ", "a/" * 4000 + ": undefined symbol: "):
        read_refusal((mark * 2000 + "\n") * 5, Options())
