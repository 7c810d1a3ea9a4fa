"""By which call a thread communicates with other ranks."""

from __future__ import annotations

import pytest

from atfault.decode.job.calls import call_of, row_of, rows
from atfault.model.process import Module
from atfault.model.stacks import ThreadFrame
from atfault.model.values import Value
from support.states import array, calls, native, python, thread

C10D = "/venv/lib/python3.11/site-packages/torch/distributed/distributed_c10d.py"
LOGGER = "/venv/lib/python3.11/site-packages/torch/distributed/c10d_logger.py"
TENSOR = Value(
    "torch.Tensor", "float32[10]", buffer=array(0x5000, (10,), "float32", 4)._replace(kind="t")
)


def in_library(symbol, path):
    frame = native(symbol)
    return frame._replace(module=Module(path, path, "", 0, 0, 1))


def framed(row):
    if row.side == "python":
        where = row.where if row.where.endswith(".py") else row.where + "some.py"
        return ThreadFrame("python", python=python(row.example, file="/lib/" + where))
    path = f"/usr/lib/{row.where or 'lib'}.so"
    return ThreadFrame("native", native=in_library(row.example, path))


def told(*frames):
    return call_of(thread(frames, crashed=False))


def given(*values, **named):
    """What a decorator of torch's has in its variables."""
    positional = tuple((f"[{at}]", value) for at, value in enumerate(values))
    keywords = tuple((f"['{name}']", value) for name, value in named.items())
    return python(
        "wrapper",
        file=LOGGER,
        args=Value("tuple", "…", children=positional),
        kwargs=Value("dict", "…", children=keywords),
    )


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.library} {row.example}")
def test_a_row_takes_its_example_and_no_row_before_it_does(row):
    assert row_of(framed(row)) == (row, row.example)


def test_what_a_collective_was_given_is_read_of_its_decorator():
    source = Value("int", "2", number=2)
    call = told(
        native("c10d::Work::wait", "torch"),
        python("broadcast", file=C10D, group=Value("ProcessGroup", "<the default>")),
        given(TENSOR, src=source),
        python("train"),
    )
    assert call is not None and (call.operation, call.kind) == ("broadcast", "collective")
    assert call.details == (("dtype", "float32"), ("root", "2"), ("shape", "[10]"))
    assert call.words() == "broadcast of float32[10] from rank 2"


def test_the_outermost_call_counts():
    call = told(python("all_gather", file=C10D), python("all_gather_object", file=C10D), python())
    assert call is not None and call.operation == "all_gather_object"


def test_a_group_of_its_own_is_told():
    call = told(python("all_reduce", file=C10D), given(TENSOR, Value("x", "SUM"), Value("PG", "p")))
    assert call is not None and call.detail("group")


def test_what_lies_further_out_than_the_users_line_does_not_count():
    assert told(native("read"), python("hook"), python("all_reduce", file=C10D), python()) is None
    assert told(python("load", file="/venv/lib/x.py"), python()) is None


def test_a_message_of_mpi_tells_peer_and_tag():
    frame = calls(python("ring"), array(0x5000, (8,)), 3, 7, name="Send")
    call = told(in_library("PMPI_Send", "/usr/lib/libmpi.so.40"), frame)
    assert call is not None and (call.operation, call.kind) == ("MPI_Send", "send")
    assert (call.detail("peer"), call.detail("tag")) == ("3", "7")
    assert call.detail("shape") == ""
