"""A ValueDecoder over this very process: what it decodes can be held against the objects."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.code import CodeTable
from atfault.cpython.frames.walker import FrameWalker
from atfault.cpython.offsets import load
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.objects import Limits, ValueDecoder
from atfault.model.absent import Absent
from atfault.model.values import Value
from atfault.runtimes import handlers
from atfault.snapshot.protocol import Memory
from support.proc_memory import ProcMemory

EVERYTHING = Limits(
    depth=50,
    items=10_000,
    attributes=10_000,
    characters=100_000,
    text=1 << 60,
    nodes=1_000_000,
    frame_nodes=1 << 60,
)


def here(**options: Any) -> ValueDecoder:
    """A decoder of this process; options as ValueDecoder's."""
    free_threaded = not getattr(sys, "_is_gil_enabled", lambda: True)()
    try:
        structs, _ = load(sys.version_info[1], free_threaded, sys.version_info[2])
    except LookupError as reason:
        pytest.skip(str(reason))
    options.setdefault("memory", ProcMemory())
    return value_decoder(
        options.pop("memory"), structs, sys.version_info[:3], plugins=handlers(), **options
    )


def text_of(thing: object, name: str = "", **options: Any) -> str:
    """The text that `thing` of this process decodes to."""
    value = here(**options).decode(id(thing), name)
    assert isinstance(value, Value), value
    return value.text


def reason_of(value: Value | Absent) -> str:
    assert isinstance(value, Absent), value
    return value.reason


def runtime_here(memory: Memory | None = None) -> Any:
    """Stands for the PythonRuntime of this process, without its threads; read through `memory`."""
    memory, version = memory or ProcMemory(), sys.version_info[:3]
    offsets, constants = load(version[1], micro=version[2])
    codes = CodeTable(memory, offsets, version)
    return SimpleNamespace(
        memory=memory,
        offsets=offsets,
        constants=constants,
        version=version,
        builtins=lambda: 0,
        free_threaded=False,
        codes=codes,
        walker=FrameWalker(memory, offsets, version, codes),
    )
