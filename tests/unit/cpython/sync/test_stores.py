"""What code of this process may assign, or change."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync import stores
from atfault.cpython.sync.names import Names
from atfault.cpython.sync.stores import Input, Stores, stores_of_frames, stores_of_function
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


class Job:
    def __init__(self) -> None:
        self.state = "queued"
        self.rows: list[int] = []

    def finish(self) -> None:
        self.state = "done"

    def tell(self) -> None:
        print(self.state, len(self.rows))

    def add(self) -> None:
        self.rows.append(1)

    def by_text(self, name: str) -> None:
        setattr(self, name, 1)


JOB = Job()


def finishes() -> None:
    JOB.finish()


def tells() -> None:
    JOB.tell()


def adds() -> None:
    JOB.add()


def by_text() -> None:
    JOB.by_text("state")


def world_here(*loaded: str) -> Any:
    """loaded: the modules that are."""
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    return SimpleNamespace(
        runtime=runtime,
        reader=reader,
        names=Names(runtime, reader),
        bytecode=Bytecode(runtime),
        code_of=lambda at: runtime.codes.get(reader.code_address(at)),
        is_mine_file=lambda file: file == __file__,
        module_dict=lambda name: int(name in loaded),
    )


def stores_of(function: Any) -> Stores:
    return stores_of_function(world_here(), id(function))


STATE, ROWS = Input("state"), Input("", id(JOB.rows))


def test_an_attribute_is_assigned_by_who_stores_one_of_its_name() -> None:
    assert stores_of(finishes).may_change([STATE])
    assert not stores_of(finishes).may_change([Input("rows")])
    assert not stores_of(tells).may_change([STATE])


def test_what_a_container_has_is_changed_by_who_reaches_it_and_changes_something() -> None:
    assert stores_of(adds).may_change([ROWS])
    assert not stores_of(adds).may_change([Input("", id(sys.argv))])
    assert not stores_of(tells).may_change([ROWS])


def test_who_assigns_by_a_text_may_assign_anything() -> None:
    assert not stores_of(by_text).is_whole
    assert stores_of(tells).is_whole


def test_a_variable_of_the_function_around_is_assigned_by_those_in_it() -> None:
    done = False

    def finish() -> None:
        nonlocal done
        done = True

    assert stores_of(finish).may_change([Input("done")])
    assert not done


@pytest.mark.parametrize(
    ("file", "loaded", "is_whole"),
    [
        (__file__, (), True),
        ("/usr/lib/python3/dist-packages/trio/_core/_run.py", (), False),
        (__file__, ("gevent",), False),
    ],
)
def test_a_thread_that_goes_on_with_tasks_or_greenlets_may_do_more_than_its_stack_shows(
    monkeypatch: pytest.MonkeyPatch, file: str, loaded: tuple[str, ...], is_whole: bool
) -> None:
    monkeypatch.setattr(stores, "namespace", lambda runtime, frame: 0)
    monkeypatch.setattr(stores, "variables", lambda runtime, reader, frame: {})
    code = SimpleNamespace(filename=file, name="tells", address=id(tells.__code__))
    frames: Any = [SimpleNamespace(code=code, lasti=0)]
    assert stores_of_frames(world_here(*loaded), frames).is_whole is is_whole
