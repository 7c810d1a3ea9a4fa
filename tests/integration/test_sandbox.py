"""A child that may die, is replaced, and takes nothing of the program with it."""

from __future__ import annotations

import os
import pickle
import traceback

import pytest

torch = pytest.importorskip("torch")

from atfault_probe import Sandbox, SandboxDied  # noqa: E402
from support import sandboxed  # noqa: E402


@pytest.fixture(scope="module")
def box():
    with Sandbox(setup=sandboxed.prepare) as one:
        yield one


def test_tensors_go_both_ways_through_shared_memory(box):
    mine = torch.arange(4.0)
    result, pid = box.run(sandboxed.double, {"x": mine}, scale=3)
    assert pid == box.pid != os.getpid()
    assert torch.equal(result["x"], torch.arange(4.0) * 3)
    assert torch.equal(mine, result["x"]), "one memory for both: nothing was copied"


def test_each_child_is_set_up(box):
    assert box.run(sandboxed.prepared) == "yes"


def test_what_a_function_raises_is_raised_with_its_lines(box):
    before = box.pid
    with pytest.raises(ValueError, match="no such batch") as raised:
        box.run(sandboxed.fail)
    shown = "".join(traceback.format_exception(None, raised.value, raised.value.__traceback__))
    assert 'raise ValueError("no such batch")' in shown
    assert box.pid == before


def test_what_cannot_be_sent_is_an_error(box):
    with pytest.raises(TypeError, match="cannot be sent"):
        box.run(sandboxed.unsendable)
    assert box.run(sandboxed.prepared) == "yes"


@pytest.mark.parametrize(
    ("function", "how"), [(sandboxed.abort, "died of SIGABRT"), (sandboxed.leave, "exit code 7")]
)
def test_a_child_that_dies_is_replaced(box, function, how):
    box.run(sandboxed.prepared)
    before = box.pid
    with pytest.raises(SandboxDied, match=how) as raised:
        box.run(function)
    assert raised.value.signal == (6 if function is sandboxed.abort else 0)
    assert box.run(sandboxed.prepared) == "yes" and box.pid != before
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_after_a_failure_of_the_gpu_the_child_is_replaced(box):
    box.run(sandboxed.prepared)
    before = box.pid
    with pytest.raises(torch.AcceleratorError, match="device-side assert"):
        box.run(sandboxed.lose_gpu)
    assert box.pid is None
    assert box.run(sandboxed.prepared) == "yes" and box.pid != before


def test_closing_ends_the_child():
    box = Sandbox()
    box.run(sandboxed.prepared)
    pid = box.pid
    box.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
