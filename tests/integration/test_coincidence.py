"""Which number a report names for a small address, on every interpreter of this machine."""

from __future__ import annotations

import os

import pytest

from atfault.analyze.process import analyze_core
from atfault.options import Options
from support.crash_core import crash, remove
from support.interpreters import Interpreter, every_interpreter

PROGRAM = """
import ctypes
import sys


class Conf:
    def __init__(self):
        self.level = 5
        self.autoawait = True
        self.sizes = {"first": 1, "second": 5}


def literal():
    level = 5
    ctypes.string_at(5)


def variable(where):
    level = 5
    ctypes.string_at(where)


def several_lines(where):
    level = 5
    ctypes.memmove(
        ctypes.create_string_buffer(10),
        where,
        1,
    )


def computed(conf):
    level = 5
    ctypes.string_at(conf.level + 6)


def hidden(pointer):
    level = 5
    return pointer.contents.value


conf = Conf()
small = 5
which = sys.argv[1]
if which == "hidden":
    hidden(ctypes.cast(5, ctypes.POINTER(ctypes.c_int)))
elif which == "computed":
    computed(conf)
elif which == "literal":
    literal()
else:
    globals()[which](5)
"""

CASES = {
    "literal": ("5 is written on that line", "argument 1 of string_at"),
    "variable": ("where in variable holds",),
    "several_lines": ("where in several_lines holds", "argument 2 of memmove"),
    "computed": ("ptr in string_at holds", "argument 1 of string_at"),
    "hidden": ("pointer is a pointer to 0x5",),
}
"""Function → what may be named, and nothing else."""


@pytest.mark.representative("small addresses")
@pytest.mark.parametrize("function", CASES)
@pytest.mark.parametrize("interpreter", every_interpreter())
def test_only_what_the_line_handles_is_named(
    interpreter: Interpreter, function: str, tmp_path: object
) -> None:
    one = crash(interpreter, PROGRAM, tmp_path, function)
    try:
        report = analyze_core(one.core, options=Options(sysroot=interpreter.sysroot))
    finally:
        remove(one.folder)
    (finding,) = report.diagnosis[:1]
    assert finding.cause == "null-dereference"
    marks = ("exactly this number", "is written on", "is a pointer to")
    named = [one.text for one in finding.evidence if any(mark in one.text for mark in marks)]
    assert len(named) == 1, named
    assert named[0].startswith(CASES[function]), named
    assert os.path.basename(finding.blame[0].file) == "program.py"
