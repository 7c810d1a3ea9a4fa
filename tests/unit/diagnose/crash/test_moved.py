"""Pointers that were kept beside an array which has moved since (atfault.diagnose.crash.moved)."""

from __future__ import annotations

import pytest

from atfault.model.values import Value
from support.diagnosed import claims, first
from support.states import AREA, HEAP, array, mapping, native, python, segv

SAMPLES = array(AREA, (512,))
OLD = AREA - 0x40_0000


def pointer(start, at):
    return Value("LP_c_float", "…", number=start, pointer_at=at)


def crashed(address, *, samples=SAMPLES, start=OLD, count=512, out=0):
    parts = (
        (".samples", Value("array.array", "array(…)", buffer=samples)),
        (".c.samples", pointer(start, HEAP)),
        (".c.out", pointer(out, HEAP + 8)),
        (".c.count", Value("ctypes.c_long", str(count), number=count)),
    )
    return first(
        signal=segv(address),
        frames=[
            native("level", "extension"),
            python(self=Value("reel.Reel", "Reel(…)", children=parts)),
        ],
        mappings=[mapping(AREA, 1 << 16)],
    )


def test_a_pointer_with_the_length_of_an_array_that_lies_elsewhere_was_to_that_array():
    found = crashed(OLD + 80)
    assert claims(found)[:3] == ("use-after-free", "likely", ["paint.py:10:main"])
    assert "self.c.samples, which leads to where self.samples had its memory" in found.summary


@pytest.mark.parametrize(
    "given",
    [
        {"count": 511},
        {"out": AREA},
        {"samples": SAMPLES._replace(owner=(AREA, AREA + 8192))},
        {"samples": array(AREA, (16,)), "count": 16},
    ],
    ids=["another length", "something leads to the array", "a view", "a small number"],
)
def test_a_pointer_that_may_be_to_something_else_is_not_taken_for_one(given):
    assert "before it grew" not in crashed(OLD + 80, **given).summary


def test_an_access_behind_the_length_is_none_of_it():
    assert "before it grew" not in crashed(OLD + (1 << 20)).summary


def test_an_array_of_the_same_name_in_another_frame_is_another_one():
    parts = ((".samples", Value("array.array", "array(…)", buffer=SAMPLES)),)
    outer = python("outer", self=Value("reel.Tape", "Tape(…)", children=parts))
    inner = python(
        self=Value(
            "reel.Reel",
            "Reel(…)",
            children=(
                (".c.samples", pointer(OLD, HEAP)),
                (".c.count", Value("ctypes.c_long", "512", number=512)),
            ),
        )
    )
    found = first(
        signal=segv(OLD + 80),
        frames=[native("level", "extension"), inner, outer],
        mappings=[mapping(AREA, 1 << 16)],
    )
    assert "before it grew" not in found.summary
