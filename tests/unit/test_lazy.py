"""Imports that wait until they are needed."""

from __future__ import annotations

import json.encoder
import subprocess
import sys

import pytest

from atfault.lazy import calling, load


def test_a_module_or_what_it_names():
    assert load("json.encoder") is json.encoder
    assert load("json.encoder:JSONEncoder") is json.JSONEncoder


def test_what_is_not_there_is_an_error():
    with pytest.raises(ImportError):
        load("no_such_module_anywhere")
    with pytest.raises(AttributeError):
        load("json:no_such_name")


def test_a_function_of_a_table_is_loaded_by_its_first_call():
    assert calling("json.encoder:py_encode_basestring")("x") == '"x"'
    later = calling("json:no_such_name")
    with pytest.raises(AttributeError):
        later()


FOR_FEW = (
    "atfault.model.given",
    "atfault.model.gpu",
    "atfault.model.loading",
    "atfault.model.numba",
    "atfault.model.waits",
    "atfault.diagnose.hang.stuck",
    "atfault.diagnose.rules.abort",
    "atfault.diagnose.rules.killed",
    "atfault.diagnose.rules.mapped",
    "atfault.model.blocks",
    "atfault.model.damage",
    "atfault.model.exception",
    "atfault.model.family",
    "atfault.model.report_numba",
    "atfault.model.report_waits",
    "atfault.model.stress",
    "atfault.report.activity",
    "atfault.report.waits",
    "atfault.diagnose.rules.unknown",
    "atfault.decode.crash.abort",
    "atfault.decode.crash.heap",
    "atfault.decode.crash.unhandled",
    "atfault.native.lines",
    "atfault.native.confined",
    "atfault.native.jit",
    "atfault.native.stack_depth",
    "atfault.snapshot.process_files",
    "atfault.native.demangling.itanium",
    "atfault.cpython.values.stdlib_objects",
    "atfault.report.stress",
    "drgn",
    "lzma",
    "shutil",
)
"""What most crashes need nothing of."""


def test_what_explains_a_crash_brings_nothing_of_what_few_crashes_need():
    code = (
        "import sys, atfault.cli.core; from atfault import lazy;"
        "lazy.load('atfault.diagnose.rules.crash');"
        f"print(*(set({FOR_FEW!r}) & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
