"""Python's faulthandler text of several versions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.decode.faulthandler import parse, state_from_dump
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo

HEADER = "version=3.11.7\nimplementation=CPython\nstdlib=/usr/lib/python3.11\nprefix=/usr\nend\n"
OLD = (
    HEADER
    + """Fatal Python error: Segmentation fault

Thread 0x00007f119ffff6c0 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 982 in run
  ...

Current thread 0x00007f11a2b3c740 (most recent call first):
  File "/srv/a "b", line 2.py", line 11 in paint
  File "/srv/paint.py", line ??? in <module>

Extension modules: numpy.core._multiarray_umath (total: 1)
"""
)
NEW = (
    HEADER.replace("3.11.7", "3.14.0")
    + """Fatal Python error: Segmentation fault

Current thread 0x00007f11a2b3c740 [Main Thread] (most recent call first):
  File "/srv/paint.py", line 11 in paint

Current thread's C stack trace (most recent call first):
  Binary file "/usr/bin/python3.14", at _Py_DumpStack+0x4b [0x5e6a3b]
  File "/not/a/frame.py", line 1 in trap
"""
)


def test_threads_come_with_the_crashed_one_first() -> None:
    dump = parse(OLD)
    assert dump.facts["stdlib"] == "/usr/lib/python3.11"
    crashed, other = dump.threads
    assert crashed.is_current and crashed.ident == "0x00007f11a2b3c740"
    assert crashed.frames == (
        ('/srv/a "b", line 2.py', 11, "paint"),
        ("/srv/paint.py", None, "<module>"),
    )
    assert other.is_cut and not crashed.is_cut


def test_names_of_3_14_are_read_and_its_c_stack_is_not_python() -> None:
    (thread,) = parse(NEW).threads
    assert thread.name == "Main Thread"
    assert thread.frames == (("/srv/paint.py", 11, "paint"),)


def test_the_state_tells_whose_lines_they_are() -> None:
    state = state_from_dump(parse(OLD), ProcessInfo(4711), Termination(None, 11))
    assert state.python and state.python.version == (3, 11, 7)
    assert [frame.mine for thread in state.threads for frame in thread.stack.frames] == [
        True,
        True,
        False,
    ]
    assert state.crashed is state.threads[0]
    assert "100 frames" in state.threads[1].stack.stop_reason


def test_nothing_at_all_is_a_process_without_threads() -> None:
    state = state_from_dump(parse(""), ProcessInfo(4711), Termination(None, 11))
    assert state.threads == () and not state.python


@pytest.mark.parametrize("text", [OLD, NEW])
@given(st.data())
def test_damaged_text_never_fails(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    rubbish = data.draw(st.text(max_size=20))
    damaged = text[:at] + rubbish + text[at + data.draw(st.integers(0, 40)) :]
    state_from_dump(parse(damaged), ProcessInfo(1), Termination(None, 11))
