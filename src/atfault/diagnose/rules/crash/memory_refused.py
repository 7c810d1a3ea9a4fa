"""out-of-memory: malloc returned NULL, and native code used it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.given import ENOMEM, impossible_size, may_be_refused
from atfault.diagnose.crash.holders import freed_holder
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import SIGSEGV, fault_address
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.process import FIRST_64K


@rule("memory-refused", needs=(Need.FAULT_ADDRESS,), causes=("out-of-memory",), on=(SIGSEGV,))
def memory_refused(case: Case) -> Iterator[Finding]:
    """Native code used the NULL that it got instead of memory, as memory had run out.

    A limit was set for the process itself (`ulimit -v`, RLIMIT_AS), or the system refused what was
    asked for: then nothing is killed, but `malloc` returns NULL. Python turns that into a
    MemoryError; native code that does not look at what it was given crashes at that address 0.

    Where the call was given a number that no size can be (a negative one), no memory was
    wanting, and `null-dereference` names the number. An error of before that was handled leaves the
    same trace: it is likely only where most of the limit was used.

    What to do: raise the limit, or use less memory; in native code, test what `malloc` returns.
    """
    state = case.process
    address = fault_address(state)
    if state.fault.errno != ENOMEM or address is None or address >= FIRST_64K:
        return
    if impossible_size(state) is not None or freed_holder(state) is not None:
        return
    limits = state.surroundings.limits
    limit = None if isinstance(limits, Absent) else limits.address_space
    used = state.layout.mapped_bytes
    evidence = [
        f"the access was at {address:#x}: {'' if address == 0 else 'next to '}NULL, which malloc "
        "returns when it fails",
        "the last error in that thread was ENOMEM: it was refused memory",
    ]
    if limit is not None:
        evidence.append(f"the process may map {size(limit)} at the most (ulimit -v, RLIMIT_AS)")
        if used is not None:
            evidence.append(f"it had mapped {size(used)} of that")
    summary = f"{actor(state)} used the NULL that it got instead of memory"
    if limit is not None:
        summary += f": the address space is limited to {size(limit)}"
    yield Finding.of(
        summary=summary,
        confidence="likely" if may_be_refused(state) else "possible",
        evidence=evidence,
        advice=(
            Advice("raise the limit, or use less memory", "ulimit -v unlimited")
            if limit is not None
            else "look at the size that is asked for there: it may be far too large",
            "in native code, test what malloc returns before it is used",
        ),
    )
