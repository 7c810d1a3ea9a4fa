"""Rounds of calls from many threads."""

import sys

from atfault_probe.stress_round import _nudger


def counted():
    yield 1


def test_the_profile_function_is_gone_before_a_generator_yields():
    """Were it there, CPython would let another thread into the frame that is still running."""
    seen = []
    nudge = _nudger(7)

    def watch(frame, event, argument):
        seen.append((frame.f_code.co_name, event))
        nudge(frame, event, argument)

    sys.setprofile(watch)
    try:
        list(counted())
        left = sys.getprofile()
    finally:
        sys.setprofile(None)
    assert left is None
    assert seen[-1] == ("counted", "call")
