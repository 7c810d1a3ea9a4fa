"""unknown: no rule has an explanation; what is known is said."""

from __future__ import annotations

from atfault.diagnose.facts import (
    crash_frames,
    crash_pc,
    describe_frame,
    describe_mapping,
    fault_address,
    mapping_at,
    native_frames,
    signal_number,
)
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.signals import code_name, signal_description, signal_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.state import ProcessState


@rule("unknown")
def unknown(state: ProcessState) -> Iterator[Finding]:
    """None of the rules explains what happened.

    The report still holds what could be read: the signal, the place of the failure and the stacks
    of all threads. Look at `not_checked` and at the warnings first: often something was missing
    (debug files, a truncated core, a program that is no longer installed) that a rule needs.

    A snapshot of a process that did not crash (made with gcore) is reported as unknown too.
    """
    number = signal_number(state)
    evidence = list(_evidence(state))
    if number == 0:
        summary = "no fatal signal: the process was alive when the snapshot was taken"
    else:
        name = signal_name(number)
        frames = native_frames(state.crashed)
        where = f" in {describe_frame(frames[0])}" if frames else ""
        summary = f"{signal_description(name)} ({name}){where}; its cause is not known"
    advice = [Advice("see what was not checked and why, and the warnings")]
    if isinstance(state.signal, Absent) and number and not state.threads:
        advice = [Advice("keep a core next time and explain it", "ulimit -c unlimited")]
    yield Finding(
        cause="unknown",
        summary=summary,
        confidence="possible",
        evidence=tuple(Evidence(text) for text in evidence),
        advice=tuple(advice),
    )


def _evidence(state: ProcessState) -> Iterator[str]:
    signal = state.signal
    if isinstance(signal, Absent):
        yield f"no details of a signal: {signal.reason}"
    else:
        code = code_name(signal.number, signal.code)
        if code:
            yield f"the kernel gives {code} as the reason"
        if signal.code <= 0 and _in_handler(state):
            yield "a signal handler had run before and raised the signal again"
    address = fault_address(state)
    if address is not None:
        mapping = mapping_at(state, address)
        where = "is not mapped" if mapping is None else f"lies in {describe_mapping(mapping)}"
        yield f"the address {address:#x} {where}"
    elif crash_pc(state) is not None and not native_frames(state.crashed):
        yield f"the instruction pointer was {crash_pc(state):#x}"


def _in_handler(state: ProcessState) -> bool:
    crashed = state.crashed
    return crashed is not None and len(crash_frames(crashed)) != len(crashed.stack.frames)
