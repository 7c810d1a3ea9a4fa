"""The lines of atfault.rank/1."""

from __future__ import annotations

import json
import zlib

import pytest

from atfault.errors import FormatError
from atfault.model.collected import (
    RankRecord,
    head_line,
    rank_line,
    read_frames,
    read_rank,
    stack_hash,
    stack_line,
)
from atfault.model.job import Call, Found, RankPlace
from atfault.model.places import Place

OWN = Place("/home/ada/train.py", 27, "step", mine=True)
STACK = (Place("/usr/lib/python3/dist-packages/torch/x.py", 3, "all_reduce"), OWN)


def record(**more):
    place = RankPlace(
        24, 4711, 4711, Call("torch", "all_reduce", "collective", (("shape", "[10]"),)), OWN,
        STACK, "waiting", True, (("train step", 3),), False, "",
        Found("deadlock", "likely", "two threads", "train.py", 9, "hold"),
    )  # fmt: skip
    known = {"world": 64, "job": "RANK 29500", "host": "node3", "command": "train.py",
             "looked": (1.0, 2.5), "threads": ("ab" * 8,)}  # fmt: skip
    return RankRecord(place, **{**known, **more})


def again(line, **head):
    return read_rank(json.loads(line), head)


def test_a_rank_is_read_as_it_was_written():
    assert again(rank_line(record())) == record()


def test_what_is_not_known_is_left_out_and_read_as_nothing():
    bare = RankRecord(RankPlace(0, 0, 0, None, None, ()))
    assert json.loads(rank_line(bare)) == {"rank": 0, "pid": 0}
    assert again(rank_line(bare)) == bare


def test_a_dead_rank_keeps_how_and_when():
    place = RankPlace(1, 5, 5, None, OWN, STACK, "dead", ended="SIGSEGV", at=9.5)
    assert again(rank_line(RankRecord(place))).place == place


def test_the_head_tells_the_host_once():
    assert json.loads(head_line("node3")) == {"schema": "atfault.rank/1", "host": "node3"}
    assert again('{"rank": 0}', host="node3").host == "node3"


def test_stacks_are_known_by_their_functions_files_and_lines():
    plain = json.loads(stack_line(STACK))
    assert plain["stack"] == stack_hash(STACK) != stack_hash(STACK[:1])
    assert read_frames(plain["frames"]) == STACK


def test_a_line_is_small():
    deep = tuple(Place(f"/usr/lib/python3/dist-packages/torch/nn/m{n}.py", n, f"f{n}")
                 for n in range(200))  # fmt: skip
    made = record()._replace(threads=tuple(stack_hash(deep[n:]) for n in range(200)))
    line = rank_line(made._replace(place=made.place._replace(stack=deep)))
    assert len(zlib.compress(line.encode())) < 1500


@pytest.mark.parametrize(
    "plain",
    [
        {}, {"rank": None}, {"rank": "abc"}, {"rank": True}, {"rank": -1}, {"rank": 1 << 40},
        {"rank": 3, "world": 3}, {"rank": 0, "world": "many"}, {"rank": 0, "world": 0},
    ],
)  # fmt: skip
def test_what_is_no_rank_is_refused(plain):
    with pytest.raises(FormatError):
        read_rank(plain, {})


@pytest.mark.parametrize("value", [None, [], {}, "x" * 9999, -1, 1 << 70, True, [[1, 2, 3, 4]],
                                   {"kind": "collective", "details": {"a": {}}}, {"cause": "x"},
                                   float("nan"), [float("inf"), 1]])  # fmt: skip
def test_fields_of_any_kind_are_survived(value):
    for name in json.loads(rank_line(record())):
        if name not in ("rank", "world"):
            rank_line(read_rank({"rank": 1, name: value}, {"host": value}))
