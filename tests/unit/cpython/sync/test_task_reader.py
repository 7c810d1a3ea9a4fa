"""What await chains lead through, besides Python's own coroutines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.cpython.sync.task_reader import TaskReader

COMPILED = 0x1000
KINDS = {
    0x2000: ("_cython_3_1_4.coroutine", "coroutine"),
    0x3000: ("module.scope", "scope"),
    0x4000: ("coroutine", "coroutine"),
    0x5000: ("_asyncio.FutureIter", "FutureIter"),
}


@pytest.mark.parametrize(
    ("fields", "size", "is_pythons", "awaited"),
    [
        ([0x3000, 0, 0x4000], 40, False, 0x4000),
        ([0x3000, 0x2000], 32, False, 0x2000),
        ([0x5000, 0x5000], 32, False, 0x5000),
        ([0x3000, COMPILED], 32, False, 0),
        ([0x4000, 0x5000], 32, False, 0),  # which of them is not known
        ([0x4000], 24, True, 0),  # an instance of a class of Python has no fields
        ([0x4000], 1 << 20, False, 0),
    ],
)
def test_a_compiled_coroutine_awaits_the_one_field_that_can_be_awaited(
    fields, size, is_pythons, awaited
):
    words = {COMPILED + 16 + 8 * index: field for index, field in enumerate(fields)}
    kinds = {
        at: SimpleNamespace(name=name, short_name=short) for at, (name, short) in KINDS.items()
    }
    reader = TaskReader.__new__(TaskReader)
    reader.reader = SimpleNamespace(word=words.__getitem__, type=kinds.get)
    reader._structs = {"PyObject": {"sizeof": 16}}
    info = SimpleNamespace(basicsize=size, from_class_statement=is_pythons)
    assert reader._awaited_by_extension(COMPILED, info) == awaited
