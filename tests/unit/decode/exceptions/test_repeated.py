"""A worker's exception in the message of the one that its parent raised."""

from __future__ import annotations

import pytest

from atfault.decode.exceptions.refused import refused_in_text
from atfault.decode.exceptions.repeated import with_repeated
from atfault.model.exception import RaisedException
from atfault.model.stacks import Location

WORKER = """\
Caught IndexGuardError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/home/me/data.py", line 9, in __getitem__
    return self.table.index_select(0, ids)
  File "/venv/lib/python3.11/site-packages/atfault_probe/torch_guard/torch.py", line 115, in guarded
    raise error
atfault_probe.IndexGuardError: index_select(): index[0] is 3; legal are 0 to 2 (index is int64[1], \
input [3, 4])
"""


def test_the_one_in_the_message_is_what_the_other_came_from():
    outer = RaisedException("atfault_probe.IndexGuardError", WORKER, bases=("IndexError",))
    found = with_repeated((outer,))
    assert len(found) == 2 and found[0].cause == 1
    inner = found[1]
    assert inner.is_a("IndexError") and inner.frames[0].location.file == "/home/me/data.py"
    assert inner.refused is not None and inner.refused.bad == (((0,), 3),)
    assert (inner.refused.low, inner.refused.high, inner.refused.extents) == (0, 2, (3, 4))


def test_other_exceptions_stay_as_they_are():
    plain = RaisedException("IndexError", "list index out of range")
    known = RaisedException("IndexError", WORKER, cause=0)
    assert with_repeated((plain, known)) == (plain, known)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "nll_loss(): target[3] is 3; target[5] is -7; and 4 more; legal are 0 to 2, and -100 "
            "(ignored) (target is int64[9] on cuda:0, input [9, 3])",
            ((((3,), 3), ((5,), -7)), 0, 2, -100, "cuda:0"),
        ),
        (
            "binary_cross_entropy(): input[1, 0] is nan; legal are 0 to 1 (input is float32[2, 2])",
            ((((1, 0), "nan"),), 0, 1, None, "cpu"),
        ),
        (
            "poisson(): input is -1.5; legal is 0 or more (input is float32[])",
            ((((), -1.5),), 0, None, None, "cpu"),
        ),
    ],
)
def test_the_guards_message_holds_its_facts(message, told):
    found = refused_in_text(message)
    assert found is not None
    assert (found.bad, found.low, found.high, found.exempt, found.array.device) == told


def test_the_line_of_a_forward_call_is_read():
    found = refused_in_text(
        "embedding(): indices[0] is 9; legal are 0 to 4 (indices is int64[2]); in the backward "
        "pass of /home/me/train.py:5, in forward"
    )
    assert found is not None and found.forward == Location("/home/me/train.py", 5)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Target 3 is out of bounds.",
        "f(): x asks for 4 elements, and y has 2 (x is bool[4], y [2])",
    ],
)
def test_what_is_not_its_message_is_nothing(message):
    assert refused_in_text(message) is None
