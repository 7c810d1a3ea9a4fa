"""What a diagnosis of very many threads costs, counted: four times as many, about four times the
work. No clock is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atfault.model.state import ProcessState
from support.counted import GROWTH, calls
from support.diagnosed import diagnose
from support.hang_states import hang, hold, lock, resource, wait, worker
from support.states import PID

FEW = 100
MAIN = worker("MainThread", PID, 30, function="main")


def threads(count: int) -> list:
    return [MAIN, *(worker(f"t{n}", 1000 + n, 12) for n in range(count))]


def one_lock(count: int) -> ProcessState:
    gate = lock("gate")
    waits = [wait(1000 + n, gate, line=12) for n in range(count)]
    return hang(threads(count), waits, [hold(PID, gate)])


def ring(count: int) -> ProcessState:
    locks = [lock(f"locks[{n}]", key=f"lock{n}", address=0x1000 + 64 * n) for n in range(count)]
    waits = [wait(1000 + n, locks[(n + 1) % count], line=12) for n in range(count)]
    return hang(threads(count), waits, [hold(1000 + n, locks[n]) for n in range(count)])


def joins(count: int) -> ProcessState:
    ends = [
        resource("thread", f"t{n}", key=f"thread:{1000 + n}", address=0x1000 + 64 * n)
        for n in range(count)
    ]
    waits = [wait(1000 + n, ends[(n + 1) % count], line=12) for n in range(count)]
    return hang(threads(count), waits)


def each_its_own(kind: str) -> Callable[[int], ProcessState]:
    def made(count: int) -> ProcessState:
        waits = [
            wait(1000 + n, resource(kind, f"{kind}{n}", key=f"{kind}{n}", address=0x1000 + 64 * n))
            for n in range(count)
        ]
        return hang(threads(count), waits)

    return made


SHAPES = {
    "threads at one lock": one_lock,
    "a ring of locks": ring,
    "threads that join": joins,
    "threads at events": each_its_own("event"),
    "threads at queues": each_its_own("queue"),
    "threads in recv": each_its_own("socket"),
    "threads at conditions": each_its_own("condition"),
    "threads at pipes": each_its_own("pipe"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_four_times_as_many_threads_are_about_four_times_the_work(
    shape: Callable[[int], ProcessState],
) -> None:
    few, many = shape(FEW), shape(4 * FEW)
    diagnose(few)  # imports
    assert calls(lambda: diagnose(many)) <= GROWTH * calls(lambda: diagnose(few))
