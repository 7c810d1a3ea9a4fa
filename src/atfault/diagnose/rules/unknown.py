"""unknown: no rule has an explanation; what is known is said."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import own_lines, thread_label
from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.facts import (
    crash_frames,
    crash_pc,
    describe_frame,
    describe_mapping,
    fault_address,
    mapping_at,
    native_frames,
)
from atfault.diagnose.hang.idle_loops import lines_between_callbacks
from atfault.diagnose.hang.parties import HELPERS, Party, can_act, crosses_processes
from atfault.diagnose.hang.stuck import hang_of
from atfault.diagnose.hang.task_words import in_vain, story, task_lines
from atfault.diagnose.hang.words import distinct, waits_for
from atfault.diagnose.numba.failed import blame_of, failed
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import UncaughtException
from atfault.model.findings import Advice, Blame, Finding
from atfault.model.kinds import OF_PYTHON
from atfault.model.signals import code_name, signal_description, signal_name
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState

MAX_EVIDENCE = 8


@rule("unknown")
def unknown(case: Case) -> Iterator[Finding]:
    """None of the rules explains what happened.

    The report still holds what could be read: the signal, the place of the failure and the stacks
    of all threads. Look at `not_checked` and at the warnings first: often something was missing
    (debug files, a truncated core, a program that is no longer installed) that a rule needs.

    A snapshot of a process that did not crash is reported as unknown too, when nothing proves that
    it hangs: then the finding says what its main thread waits for, and who may yet end that, or
    where it is at work.
    """
    if not isinstance(case.exception, Absent):
        yield _of_exception(case, case.exception)
        return
    state = case.process
    number = state.ending.number
    evidence = list(_evidence(state))
    blame: tuple[Blame, ...] = ()
    advice: list[Advice | str] = ["see what was not checked and why, and the warnings"]
    if number == 0:
        summary = "no fatal signal: the process was alive when the snapshot was taken"
        told = _waiting(case)
        worker = None if told is not None else next(iter(_at_work(state)), None)
        if worker is not None:
            what = f'nothing proves a hang: "{thread_label(worker)}" was at work'
            told = what, [], own_lines(worker, 1)
        if told is not None:
            summary, evidence, blame = told
            advice = []
            if isinstance(state.activity, Absent) and state.kind != "core":
                command = f"atfault attach --watch 10 {state.process.pid}"
                advice = [Advice("watch it: that shows what works and what sleeps", command)]
    else:
        name = signal_name(number)
        frames = native_frames(state.crashed)
        where = f" in {describe_frame(frames[0])}" if frames else ""
        summary = f"{signal_description(name)} ({name}){where}; its cause is not known"
    if isinstance(state.ending.signal, Absent) and number and not state.threads:
        advice = [Advice("keep a core next time and explain it", "ulimit -c unlimited")]
    yield Finding.of(
        cause="unknown",
        summary=summary,
        confidence="possible",
        blame=blame,
        evidence=evidence,
        advice=advice,
    )


def _of_exception(case: Case, exception: UncaughtException) -> Finding:
    """Its own words, and the lines of the program's own that it came through."""
    error, numba = exception.error, failed(case)
    message = "" if isinstance(error.message, Absent) else error.message.strip().partition("\n")[0]
    return Finding.of(
        cause="unknown",
        summary=f"{error.type}: {message}" if message else error.type,
        confidence="possible",
        blame=own_lines_of(error, case) if numba is None else blame_of(numba, case),
    )


def _at_work(state: ProcessState) -> Iterator[ThreadState]:
    """The threads of a process that lives that were not asleep, the main thread first."""
    threads = sorted(state.threads, key=lambda one: one.thread.tid != state.process.pid)
    return (one for one in threads if one.thread.state == "R")


def _waiting(case: Case) -> tuple[str, list[str], tuple[Blame, ...]] | None:
    """Of a process that lives: (what its main thread waits for, who may yet end that, where its
    tasks wait); None where it waits for nothing."""
    state = case.process
    hang = hang_of(case)
    main = next(iter(hang.main_threads()), None)
    if main is None or main.pid != state.process.pid:
        return None
    if not main.waits:
        awake = distinct(lines_between_callbacks(main))
        return (f"nothing proves a hang: {main.label} was at work", [], awake) if awake else None
    chain, threads = hang.threads_from(main)
    last = threads[-1]
    evidence = [f"{link.who.label} {waits_for(link.who, link.wait, link.by)}" for link in chain]
    if last.waits:
        evidence.append(f"{last.label} {waits_for(last, last.waits[0])}")
    if hang.handles_signals(last.pid, last.waits[0] if last.waits else None):
        evidence.append("a signal may end that: the program has handlers of its own")
    wait = last.waits[0] if last.waits else None
    if wait is not None and (wait.resource.kind in OF_PYTHON or wait.resource.loop is not None):
        members = {last.key, *[link.who.key for link in chain]}
        free = [
            party.label
            for party in hang.in_order
            if party.key not in hang.stuck | members
            and (party.pid == last.pid or crosses_processes(last, wait))
            and hang.role(party.pid) not in HELPERS
            and can_act(party)
        ]
        if free:
            evidence.append(f"{listed(free)} may end that: not every wait there is without end")
    tasks = in_vain(last)
    evidence += map(story, tasks)
    lines = distinct([line for task in tasks for line in task_lines(task, last)])
    first = story(tasks[0]) if tasks else f"{last.label} {_brief(last)}"
    further = [text for text in evidence if text != first]
    return f"nothing proves a hang: {first}", further[:MAX_EVIDENCE], lines


def _brief(party: Party) -> str:
    return waits_for(party, party.waits[0]) if party.waits else "is at work"


def _evidence(state: ProcessState) -> Iterator[str]:
    signal = state.ending.signal
    if isinstance(signal, Absent):
        yield f"no details of a signal: {signal.reason}"
    else:
        code = code_name(signal.number, signal.code)
        if code:
            yield f"the kernel gives {code} as the reason"
        ended = state.ending.termination
        sent_on = isinstance(ended, Absent) or not ended.after  # else it was another signal
        if signal.code <= 0 and sent_on and _in_handler(state):
            yield "a signal handler had run before and raised the signal again"
    if state.ending.number and not state.threads and isinstance(state.python, Absent):
        yield f"the process could not be looked at: {state.python.reason}"
    address = fault_address(state)
    if address is not None and state.layout.mappings:
        mapping = mapping_at(state, address)
        where = "is not mapped" if mapping is None else f"lies in {describe_mapping(mapping)}"
        yield f"the address {address:#x} {where}"
    elif crash_pc(state) is not None and not native_frames(state.crashed):
        yield f"the instruction pointer was {crash_pc(state):#x}"


def _in_handler(state: ProcessState) -> bool:
    crashed = state.crashed
    return crashed is not None and len(crash_frames(crashed)) != len(crashed.stack.frames)
