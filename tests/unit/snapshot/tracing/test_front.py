from __future__ import annotations

import os

from atfault.snapshot import procfs
from atfault.snapshot.tracing.front import run_promptly


def in_child(policy: int | None) -> tuple[bool, bytes, bytes]:
    """(what it said; /proc/self/sched afterwards; that of a process it forks)."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            if policy is not None:
                os.sched_setscheduler(0, policy, os.sched_param(0))
            said = run_promptly()
            os.write(writing, b"%d" % said + procfs.read("/proc/self/sched"))
            child = os.fork()
            if child == 0:
                os.write(writing, b"|" + procfs.read("/proc/self/sched"))
                os._exit(0)
            os.waitpid(child, 0)
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        said, _, after = file.read().partition(b"|")
    os.waitpid(pid, 0)
    return said[:1] == b"1", said, after


def slice_of(content: bytes) -> list[bytes]:
    return [line.split()[-1] for line in content.splitlines() if line.startswith(b"se.slice")]


def test_the_tracer_gets_short_slices_and_what_it_forks_does_not() -> None:
    done, own, forked = in_child(None)
    assert done
    kernel = tuple(int(part) for part in os.uname().release.split(".")[:2])
    if slice_of(own) and kernel >= (6, 12):
        assert slice_of(own) == [b"100000"] != slice_of(forked)


def test_another_policy_is_left_as_it_is() -> None:
    assert not in_child(os.SCHED_BATCH)[0]
