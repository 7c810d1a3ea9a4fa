"""Functions of the program's own: which are known by their names alone."""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.sync.enders import OwnCode
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


def washes() -> None:
    time.sleep(1)


def cooks() -> None:
    time.sleep(1)


def named() -> set[str]:
    """Those of this module that nothing but names is seen to have."""
    runtime: Any = runtime_here()
    runtime.interpreters = (SimpleNamespace(modules=id(sys.modules)),)
    reader = ObjectReader(runtime)
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        names=SimpleNamespace(globals_at=lambda at: dict(reader.names_in(at, 5_000))),
        views={},
        task_frames=(),
        code_of=lambda at: runtime.codes.get(reader.code_address(at)),
        is_mine_file=lambda file: file == __file__,
    )
    own = OwnCode(world).all(())
    assert own is not None
    return {one.code.info.name for one in own if one.is_named}


def test_a_function_that_something_unseen_refers_to_may_be_called_from_there() -> None:
    assert {"washes", "cooks"} <= named()
    kept = iter((washes,))  # whose insides nobody looks into
    assert named() & {"washes", "cooks"} == {"cooks"}
    assert next(kept) is washes
