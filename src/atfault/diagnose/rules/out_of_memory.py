"""out-of-memory: the kernel killed the process for its memory."""

from __future__ import annotations

from atfault.diagnose.facts import (
    SIGKILL,
    SIGSEGV,
    describe_frame,
    fault_address,
    native_frames,
    signal_number,
)
from atfault.diagnose.rule import rule
from atfault.diagnose.words import plural, size
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.process import OutOfMemory
    from atfault.model.state import ProcessState


ENOMEM = 12
NEAR_NULL = 64 * 1024


@rule("out-of-memory")
def out_of_memory(state: ProcessState) -> Iterator[Finding]:
    """The kernel killed the process because memory ran out.

    Either the machine had no memory left, or the process's group (a container, a batch job, a
    systemd service) reached the limit set for it. The process gets SIGKILL and cannot react, so
    there is no traceback and no core.

    Or a limit was set for the process itself (`ulimit -v`, RLIMIT_AS): then nothing is killed, but
    `malloc` returns NULL. Python turns that into a MemoryError; native code that does not look at
    what it was given crashes at that address 0.

    What to do: use less memory (smaller batches, fewer worker processes, data types of half the
    size, `np.memmap` instead of loading), or ask for a higher limit.
    """
    if signal_number(state) == SIGSEGV:
        yield from _refused(state)
        return
    termination = state.termination
    if isinstance(termination, Absent) or termination.signal != SIGKILL or termination.oom is None:
        return
    oom = termination.oom
    group = oom.scope == "cgroup"
    where = "the memory limit of its group" if group else "the machine's memory"
    limit = f" of {size(oom.limit)}" if oom.limit is not None else ""
    killed = bool(oom.kills)
    other_sender = termination.sender_pid not in (None, 0)
    yield Finding(
        cause="out-of-memory",
        summary=f"the kernel killed it: {where}{limit} was used up",
        confidence="certain" if killed and not other_sender else "likely",
        evidence=tuple(Evidence(text) for text in _evidence(oom)),
        advice=(
            Advice("use less memory: smaller batches, fewer workers, smaller data types"),
            Advice("or raise the limit of the container or job")
            if group
            else Advice("see what else uses the machine's memory", "ps aux --sort=-rss | head"),
        ),
    )


def _refused(state: ProcessState) -> Iterator[Finding]:
    """A NULL pointer was used in a thread whose last error was that memory had run out."""
    address = fault_address(state)
    if state.errno != ENOMEM or address is None or address >= NEAR_NULL:
        return
    limits = state.limits
    limit = None if isinstance(limits, Absent) else limits.address_space
    used = state.mapped_bytes
    frames = native_frames(state.crashed)
    actor = describe_frame(frames[0]) if frames else "native code"
    evidence = [
        f"the access was at {address:#x}: a NULL pointer, which is what malloc and mmap stand for "
        "when they fail",
        "the last error in that thread was ENOMEM: it was refused memory",
    ]
    if limit is not None:
        evidence.append(f"the process may map {size(limit)} at the most (ulimit -v, RLIMIT_AS)")
        if used is not None:
            evidence.append(f"it had mapped {size(used)} of that")
    summary = f"{actor} used the NULL that it got instead of memory"
    if limit is not None:
        summary += f": the address space is limited to {size(limit)}"
    yield Finding(
        cause="out-of-memory",
        summary=summary,
        confidence="certain" if limit is not None else "likely",
        evidence=tuple(map(Evidence, evidence)),
        advice=(
            Advice("raise the limit, or use less memory", "ulimit -v unlimited")
            if limit is not None
            else Advice("look at the size that is asked for there: it may be far too large"),
            Advice("in native code, test what malloc returns before it is used"),
        ),
    )


def _evidence(oom: OutOfMemory) -> Iterator[str]:
    if oom.kills:
        times = plural(oom.kills, "process was", "processes were")
        yield f"{times} killed for memory while the program ran" + (
            f" ({oom.source})" if oom.source else ""
        )
    if oom.limit is not None:
        yield f"the limit is {size(oom.limit)}"
    if oom.peak is not None:
        yield f"at the most {size(oom.peak)} were in use"
    if oom.process_rss is not None:
        yield f"the process itself held {size(oom.process_rss)} when last seen"
