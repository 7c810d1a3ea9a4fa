"""The threads that may write what others look at, as their frames are read while they run."""

from __future__ import annotations

from types import SimpleNamespace

from atfault.cpython.frames.walker import Chain
from atfault.decode.watch import writers


def frames_of(*walks):
    """walks: the frames that a walk finds each time, the innermost first; None for torn ones."""
    coming = iter([*walks, *[()] * 10])

    def chain(tstate, *, is_stopped):
        found = next(coming)
        raw = [SimpleNamespace(address=one) for one in found or ()]
        return Chain(raw, [], "torn" if found is None else "")

    def resolve(chain):
        return SimpleNamespace(frames=[one.address for one in chain.frames])

    runtime = SimpleNamespace(walker=SimpleNamespace(chain=chain, resolve=resolve))
    return writers._frames(runtime, 0x1000)


def test_frames_are_those_of_walks_that_begin_alike():
    assert frames_of((3, 2, 1), (4, 2, 1)) == [4, 2, 1]
    assert frames_of((3, 2, 1), (4, 2), (2, 1), None, (), (5, 3), (6, 3)) == [6, 3]


def test_a_thread_that_is_between_two_states_each_time_has_none():
    """What it may write is not known then: it is not that it writes nothing."""
    assert not frames_of()
    assert not frames_of(None, (1,), (2,), None, (), (1,))
