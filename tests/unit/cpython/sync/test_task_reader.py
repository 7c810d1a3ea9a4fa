"""What await chains lead through, besides Python's own coroutines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.cpython.sync.task_reader import TaskReader
from atfault.cpython.values.object_reader import ObjectReader

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
        at: SimpleNamespace(name=name, short_name=short, base=None)
        for at, (name, short) in KINDS.items()
    }
    info = SimpleNamespace(basicsize=size, from_class_statement=is_pythons)
    assert _reader(words, kinds)._awaited_by_extension(COMPILED, info) == awaited


def test_a_chain_of_awaits_ends_at_a_task_though_it_has_a_field_that_can_be_awaited():
    kinds = {0x2000: SimpleNamespace(name="coroutine", short_name="coroutine", base=None)}
    task = SimpleNamespace(
        name="_asyncio.Task",
        short_name="Task",
        base=None,
        basicsize=24,
        from_class_statement=False,
    )
    reader = _reader({COMPILED + 16: 0x2000}, kinds | {COMPILED: task})
    assert reader._awaited_by_extension(COMPILED, task) == 0


def _reader(words, kinds) -> TaskReader:
    objects = ObjectReader.__new__(ObjectReader)
    objects.word = words.__getitem__
    objects.type = kinds.get
    reader = TaskReader.__new__(TaskReader)
    reader.reader = objects
    reader._structs = {"PyObject": {"sizeof": 16}}
    return reader
