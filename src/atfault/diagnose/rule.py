"""The rule interface: a pure function over `ProcessState`, with metadata attached by `@rule`.

    @rule("null-dereference", needs=(Need.FAULT_ADDRESS,))
    def null_dereference(state: ProcessState) -> Iterator[Finding]:
        \"\"\"What the cause is: this docstring becomes its page in the documentation.\"\"\"

A rule does no input or output and reads no memory: what it needs is decoded before. It yields any
number of findings; `blame` may stay empty, then the engine names the user's own innermost lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar, cast

from atfault.diagnose.facts import crash_pc, fault_address
from atfault.model.absent import Absent
from atfault.model.findings import Finding
from atfault.model.state import ProcessState


class Rule(Protocol):
    """A function with the metadata that `rule` attaches."""

    __doc__: str | None
    rule_id: str
    causes: tuple[str, ...]
    needs: tuple[str, ...]
    partly: tuple[str, ...]
    generic: bool
    aside: bool

    def __call__(self, state: ProcessState) -> Iterable[Finding]: ...


RuleFunction = TypeVar("RuleFunction", bound=Callable[[ProcessState], Iterable[Finding]])


class Need:
    """What a rule cannot do without. The engine says which one was missing, and why."""

    SIGNAL = "signal"
    FAULT_ADDRESS = "fault address"
    PC = "program counter"
    MAPPINGS = "memory map"
    NATIVE_STACK = "native stack"
    BUFFERS = "arrays and buffers of the frames"
    GIL = "holder of the GIL"
    TERMINATION = "how the process ended"
    ACTIVITY = "samples over a time"
    INTERPRETER = "the interpreter's own state: values, locks, tasks, the GIL"


def rule(
    rule_id: str,
    *,
    needs: Sequence[str] = (),
    partly: Sequence[str] = (),
    causes: Sequence[str] = (),
    generic: bool = False,
    aside: bool = False,
) -> Callable[[RuleFunction], Rule]:
    """Attach the metadata of a rule to a function and return it unchanged otherwise.

    partly: needs without which it sees less than it should: it runs all the same, one step less
    sure and so never certain, and is told as not checked where it has nothing to say.
    causes: what it may report; (rule_id,) when left out.
    generic: it says what happened rather than why, so it steps aside for a rule that says more.
    aside: a suspicion that stands beside the other findings, whatever they are: it moves none of
    them away or down in confidence. Of those that are as sure, it comes after the telling ones and
    before the generic ones.
    """

    def attach(function: RuleFunction) -> Rule:
        function.rule_id = rule_id  # type: ignore[attr-defined]
        function.causes = tuple(causes) or (rule_id,)  # type: ignore[attr-defined]
        function.needs = tuple(needs)  # type: ignore[attr-defined]
        function.partly = tuple(partly)  # type: ignore[attr-defined]
        function.generic = generic  # type: ignore[attr-defined]
        function.aside = aside  # type: ignore[attr-defined]
        return cast(Rule, function)

    return attach


def unmet(need: str, state: ProcessState) -> str:
    """Why `state` lacks `need`, as one clause; "" when it has it. Unknown needs are unmet."""
    check = _CHECKS.get(need)
    return f"nothing provides {need!r}" if check is None else check(state)


def _signal(state: ProcessState) -> str:
    return state.signal.reason if isinstance(state.signal, Absent) else ""


def _fault_address(state: ProcessState) -> str:
    if fault_address(state) is not None:
        return ""
    if not isinstance(state.signal, Absent) and state.signal.code <= 0:
        return "the signal was sent by a process, so it carries no address"
    if isinstance(state.access, Absent):
        return f"the address of the failed access is not known ({state.access.reason})"
    return "the address of the failed access is not known"


def _pc(state: ProcessState) -> str:
    return "" if crash_pc(state) is not None else "the registers of the crashed thread are missing"


def _mappings(state: ProcessState) -> str:
    return "" if state.mappings else "the memory map of the process is not known"


def _native_stack(state: ProcessState) -> str:
    crashed = state.crashed
    if crashed is None:
        return "no thread is known to have crashed"
    return crashed.native.reason if isinstance(crashed.native, Absent) else ""


def _buffers(state: ProcessState) -> str:
    if state.buffers:
        return ""
    if isinstance(state.python, Absent):
        return state.python.reason
    return state.python.left_out or "no array or buffer was found in the frames' variables"


def _gil(state: ProcessState) -> str:
    if state.gil.known:
        return ""
    return state.gil.reason or "it is not known who held the GIL"


def _interpreter(state: ProcessState) -> str:
    return "" if isinstance(state.python, Absent) else state.python.left_out


def _termination(state: ProcessState) -> str:
    return state.termination.reason if isinstance(state.termination, Absent) else ""


def _activity(state: ProcessState) -> str:
    return state.activity.reason if isinstance(state.activity, Absent) else ""


_CHECKS = {
    Need.SIGNAL: _signal,
    Need.FAULT_ADDRESS: _fault_address,
    Need.PC: _pc,
    Need.MAPPINGS: _mappings,
    Need.NATIVE_STACK: _native_stack,
    Need.BUFFERS: _buffers,
    Need.GIL: _gil,
    Need.TERMINATION: _termination,
    Need.ACTIVITY: _activity,
    Need.INTERPRETER: _interpreter,
}
