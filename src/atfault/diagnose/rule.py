"""The rule interface: a pure function over a `Case`, with metadata attached by `@rule`.

    @rule("null-dereference", on=(SIGSEGV,), needs=(Need.FAULT_ADDRESS,), yields_to=(TELLING,))
    def null_dereference(case: Case) -> Iterator[Finding]:
        \"\"\"What the cause is: this docstring becomes its page in the documentation.\"\"\"

A rule does no input or output: it asks the case for its parts, which are decoded then. What it
cannot do without stands in `on` and `needs`, and nowhere else; the engine says which was missing.
It yields any number of findings; `blame` may stay empty, then the engine names the user's own
innermost lines. What a rule gives as `confidence` is what it claims; evidence that is inferred and
doubts, which it gives too, take that down in one place (`confidence_of`), and nothing takes it up.
What it found and does not believe, it yields as `SetAside("", because)`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import wraps
from typing import Protocol, TypeVar, cast

from atfault.diagnose.facts import crash_pc, ended_by_another, fault_address
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Family, Finding, SetAside
from atfault.model.state import NO_PYTHON, ProcessState

TELLING = "*"
"""In `yields_to`: every rule that does not yield to all such rules itself."""
SIGQUIT = 3
ALIVE = (0, SIGQUIT)
"""Not a crash: no signal ended it, or the one that asks for a core."""


class Rule(Protocol):
    """A function with the metadata that `rule` attaches."""

    __doc__: str | None
    __name__: str
    rule_id: str
    causes: tuple[str, ...]
    family: Family
    on: Collection[int]
    needs: tuple[str, ...]
    partly: tuple[str, ...]
    yields_to: tuple[str, ...]
    aside: bool
    plain_title: bool
    behind: Family
    leads: bool

    def __call__(self, case: Case) -> Iterable[Finding | SetAside]: ...


RuleFunction = TypeVar("RuleFunction", bound=Callable[[Case], Iterable[Finding | SetAside]])


class Need:
    """What a rule cannot do without. The engine says which one was missing, and why."""

    SIGNAL = "signal"
    FAULT_ADDRESS = "fault address"
    PC = "program counter"
    MAPPINGS = "memory map"
    NATIVE_STACK = "native stack"
    BUFFERS = "arrays and buffers of the frames"
    TERMINATION = "how the process ended"
    ACTIVITY = "samples over a time"
    INTERPRETER = "the interpreter's own state: values, locks, tasks, the GIL"


def rule(
    rule_id: str,
    *,
    family: Family = "crash",
    on: Collection[int] = (),
    needs: Sequence[str] = (),
    partly: Sequence[str] = (),
    causes: Sequence[str] = (),
    yields_to: Sequence[str] = (),
    aside: bool = False,
    plain_title: bool = False,
    behind: Family = "",
    leads: bool = False,
) -> Callable[[RuleFunction], Rule]:
    """Attach the metadata of a rule to a function, whose findings get its first cause where they
    name none.

    family: what kind of failure its findings are about.
    on: numbers of the signals that may have ended the process, 0 for none; any when left out.
    partly: needs without which it sees less than it should: it runs all the same, one step less
    sure and so never certain, and is told as not checked where it has nothing to say.
    causes: what it may report; (rule_id,) when left out.
    yields_to: ids of rules whose findings come before its own where both are as sure. One that
    yields to TELLING says what happened rather than why: it is left out where one of those has
    found something as sure, and becomes a mere possibility beside a possible one, unless it is
    certain.
    aside: a suspicion that stands beside the other findings, whatever they are: it moves none of
    them away or down in confidence.
    plain_title: the titles of its findings stand without a "probably", however sure they are: they
    say what was seen.
    behind: what kind of finding comes first though it is less sure, where it is likely and says
    what is wrong: how a process ended tells less than why somebody ended it.
    """

    def attach(function: RuleFunction) -> Rule:
        @wraps(function)
        def findings(case: Case) -> Iterator[Finding | SetAside]:
            for found in function(case):
                if isinstance(found, Finding) and not found.cause:
                    found = found._replace(cause=made.causes[0])
                yield found

        made = cast(Rule, findings)
        made.rule_id = rule_id
        made.causes = tuple(causes) or (rule_id,)
        made.family = family
        made.on = frozenset(on)
        made.needs = tuple(needs)
        made.partly = tuple(partly)
        made.yields_to = tuple(yields_to)
        made.aside = aside
        made.plain_title = plain_title
        made.behind = behind
        made.leads = leads
        return made

    return attach


def applies(one: Rule, case: Case) -> bool:
    """Whether the rule is about an end like this one. Those of the family "exception" are asked
    about uncaught exceptions and runs under `atfault numba`, those of the family "text" about text
    that was given, and of all others those about a job alone, of which both may tell."""
    raised = not isinstance(case.exception, Absent) or not isinstance(case.numba, Absent)
    about = (
        *(("exception",) if raised else ()),
        *(() if isinstance(case.given, Absent) else ("text",)),
    )
    if about and not (one.family in about or one.leads):
        return False
    if not about and one.family in ("exception", "text"):
        return False
    # What another process has ended is as it was while it lived.
    number = 0 if ended_by_another(case.process) else case.process.ending.number
    return not one.on or number in one.on


def unmet(need: str, case: Case) -> str:
    """Why the case lacks `need`, as one clause; "" when it has it. Unknown needs are unmet."""
    check = _CHECKS.get(need)
    return f"nothing provides {need!r}" if check is None else check(case.process)


def _missing(value: object) -> str:
    return value.reason if isinstance(value, Absent) else ""


def _fault_address(state: ProcessState) -> str:
    if fault_address(state) is not None:
        return ""
    signal, access = state.ending.signal, state.fault.access
    if not isinstance(signal, Absent) and signal.code <= 0:
        return "the signal was sent by a process, so it carries no address"
    if isinstance(access, Absent):
        return f"the address of the failed access is not known ({access.reason})"
    return "the address of the failed access is not known"


def _pc(state: ProcessState) -> str:
    return "" if crash_pc(state) is not None else "the registers of the crashed thread are missing"


def _mappings(state: ProcessState) -> str:
    return "" if state.layout.mappings else "the memory map of the process is not known"


def _native_stack(state: ProcessState) -> str:
    crashed = state.crashed
    if crashed is None:
        return "no thread is known to have crashed"
    return _missing(crashed.native)


def _buffers(state: ProcessState) -> str:
    if state.buffers:
        return ""
    if isinstance(state.python, Absent):
        return state.python.reason
    return state.python.left_out or "no array or buffer was found in the frames' variables"


def unread_interpreter(state: ProcessState) -> str:
    """Why nothing is known of the interpreter, of a process that was looked into and may have one;
    else ""."""
    python = state.python
    if not state.layout.mappings:  # all that is known is how it ended
        return ""
    return python.reason if isinstance(python, Absent) and python.reason != NO_PYTHON else ""


def _interpreter(state: ProcessState) -> str:
    return "" if isinstance(state.python, Absent) else state.python.left_out


_CHECKS: dict[str, Callable[[ProcessState], str]] = {
    Need.SIGNAL: lambda state: _missing(state.ending.signal),
    Need.FAULT_ADDRESS: _fault_address,
    Need.PC: _pc,
    Need.MAPPINGS: _mappings,
    Need.NATIVE_STACK: _native_stack,
    Need.BUFFERS: _buffers,
    Need.TERMINATION: lambda state: _missing(state.ending.termination),
    Need.ACTIVITY: lambda state: _missing(state.activity),
    Need.INTERPRETER: _interpreter,
}
