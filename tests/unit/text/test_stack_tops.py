"""What a function at the top of a printed stack means."""

from __future__ import annotations

import pytest

from atfault.model.given import TextFrame, TextThread
from atfault.text.stack_tops import Top, died_of, own_frames, stood, top_of, tops

OWN = TextFrame("work", "/home/ada/src/grid.py", 41)


@pytest.mark.parametrize("row", tops(), ids=lambda row: row.seen)
def test_each_row_takes_the_frame_that_it_is_for_and_no_row_above_does(row: Top) -> None:
    assert top_of(row.seen) == row


def test_the_frame_nearest_to_the_own_code_says_what_is_waited_for() -> None:
    wait = TextFrame("wait", "/usr/lib/python3.12/threading.py", 355)
    get = TextFrame("get", "/usr/lib/python3.12/queue.py", 171)
    assert stood(TextThread("a", (wait, get, OWN))).wait == "queue-get"
    assert stood(TextThread("a", (OWN, get, wait))).wait == ""


def test_the_source_of_the_own_line_says_it_where_no_frame_is_above() -> None:
    frame = OWN._replace(code="comm.Recv(ghost, source=other, tag=7)")
    assert stood(TextThread("a", (frame,))).wait == "mpi-receive"


def test_what_it_died_of_stands_in_the_innermost_frames() -> None:
    raised = TextFrame("__abort", module="libsystem_c.dylib")
    found = died_of((raised, TextFrame("__stack_chk_fail", module="libsystem_c.dylib"), OWN))
    assert found is not None and found[0] == "out-of-bounds"
    assert died_of((raised, OWN)) is None


def test_sources_of_cpython_are_nobodys_own() -> None:
    inner = TextFrame("PyTuple_New", "Objects/tupleobject.c", 72)
    assert own_frames(TextThread("a", (inner, OWN))) == [OWN]
