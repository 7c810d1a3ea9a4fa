"""Ranks out of stacks that were printed of each of them."""

from __future__ import annotations

from atfault.decode.job.printed import job_printed
from atfault.model.absent import Absent
from atfault.model.given import StackText, TextFrame, TextThread

OWN = TextFrame("step", "/home/ada/fit.py", 77)
BARRIER = TextFrame("barrier", "torch/distributed/distributed_c10d.py", 4183)
REDUCE = TextFrame("PMPI_Allreduce", module="/opt/ompi/lib/libmpi.so.40")
HELPER = TextFrame("wait", "threading.py", 331)


def rank(number: int, *frames: TextFrame, name: str = "MainThread") -> TextThread:
    return TextThread(name, frames, process=f"rank {number}")


def printed(*threads: TextThread, **fields: object) -> StackText:
    return StackText("py-spy", threads, line=1, text="x", **fields)  # type: ignore[arg-type]


def test_each_rank_is_where_its_thread_in_communication_is() -> None:
    job = job_printed(
        printed(rank(0, HELPER, name="Thread-1"), rank(0, BARRIER, OWN), rank(1, REDUCE, OWN))
    )
    assert not isinstance(job, Absent)
    calls = [one.call and (one.call.library, one.call.operation) for one in job.ranks]
    assert calls == [("torch", "barrier"), ("MPI", "MPI_Allreduce")]
    assert job.is_whole and all(one.line and one.line.line == 77 for one in job.ranks)


def test_a_rank_that_communicates_with_none_is_at_its_own_line() -> None:
    job = job_printed(printed(rank(0, BARRIER, OWN), rank(2, OWN, HELPER)))
    assert not isinstance(job, Absent)
    assert [(one.rank, one.call is None) for one in job.ranks] == [(0, False), (2, True)]
    assert not job.is_whole


def test_one_rank_or_one_that_died_or_stacks_that_nobody_named_are_no_job() -> None:
    both = (rank(0, BARRIER, OWN), rank(1, REDUCE, OWN))
    assert isinstance(job_printed(printed(both[0])), Absent)
    assert isinstance(job_printed(printed(*both, signal=11)), Absent)
    unnamed = [one._replace(process="process 7") for one in both]
    assert isinstance(job_printed(printed(*unnamed)), Absent)
