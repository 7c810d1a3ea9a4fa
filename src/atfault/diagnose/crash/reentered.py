"""A native function that was called again before it had returned, for the same object.

    parser.Parse(chunk)      feed.py:19      at work on the parser's buffer
      more(text)             feed.py:12      a handler that it calls
        parser.Parse(text)   feed.py:13      moves that buffer, or fails over what is half done

Few native functions are made for that. It is a fact of the stack, and no proof that it matters.
"""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.facts import crash_frames
from atfault.diagnose.words import place
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.stacks import PyFrame
from atfault.model.state import ProcessState

_PLAIN = frozenset("NoneType bool bytes code function module method str tuple type".split())
"""Types whose objects many calls have in common, or that nothing changes."""


class _Call(NamedTuple):
    """A call of a native function, which has not returned."""

    frame: PyFrame
    function: str
    address: int
    """Of the object that it belongs to, or else of its first argument."""


def with_reentry(finding: Finding, state: ProcessState) -> Finding:
    """The finding, with what it may come of: a native function that was entered twice."""
    calls = list(_calls(state))
    again = [one for one in calls[1:] if one[1:] == calls[0][1:]]
    if not again or not calls[0].address:
        return finding
    inner, outer = calls[0], again[-1]
    callers = f"{place(outer.frame)} had called it, and {place(inner.frame)} called it again"
    if place(outer.frame) == place(inner.frame):
        callers = f"{place(inner.frame)} called it again and again"
    text = f"{inner.function} was re-entered: {callers}, for the same object, before it returned"
    advice = Advice(
        f"do not call {inner.function} from a function that {inner.function} itself calls: keep "
        "what there is to do, and do it when it has returned"
    )
    return finding._replace(
        evidence=(*finding.evidence, Evidence(text)), advice=(advice, *finding.advice)
    )


def _calls(state: ProcessState) -> Iterator[_Call]:
    """Those that the crashed thread is in, the innermost first. A function of Python's that is
    called lies below native frames, too, up to 3.10; then its own frame is the next one."""
    is_in_native, inner = False, ""
    for one in crash_frames(state.crashed):
        if one.python is None:
            is_in_native = True
            continue
        if is_in_native:
            for call in _call(one.python):
                yield call if call.function != inner else call._replace(function="", address=0)
        is_in_native, inner = False, one.python.code.name


def _call(frame: PyFrame) -> Iterator[_Call]:
    of_call = [one for one in frame.operands if one.called]
    ordered = sorted(of_call, key=lambda one: one.is_passed)  # what it belongs to comes first
    for one in ordered[:1]:
        value = one.value
        if not isinstance(value, Absent) and value.number is None and value.type not in _PLAIN:
            yield _Call(frame, one.called, value.address)
            return
    yield _Call(frame, "", 0)
