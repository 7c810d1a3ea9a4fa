"""What samples over a time saw a thread do, as the rules ask it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.parties import Party, native_part, runs_own_code
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.words import place
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.stacks import NativeFrame, PyFrame
from atfault.model.state import ProcessState
from atfault.model.values import shortened
from atfault.model.waits import BUSY, ThreadActivity

MAX_SLEEPS = 10
"""A second. A thread that goes to sleep more often waits in turns, rather than in one call."""
SOME = 0.05
"""Share of one processor from which on a thread is said to compute."""
MANY_READS = 200
"""A second."""
SHOWN_ARGUMENTS = 6
MAX_TEXT = 60


def activity_of(party: Party) -> ThreadActivity | None:
    """What was seen of the thread; None when the process was not watched."""
    return party.among.activities.get(party.tid)


def seen_threads(party: Party) -> tuple[ThreadActivity, ...]:
    """What was seen of all threads of its process; () when that was not watched."""
    activity = party.state.activity
    return () if isinstance(activity, Absent) else activity.threads


def has_moved(party: Party) -> bool:
    """Whether samples saw it go on."""
    activity = activity_of(party)
    return activity is not None and activity.moved


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


def is_idle_server(party: Party) -> bool:
    """Whether it runs a framework's server that waits for connections, and was not seen to compute.
    It may have looked around now and then."""
    if runs_own_code(party) or not any(wait.resource.channel.listening for wait in party.waits):
        return False
    activity = activity_of(party)
    return activity is None or cpu_share(activity) < SOME


def sleeps_often(activity: ThreadActivity) -> bool:
    """Whether it gave up the processor by itself again and again."""
    return activity.voluntary_switches > MAX_SLEEPS * max(activity.wall_seconds, 1.0)


def reads_nothing(activity: ThreadActivity) -> bool:
    """Whether it read all the time, and nothing came."""
    return activity.reads > MANY_READS * activity.wall_seconds and activity.bytes_read == 0


def others_left(hang: Hang, party: Party) -> Iterator[Party]:
    """The other threads of its process that may yet end what a thread does."""
    others = hang.in_process(party.pid, hang.may_go_on)
    if len(others) > 1 or (others and others[0].key != party.key):
        stuck = hang.stuck_behind(party)
        yield from (one for one in others if one.key not in stuck)


def is_left_alone(hang: Hang, party: Party) -> bool:
    """Whether neither another thread of its process nor a signal may end what a thread does."""
    return not any(True for _ in others_left(hang, party)) and not hang.handles_signals(party.pid)


def naps_in_native_code(party: Party) -> NativeFrame | None:
    """The function of a library that wakes, looks and sleeps again inside of one Python call; None
    where none was seen to."""
    activity = activity_of(party)
    again = activity.again if activity is not None else None
    if activity is None or again is None or again.loop is not None or cpu_share(activity) >= SOME:
        return None
    outward = reversed(native_part(party))  # what Python called tells more than how that sleeps
    return next((n for n in outward if n.module and not roles.is_plumbing(n.module.name)), None)


def called_with(party: Party) -> Iterator[str]:
    """With what the user's innermost function was called, and what it has called in turn:
    "run (ranks.py:9) was called with rank = 0"."""
    frames = party.thread.stack.frames
    mine = next((index for index, frame in enumerate(frames) if frame.mine and frame.python), None)
    if mine is None:
        return
    inside = [frame.python for frame in frames[:mine] if frame.python is not None]
    for frame in (frames[mine].python, *inside[-1:]):
        told = "" if frame is None or frame.code.name == "<module>" else arguments_of(frame)
        if frame is not None and told:
            yield f"{place(frame)} was called with {told}"


def arguments_of(frame: PyFrame) -> str:
    """ "job = 3, device = 0" """
    if isinstance(frame.locals, Absent):
        return ""
    named = [v for v in frame.locals if v.kind == "argument"] or list(frame.locals)
    told = [
        f"{v.name} = {shortened(v.value.text, MAX_TEXT)}"
        for v in named
        if not isinstance(v.value, Absent)
    ]
    return ", ".join(told[:SHOWN_ARGUMENTS])
