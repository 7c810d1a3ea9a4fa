"""What is known of the other side of a wait: who could end it from outside of the process."""

from collections.abc import Iterator

from atfault.diagnose.hang.parties import Party
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.words import inherited, own_line, place_of, waits_for
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.counts import counted
from atfault.model.family import Relative, brief_command
from atfault.model.kinds import CHANNELS
from atfault.model.signals import signal_name
from atfault.model.waits import Wait

OPENS = ("open", "openat")
SHOWN_COMMAND = 80
SIGTERM = 15
DOING = {
    "R": "it is running",
    "S": "it sleeps",
    "T": "it is stopped, by Ctrl-Z or SIGSTOP, until it gets SIGCONT",
    "Z": "it has ended",
}
IGNORED = frozenset((17, 18, 23, 28))
"""Signals that end no process: SIGCHLD, SIGCONT, SIGURG, SIGWINCH."""


def user_beyond(hang: Hang, party: Party, wait: Wait) -> Party | None:
    """The thread of another process, of those that were looked at, that has the other end of a
    channel at hand."""
    user = hang.user_of(party, wait) if wait.resource.kind in CHANNELS else None
    return user if user is not None and user.pid != party.pid else None


def other_pids(hang: Hang, party: Party, wait: Wait) -> set[int]:
    """The other processes that could end it, where they are known."""
    owner = wait.resource.channel.lock_owner
    if owner is not None:
        return {owner}
    if wait.resource.kind == "process" and wait.target_pid:
        return {wait.target_pid}
    if wait.resource.kind in CHANNELS:
        return (hang.other_ends(wait) or set()) - {party.pid}
    return set()


def stopped_pids(hang: Hang, party: Party, wait: Wait) -> list[int]:
    """Who is stopped, of the process itself and of those that could end its wait."""
    concerned = other_pids(hang, party, wait)
    own = [party.pid] if party.thread.thread.state == "T" else []
    found = [one for one in party.relatives if one.pid in concerned]
    return own + [one.pid for one in found if _state_of(hang, one) == "T"]


def _state_of(hang: Hang, one: Relative) -> str:
    """As Relative.state; of one that was looked at, and held meanwhile, as it was before that."""
    known = hang.states.get(one.pid)
    states = {thread.thread.state for thread in known.threads} if known is not None else set()
    return "T" if states == {"T"} else one.state


def held_back(party: Party, wait: Wait) -> str:
    """The signals that were sent to a child for whose end one waits, which would end it, and that
    it blocks: "SIGTERM"; "" for none."""
    child = next((one for one in party.relatives if one.pid == wait.target_pid), None)
    numbers = child.held_back if child is not None and wait.resource.kind == "process" else ()
    return listed([signal_name(one) for one in numbers if one not in IGNORED])


