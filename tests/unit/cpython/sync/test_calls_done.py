"""What functions of this process call, of which objects."""

from __future__ import annotations

import dis
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.calls_done import CallsDone
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
READY = threading.Event()


class Job:
    def __init__(self) -> None:
        self.done = threading.Event()

    def end(self) -> None:
        self._tell(self.done)

    def _tell(self, what: threading.Event) -> None:
        what.set()


def ends(job: Job) -> None:
    job.done.clear()
    finish = job.end
    finish()


def ends_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.end()


def in_a_frame(function: Any, behind: int = -1, **variables: object) -> list[tuple[int, str]]:
    """(object, method) of what the function calls where it is in the middle of running."""
    world = _world(variables)
    frame: Any = SimpleNamespace(code=SimpleNamespace(address=id(function.__code__)))
    return [(one.of, one.method) for one in CallsDone(world).in_frame(frame, behind=behind)]


def _world(variables: dict[str, object]) -> Any:
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    names = SimpleNamespace(
        globals_at=lambda at: {name: id(value) for name, value in globals().items()},
        namespace_of=lambda frame: {},
        variables=lambda frame: {name: id(value) for name, value in variables.items()},
    )
    return SimpleNamespace(
        runtime=runtime,
        reader=reader,
        bytecode=Bytecode(runtime),
        code_of=lambda at: runtime.codes.get(reader.code_address(at)),
        names=names,
    )


def test_calls_in_what_it_calls_are_found_with_their_objects() -> None:
    job = Job()
    assert (id(job.done), "set") in in_a_frame(ends, job=job, finish=job.end)


def test_what_stands_before_is_left_out() -> None:
    job = Job()
    assert (id(job.done), "clear") in in_a_frame(ends, job=job)
    calls = in_a_frame(ends, behind=len(ends.__code__.co_code), job=job, finish=job.end)
    assert calls == []


def test_of_another_object_nothing_is_said() -> None:
    assert not [one for one in in_a_frame(ends, job=Job()) if one[0] == id(READY)]


def test_the_items_that_a_loop_has_yet_to_take_are_gone_through() -> None:
    done, now, *later = jobs = [Job(), Job(), Job(), Job()]
    items = iter(jobs)
    assert (next(items), next(items)) == (done, now)
    world = _world({"jobs": jobs, "job": now})
    world.operands = SimpleNamespace(beneath=lambda frame: [id(items)])
    called = [one for one in dis.get_instructions(ends_all) if one.opname.startswith("CALL")]
    code = SimpleNamespace(address=id(ends_all.__code__))
    frame: Any = SimpleNamespace(code=code, lasti=called[0].offset)
    found = [(one.of, one.method) for one in CallsDone(world).yet_to_come(frame)]
    assert all((id(one.done), "set") in found for one in later)
    assert (id(done.done), "set") not in found
