"""What samples over a time saw a thread do, as the rules ask it."""

from __future__ import annotations

from atfault.diagnose.facts import bare_symbol
from atfault.diagnose.parties import Party
from atfault.model.absent import Absent
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState
from atfault.model.waits import BUSY, ThreadActivity

MAX_SLEEPS = 10
"""A second. A thread that goes to sleep more often waits in turns, rather than in one call."""
EVALUATOR = ("_PyEval_EvalFrameDefault", "_PyEval_EvalFrame")


def activity_of(party: Party) -> ThreadActivity | None:
    """What was seen of the thread; None when the process was not watched."""
    activity = party.state.activity
    if isinstance(activity, Absent):
        return None
    for one in activity.threads:
        if one.tid == party.tid:
            return one
    return None


def cpu_share(activity: ThreadActivity) -> float:
    """Of one processor, 0 to 1."""
    return activity.cpu_seconds / activity.wall_seconds if activity.wall_seconds > 0 else 0.0


def child_share(state: ProcessState, pid: int) -> float:
    """The share of one processor that a child process used while its parent was watched; 0 when
    that is not known."""
    activity = state.activity
    if isinstance(activity, Absent) or activity.seconds <= 0:
        return 0.0
    return dict(activity.family).get(pid, 0.0) / activity.seconds


def is_busy(party: Party) -> bool:
    """Whether it computed for most of the time that it was watched."""
    activity = activity_of(party)
    return activity is not None and cpu_share(activity) >= BUSY


def sleeps_often(activity: ThreadActivity) -> bool:
    """Whether it gave up the processor by itself again and again."""
    return activity.voluntary_switches > MAX_SLEEPS * max(activity.wall_seconds, 1.0)


def native_part(party: Party) -> list[NativeFrame]:
    """The native frames inside of the innermost Python frame, innermost first, without the
    interpreter's evaluation loop."""
    found: list[NativeFrame] = []
    for frame in party.thread.stack.frames:
        if frame.native is None:
            break
        if bare_symbol(frame.native) in EVALUATOR:
            break
        found.append(frame.native)
    return found
