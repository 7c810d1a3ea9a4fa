"""What rules ask of a process that runs on from its parent's fork."""

from atfault.diagnose.hang.parties import HELPERS, Party, library_inside
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import activity_of
from atfault.diagnose.words import place_of
from atfault.model.absent import Absent
from atfault.model.kinds import OF_FUTEX
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState
from atfault.model.waits import EVENTFD, Place, Wait


def parent_of(hang: Hang, state: ProcessState) -> ProcessState | None:
    """The process that forked it, if that is looked at as well."""
    parent = hang.states.get(state.process.ppid or 0)
    return None if parent is state else parent


def wait_for_the_lost(hang: Hang, party: Party) -> Wait | None:
    """The wait of a forked process's thread for a word of memory that only its own process could
    wake it at, where no other thread of that goes on: who would have done it stayed behind.

    Waits that end by themselves, and those at an eventfd, by which a library's threads wake one
    another, count where the parent has threads of that library."""
    if len(party.waits) != 1 or not party.python:
        return None
    wait = party.waits[0]
    resource = wait.resource
    is_word = resource.kind in OF_FUTEX and resource.is_private
    if not (is_word or resource.channel.target.startswith(EVENTFD)) or wait.idle:
        return None
    activity, is_sure = activity_of(party), is_word and not wait.timeout
    if activity is not None and (activity.moved or (is_sure and activity.voluntary_switches)):
        return None
    is_lost = wait.target_tid is None and party.state.process.forked and is_alone(hang, party)
    return wait if is_lost and (is_sure or threads_left_behind(hang, party)) else None


def threads_left_behind(hang: Hang, party: Party) -> list[ThreadState]:
    """The parent's threads of the library that a forked process's thread is in, and of that alone,
    as those of its pools are."""
    library, parent = library_inside(party), parent_of(hang, party.state)
    threads = () if parent is None or not library else parent.threads
    return [one for one in threads if library and _is_of(one, library)]


def _is_of(thread: ThreadState, library: str) -> bool:
    if not isinstance(thread.python, Absent) and thread.python.frames:
        return False
    modules = [f.native.module.name for f in thread.stack.frames if f.native and f.native.module]
    return any(module == library for module in modules)


def fork_story(party: Party) -> str:
    fork = forked_at(party)
    at = f" at {place_of(fork)}" if fork is not None else ""
    return (
        f"process {party.pid} was forked by process {party.state.process.ppid}{at} and has not "
        "called exec since: of the threads that it had, only the one that forked came along"
    )


def workers_left_behind(hang: Hang, party: Party) -> list[ThreadState]:
    """The parent's threads of Python, besides its main thread, of a forked process that has none:
    those of an executor, for instance, that the child believes to have."""
    if hang.role(party.pid) in HELPERS or not party.state.process.forked:
        return []
    parent = parent_of(hang, party.state)
    if parent is None or any(one.key != party.key for one in hang.of_process(party.pid)):
        return []
    return [
        one
        for one in parent.threads
        if one.thread.tid != parent.process.pid
        and not isinstance(one.python, Absent)
        and one.python.frames
    ]


def is_alone(hang: Hang, party: Party) -> bool:
    """Whether no other thread of its process goes on by itself: each waits without a timeout for
    something in the process's own memory."""
    return not hang.any_beside(party, _may_wake)


def _may_wake(party: Party) -> bool:
    return not party.waits or any(one.timeout or not one.resource.is_private for one in party.waits)


def in_child(hang: Hang, party: Party) -> str:
    """A thread of a forked process, in sentences; the label of another process's says it itself."""
    is_own = party.pid == hang.state.process.pid
    return party.label + (f" of the forked process {party.pid}" if is_own else "")


def forked_at(party: Party) -> Place | None:
    """The user's line that forked: of multiprocessing it is still on the child's stack; under `run`
    it was seen. None when it is not known."""
    started = party.state.started
    if not isinstance(started, Absent) and started.own is not None:
        return started.own
    launch = party.launch
    for index, frame in enumerate(party.thread.stack.frames):
        python = frame.python
        if launch is not None and index > launch and frame.mine and python is not None:
            where = python.location
            return Place(where.file, where.line, python.code.qualname, index, True)
    return None
