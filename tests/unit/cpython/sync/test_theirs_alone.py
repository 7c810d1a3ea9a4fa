"""What jobs in a queue alone lead to."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.sync.theirs_alone import TheirsAlone
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


class Answer:
    def __init__(self, tell: Callable[[], None]) -> None:
        self.told = [tell]
        self.back = self


def job_for() -> tuple[Callable[[], Any], int]:
    """A job, and the address of the event that it alone would set."""
    done = threading.Event()
    answer = Answer(lambda: done.set())
    return lambda: [tell() for tell in answer.told], id(done)


def is_theirs(queue: deque[Any], wanted: int) -> bool:
    runtime = runtime_here()
    world: Any = SimpleNamespace(runtime=runtime, reader=ObjectReader(runtime))
    return TheirsAlone(world, [id(job) for job in queue], (id(queue),)).has(wanted, ())


def test_through_closures_instances_and_circles_it_is_found() -> None:
    job, wanted = job_for()
    queue = deque([job])
    del job
    assert is_theirs(queue, wanted)


@pytest.mark.parametrize("kept", ["the job", "the answer", "the event"])
def test_whatever_else_refers_to_a_part_of_the_way_may_end_it_too(kept: str) -> None:
    job, wanted = job_for()
    queue = deque([job])
    cells = job.__closure__ or ()
    answer = cells[0].cell_contents
    event = answer.told[0].__closure__[0].cell_contents
    beside = {"the job": job, "the answer": answer, "the event": event}[kept]
    del job, cells, answer, event
    assert not is_theirs(queue, wanted) and beside is not None


def test_what_no_job_leads_to_is_not_theirs() -> None:
    job, _ = job_for()
    queue = deque([job])
    del job
    assert not is_theirs(queue, id(threading.Event()))


@pytest.mark.parametrize("is_owned", [True, False])
def test_what_the_value_stacks_of_who_waits_own_are_references_of_theirs(is_owned: bool) -> None:
    job, wanted = job_for()
    queue = deque([job])
    (cell,) = job.__closure__ or ()
    on_the_stack = [cell.cell_contents.told[0].__closure__[0].cell_contents]
    del job, cell
    runtime: Any = SimpleNamespace(codes=SimpleNamespace(get=lambda address: None))
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=ObjectReader(runtime_here()),
        operands=SimpleNamespace(
            owned=lambda frame, is_suspended: [id(one) for one in on_the_stack if is_owned]
        ),
    )
    view: Any = SimpleNamespace(frames=[SimpleNamespace(code=SimpleNamespace(address=0))])
    alone = TheirsAlone(world, [id(one) for one in queue], (id(queue),))
    assert alone.has(wanted, [view]) is is_owned
