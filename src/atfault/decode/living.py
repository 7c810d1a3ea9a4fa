"""What the kernel tells of a living process."""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.process import Limits, SignalInfo
from atfault.model.signals import CRASHES
from atfault.model.state import Surroundings
from atfault.snapshot import procfs
from atfault.snapshot.procfs import limits
from atfault.snapshot.protocol import Snapshot


def surroundings_of(snapshot: Snapshot) -> Surroundings:
    """Of the process in a snapshot that is no core."""
    caught, blocked = _signals(snapshot, b"SigCgt"), _signals(snapshot, b"SigBlk")
    if caught is None:
        absent = Absent("/proc does not tell which signals are handled")
        return Surroundings(absent, _limits(snapshot))
    return Surroundings(caught, _limits(snapshot), blocked or ())


def _limits(snapshot: Snapshot) -> Limits | Absent:
    if not isinstance(snapshot.signal, SignalInfo) or snapshot.signal.number not in CRASHES:
        return Absent("not a crash")
    return limits(snapshot.process.pid)


def _signals(snapshot: Snapshot, field: bytes) -> tuple[int, ...] | None:
    """Numbers of the signals in a mask of /proc; None where there is none."""
    mask = procfs.number(procfs.status(snapshot.process.pid), field, 16)
    if mask is None:
        return None
    return tuple([number for number in range(1, 65) if mask >> (number - 1) & 1])
