"""Ranks out of saved reports and error files of torchelastic."""

from __future__ import annotations

import pytest

from atfault.decode.job.left import is_error_file, rank_of_error, ranks_of_report
from atfault.errors import FormatError
from atfault.model.findings import Blame, Finding
from atfault.model.report import ExceptionReport
from atfault.model.report_company import RankReport
from support.report_parts import python_frame, report, thread

TORCH = "/usr/lib/python3/dist-packages/torch/distributed/distributed_c10d.py"
CALLSTACK = """Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/torch/errors/__init__.py", line 355, in wrapper
    return f(*args, **kwargs)
  File "/home/ada/train.py", line 31, in main
    load(7)
  File "/home/ada/data.py", line 12, in load
    raise ValueError("bad shard")
ValueError: bad shard
"""
ERROR = {
    "message": {
        "message": "ValueError: bad shard",
        "extraInfo": {"py_callstack": CALLSTACK, "timestamp": "1764400000"},
    }
}


def of_rank(number, frames, *, kind="hang", cause="unknown", **more):
    blame = (Blame("/home/ada/train.py", 9, "hold", "MainThread"),)
    made = report([Finding(cause, "two threads", "likely", blame)],
                  [thread("MainThread", 200 + number, frames)], kind=kind)  # fmt: skip
    process = made.process._replace(pid=200 + number, rank=RankReport(number, None, 4))
    return made._replace(process=process, created="2026-11-29T08:00:00Z", **more)


def test_a_rank_in_a_call_is_known_by_the_frames_of_its_main_thread():
    own = python_frame("train", "/home/ada/train.py", 27)
    inner = python_frame("all_reduce", TORCH, 3245)._replace(mine=False)
    (one,) = ranks_of_report(of_rank(3, [inner, own]))
    assert one.place.call is not None and one.place.call.operation == "all_reduce"
    assert (one.place.rank, one.world, one.place.pid) == (3, 4, 203)
    assert one.place.line is not None and one.place.line.line == 27
    assert one.looked[0] == one.looked[1] > 1.7e9


def test_a_rank_elsewhere_has_its_finding():
    (one,) = ranks_of_report(of_rank(3, [python_frame("hold", "train.py", 9)], cause="deadlock"))
    assert one.place.call is None
    assert one.place.found is not None
    assert (one.place.found.cause, one.place.found.line) == ("deadlock", 9)


def test_waits_of_any_kind_are_survived():
    made = of_rank(3, [])
    for kind in ({}, [], None, 3, "lock"):
        waits = made.threads[0]._replace(tid=203, waits_for={"kind": kind})
        (one,) = ranks_of_report(made._replace(threads=(waits,)))
        assert one.place.doing == ("waiting" if kind == "lock" else "outside")


def test_all_processes_of_a_report_that_are_ranks_count():
    children = tuple(of_rank(number, []) for number in range(3))
    launcher = report([Finding("unknown", "", "possible")], [])._replace(children=children)
    assert [one.place.rank for one in ranks_of_report(launcher)] == [0, 1, 2]


def test_a_rank_that_raised_is_dead_of_that():
    made = of_rank(1, [python_frame("load", "data.py", 12)], kind="exception")
    made = made._replace(exception=ExceptionReport("ValueError", "bad shard"))
    (one,) = ranks_of_report(made)
    assert (one.place.doing, one.place.ended) == ("dead", "ValueError: bad shard")
    assert one.place.at > 1.7e9


def test_a_rank_that_cannot_be_is_left_out():
    made = of_rank(1, [])
    for number in (-1, 1 << 40):
        rank = RankReport(number, None, 4)
        bad = made._replace(process=made.process._replace(rank=rank))
        assert list(ranks_of_report(bad)) == []


def test_an_error_file_tells_the_line_and_when():
    assert is_error_file(ERROR)
    place = rank_of_error(ERROR, 2).place
    assert (place.rank, place.doing, place.ended) == (2, "dead", "ValueError: bad shard")
    assert place.line is not None and (place.line.file, place.line.line) == (
        "/home/ada/data.py",
        12,
    )
    assert place.at == 1764400000.0


@pytest.mark.parametrize("value", [None, [], {}, 3, {"message": None}, {"extraInfo": 3}])
def test_damaged_error_files_are_refused_or_told_without_a_line(value):
    with pytest.raises(FormatError):
        rank_of_error({"message": value}, 0)
    bare = {"message": {"message": "killed", "extraInfo": value}}
    assert rank_of_error(bare, 0).place.line is None
