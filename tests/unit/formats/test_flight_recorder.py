"""Dumps of the flight recorder, real ones and others."""

from __future__ import annotations

import json
import os
import pickle

import pytest

from atfault.errors import FormatError
from atfault.formats.flight_recorder import dump_of, read_dump

DUMPS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "decode", "job", "dumps")


def real(kind, rank, ending=""):
    with open(os.path.join(DUMPS, kind, f"trace_rank_{rank}{ending}"), "rb") as file:
        return file.read()


def entry(number=1, operation="all_reduce", **more):
    made = {
        "record_id": number - 1, "process_group": ("0", "default_pg"), "is_p2p": False,
        "collective_seq_id": number, "profiling_name": f"nccl:{operation}", "state": "started",
        "input_sizes": [[10, 2]], "input_dtypes": ["BFloat16"], "time_created_ns": 5, "frames": [],
    }  # fmt: skip
    return {**made, **more}


def read(*entries, **more):
    return dump_of({"version": "2.9", "entries": list(entries), **more})


def test_a_real_dump_tells_calls_lines_and_what_is_done():
    dump = read_dump(real("mismatch", 2))
    told = [(one.number, one.call.words(), one.is_done) for one in dump.entries]
    assert told == [(number, "all_reduce of float32[1000]", True) for number in (1, 2, 3)] + [
        (4, "barrier", False)
    ]
    assert {one.group for one in dump.entries} == {"default_pg"}
    frames = dump.entries[-1].frames
    assert [(one.function, one.file) for one in frames[2:4]] == [
        ("save", "/home/ada/train.py"), ("train", "/home/ada/train.py"),
    ]  # fmt: skip
    assert not dump.is_overrun and dump.rank is None


def test_how_far_each_group_has_come_is_told():
    assert read_dump(real("healthy", 0)).reached == (("default_pg", 4), ("group 1", 1))
    assert read(entry(1, pg_id=0), pg_status={"7": {"last_enqueued_collective": 3}}).reached == ()


def test_json_and_pickle_tell_the_same_but_for_frames():
    one, other = read_dump(real("mismatch", 0)), read_dump(real("mismatch_json", 0, ".json"))
    assert [each._replace(frames=()) for each in one.entries] == list(other.entries)


def test_groups_of_the_program_have_names_of_their_own():
    groups = {one.group for one in read_dump(real("healthy", 0)).entries}
    assert groups == {"default_pg", "group 1"}


def test_a_ring_that_has_gone_round_says_so():
    assert read(entry(7)).is_overrun
    assert not read(entry(1), entry(2)).is_overrun


@pytest.mark.parametrize("done", [{"state": "completed"}, {"retired": True},
                                  {"time_discovered_completed_ns": 9}])  # fmt: skip
def test_what_is_done_is_told_in_three_ways(done):
    assert read(entry(**done)).entries[0].is_done
    assert not read(entry()).entries[0].is_done


def test_messages_tell_their_peer():
    sent = read(entry(operation="send 0->3", is_p2p=True)).entries[0].call
    got = read(entry(operation="recv 0<-3", is_p2p=True)).entries[0].call
    assert (sent.kind, sent.detail("peer")) == ("send", "3")
    assert (got.kind, got.detail("peer")) == ("receive", "3")


def test_shapes_count_where_all_ranks_bring_as_much():
    assert read(entry()).entries[0].size == 20
    assert read(entry(operation="all_to_all")).entries[0].size == 0
    assert read(entry(operation="gather")).entries[0].call.details == ()


def test_ranks_of_groups_are_told_by_name():
    config = {"0": {"desc": "default_pg", "ranks": "[0, 1, 2]"}, "": {"ranks": "[0]"}, "1": {}}
    assert read(entry(), pg_config=config).members == (("default_pg", (0, 1, 2)),)


@pytest.mark.parametrize(
    "name", ["process_group", "collective_seq_id", "profiling_name", "state", "record_id"]
)
def test_a_version_without_a_field_that_is_needed_is_not_read(name):
    lacking = entry()
    del lacking[name]
    with pytest.raises(FormatError, match=name):
        read(lacking)


@pytest.mark.parametrize("value", [None, [], {}, "x" * 10_000, -1, 1 << 90, True, {"a": []}, [[]]])
def test_fields_of_any_kind_are_survived(value):
    for name in entry():
        read(entry(**{name: value}))
    for name in ("pg_config", "rank", "version"):
        read(entry(), **{name: value})
    if not isinstance(value, dict):
        read(value)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"entries": 3}', b"\x80\x02N.",
                                  pickle.dumps([1], 2), json.dumps([{}]).encode()])  # fmt: skip
def test_what_is_no_dump_is_refused(data):
    with pytest.raises(FormatError):
        read_dump(data)
