"""What a text tells of the ranks of a job."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.job import Job
from atfault.text.ranks import job_told

BARRIER = "[Rank 0]: Ranks 2, 3 failed to pass monitoredBarrier in 30000 ms"


def watchdog(rank: int, number: int, operation: str, elements: int = 1, group: str = "") -> str:
    return (
        f"[rank{rank}]:[E618 03:41:20.4 ProcessGroupNCCL.cpp:616] [{group}Rank {rank}] Watchdog"
        f" caught collective operation timeout: WorkNCCL(SeqNum={number}, OpType={operation},"
        f" NumelIn={elements}, NumelOut={elements}, Timeout(ms)=600000) ran for 600060 ms"
    )


def fingerprint(rank: int, shape: str, number: int = 7) -> str:
    return (
        f"Rank {rank} is running collective: CollectiveFingerPrint(SequenceNumber={number}, "
        f"OpType=ALLREDUCE, TensorShape={shape}, TensorDtypes=Float, TensorDeviceTypes=…)"
    )


def job_in(*lines: str, by_watchdogs: bool = True) -> Job:
    job, _ = job_told(lines, by_watchdogs=by_watchdogs)
    assert isinstance(job, Job)
    return job


def test_each_rank_is_in_the_operation_that_its_watchdog_names():
    lines = [watchdog(0, 418, "ALLREDUCE"), "other words", watchdog(1, 418, "BROADCAST", 70)]
    job, told_at = job_told(lines)
    assert isinstance(job, Job)
    assert [(one.rank, one.call and one.call.operation) for one in job.ranks] == [
        (0, "ALLREDUCE"),
        (1, "BROADCAST"),
    ]
    assert [one.call and one.call.detail("elements") for one in job.ranks] == ["1", "70"]
    assert told_at == (0, 2)


def test_a_rank_whose_watchdog_is_silent_beside_those_of_all_others_did_not_come():
    job = job_in(*(watchdog(rank, 9, "ALLREDUCE") for rank in (0, 1, 3)))
    assert [one.rank for one in job.elsewhere] == [2]
    assert [one.rank for one in job.waiting] == [0, 1, 3]


@pytest.mark.parametrize(
    "lines",
    [
        [watchdog(2, 9, "ALLREDUCE")],
        [watchdog(0, 9, "ALLREDUCE"), watchdog(1, 10, "ALLREDUCE")],
        [watchdog(0, 9, "ALLREDUCE"), watchdog(9, 9, "ALLREDUCE")],
        [watchdog(0, 9, "ALLREDUCE", group="PG 0 "), watchdog(1, 9, "BROADCAST", group="PG 3 ")],
        ["Rank 1 has failed", "no rank"],
    ],
    ids=["one", "other-numbers", "a-part", "two-groups", "none"],
)
def test_nothing_is_put_together_of_what_does_not_meet(lines):
    assert isinstance(job_told(lines)[0], Absent)


def test_watchdogs_are_left_out_where_something_else_ended_it():
    lines = [watchdog(0, 418, "ALLREDUCE"), watchdog(1, 418, "BROADCAST")]
    assert isinstance(job_told(lines, by_watchdogs=False)[0], Absent)


def test_what_gathers_and_scatters_may_differ_in_size():
    job = job_in(watchdog(0, 5, "ALLTOALL_BASE", 10), watchdog(1, 5, "ALLTOALL_BASE", 12))
    assert len(job.groups) == 1


def test_a_mismatch_that_torch_has_found_is_told_with_both_shapes():
    line = f"Detected mismatch between collectives on ranks. {fingerprint(1, '[3, 4]')}, but "
    job = job_in(line + fingerprint(0, "[3, 5]"), by_watchdogs=False)
    assert [one.call and one.call.words() for one in job.ranks] == [
        "ALLREDUCE of float[3, 5]",
        "ALLREDUCE of float[3, 4]",
    ]


def test_ranks_that_did_not_pass_a_barrier_are_elsewhere():
    job = job_in(f"RuntimeError: {BARRIER}")
    assert [one.rank for one in job.elsewhere] == [2, 3]
    assert [one.rank for one in job.waiting] == [0]


def test_tasks_that_timed_out_are_told_where_the_counts_fit():
    lines = [
        "# of tasks that reached the barrier: {}/4.",
        "The first task at the barrier: /job:w/replica:0/task:0. Some timed out task names:",
        "host0: /job:w/replica:0/task:3",
        "",
        "/job:w/replica:0/task:1 is named later",
    ]
    job = job_in(lines[0].format(3), *lines[1:])
    assert [one.rank for one in job.elsewhere] == [3]
    assert job.world == 4
    assert isinstance(job_told([lines[0].format(1), *lines[1:]])[0], Absent)


def test_hostile_lines_are_read_in_bounds():
    lines = [
        "Watchdog caught " * 5000,
        "monitoredBarrier" + "1, " * 100_000,
        watchdog(10**6, 1, "A"),
    ]
    assert isinstance(job_told(lines)[0], Absent)