def told_of_other_side(hang: Hang, party: Party, wait: Wait) -> Iterator[str]:
    """What is known of the processes that could end it."""
    pids = other_pids(hang, party, wait)
    if is_call(wait, *OPENS):
        yield (
            "a named pipe is opened when somebody opens its other side as well; a file on a "
            "network, when its server answers"
        )
        for other in hang.in_order:
            if other.key != party.key and any(is_call(w, *OPENS) for w in other.waits):
                yield f"{other.label} {waits_for(other, other.waits[0])}"
    user = user_beyond(hang, party, wait)
    if user is not None and user.waits:
        yield f"{user.label}, which has the other end, {waits_for(user, user.waits[0])}"
    told = {peer.pid for peer in wait.resource.channel.peers}
    for peer in wait.resource.channel.peers:
        where = "this program itself" if peer.pid == party.pid else f"process {peer.pid}"
        is_untaken = wait.resource.kind == "socket" and not wait.resource.channel.is_accepted
        not_yet = " and has not taken the connection" if is_untaken else ""
        yield f"the other side is {where}, {peer.command}{not_yet}"
    if wait.told_once and wait.resource.channel.unread:
        lying = counted(wait.resource.channel.unread, "byte")
        yield f"{lying} have come and were not read, of which it is not told again"
    if wait.resource.channel.far_unread:
        lying = counted(wait.resource.channel.far_unread, "byte")
        yield f"{lying} that were sent to it from here lie there unread"
    yield from told_of_takers(hang, party, wait)
    if is_unlocked(wait):
        yield (
            "no process here has it locked: if that it exists is the lock, whoever made it has "
            "ended without removing it, or runs elsewhere"
        )
    for one in party.relatives:
        # Whose the other side is need not be known (a connection that nobody has taken yet).
        state = _state_of(hang, one)
        concerns = one.pid in pids or (state == "T" and not pids)
        if concerns and one.pid not in told:
            command = brief_command(one.argv, SHOWN_COMMAND) or one.name
            doing = DOING.get(state, "")
            yield f"process {one.pid} is {command}" + (f"; {doing}" if doing else "")
            if wait.resource.kind == "process" and one.pid == wait.target_pid:
                yield from _told_of_child(hang, one)
    if signals := held_back(party, wait):
        yield (
            f"{signals} was sent to it, and waits there, as it blocks that: a child begins with "
            "what the thread that starts it blocks (signal.pthread_sigmask)"
        )
    if wait.resource.channel.lock_taker:
        yield inherited(wait)


def _told_of_child(hang: Hang, child: Relative) -> Iterator[str]:
    """What a child does in place of ending, and what it does when it is asked to end."""
    main = hang.main_of(child.pid)
    if main is None or _state_of(hang, child) == "T":
        return
    at = place_of(own_line(main))
    if main.waits and at:
        yield f"its main thread {waits_for(main, main.waits[0])}"
    elif at:
        yield f"its main thread is at {at}"
    handlers = main.state.waiting.handlers
    for one in () if isinstance(handlers, Absent) else handlers:
        if one.signal == SIGTERM and one.mine:
            name = f"{one.function}()" if one.function else "a function of the program's own"
            yield (
                f"at SIGTERM it calls {name} in place of ending: an exception that this raises, "
                "SystemExit too, does not end it where a bare `except` or `except BaseException` "
                "takes it"
            )


def told_of_takers(hang: Hang, party: Party, wait: Wait) -> Iterator[str]:
    """Who else may be given the signals that are waited for by name, and what is done there."""
    numbers = wait.resource.signals.numbers
    takers = takers_of(hang, party, wait)
    if not takers:
        return
    names = listed([one.label for one in takers])
    do = "does" if len(takers) == 1 else "do"
    gives = "gives" if takers[0].is_main else "may give"
    yield (
        f"{names} {do} not block {listed([signal_name(one) for one in numbers])}: the kernel "
        f"{gives} a signal of the process's to {takers[0].label}, and the wait does not hear of it"
    )
    handlers = party.state.waiting.handlers
    known = () if isinstance(handlers, Absent) else handlers
    for one in known:
        if one.signal in numbers:
            name = f"{one.function}()" if one.function else "a function"
            yield f"the program calls {name} at {signal_name(one.signal)}, in its main thread"


def takers_of(hang: Hang, party: Party, wait: Wait) -> list[Party]:
    """The other threads that do not block the signals which one waits for by name: the main thread
    first, as the kernel gives them; to a main thread that waits it gives them itself."""
    if party.is_main:
        return []
    found = [hang.thread(party.pid, tid) for tid in wait.resource.signals.taken_by]
    threads = [one for one in found if one is not None]
    return sorted(threads, key=lambda one: not one.is_main)


def is_unlocked(wait: Wait) -> bool:
    """Whether it is for a file that a library takes for a lock, and the kernel knows of none."""
    channel = wait.resource.channel
    is_module_file = wait.operation == "lock" and channel.has_path and channel.fd is None
    return is_module_file and not channel.is_database and channel.lock_owner is None


def is_call(wait: Wait, *names: str) -> bool:
    """Whether it is one of these system calls that is waited for itself."""
    return wait.resource.in_kernel == "call" and wait.syscall in names
