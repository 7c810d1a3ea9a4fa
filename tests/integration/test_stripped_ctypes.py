"""What ctypes reads for itself is no call of a function, also where its code has no names."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.cores import interpreter, labels, make_core

HEAD = "import ctypes\nLONG = ctypes.POINTER(ctypes.c_long)\n"
OWN = {
    "an item is read": "cell = ctypes.cast(8, LONG)\ncell[3]",
    "an item is written": "cell = ctypes.cast(8, LONG)\ncell[3] = 4",
    "contents are read": "cell = ctypes.cast(16, LONG)\ncell.contents.value",
    "a text is read": "text = ctypes.cast(16, ctypes.POINTER(ctypes.c_char_p))\ntext[1]",
}
CALLS = {
    "a function is called": "ctypes.CDLL(None).strlen(8)",
    "a function of ctypes is called": "ctypes.string_at(8)",
    "memory is moved": "ctypes.memmove(8, b'12345678', 8)",
}
LABELS = labels("3.11", "3.14", "sid")  # with names, and two builds without


def advice(label: str, program: str) -> str:
    core = make_core(interpreter(label), HEAD + program + "\n")
    where = ["--sysroot", core.sysroot] if core.sysroot else []
    command = [sys.executable, "-m", "atfault", "core", *where, "--json", "-", core.path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    finding = json.loads(done.stdout)["diagnosis"][0]
    assert finding["cause"] == "null-dereference"
    return " ".join(one["text"] for one in finding["advice"])


@pytest.mark.representative("what ctypes reads")
@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("program", OWN.values(), ids=OWN)
def test_a_pointer_that_ctypes_follows_needs_no_argtypes(label: str, program: str) -> None:
    assert "argtypes" not in advice(label, program)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("program", CALLS.values(), ids=CALLS)
def test_a_call_through_ctypes_wants_its_arguments_looked_at(label: str, program: str) -> None:
    assert "arguments of that call" in advice(label, program)
