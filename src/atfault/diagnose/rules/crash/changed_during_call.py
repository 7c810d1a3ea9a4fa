"""use-after-free of what an object had, by native code during whose work Python code changed it."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.crash.changed import (
    changed_blame,
    changed_evidence,
    confidence_of,
    is_worth_telling,
    what_happened,
)
from atfault.diagnose.facts import SIGABRT, SIGBUS, SIGSEGV, describe_frame, native_frames
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding


@rule(
    "changed-during-call",
    causes=("use-after-free",),
    needs=(Need.SIGNAL,),
    on=(SIGABRT, SIGSEGV, SIGBUS),
    partly=(Need.INTERPRETER,),
)
def changed_during_call(case: Case) -> Iterator[Finding]:
    """Python code emptied, resized or closed an object while native code was at work on it.

    Native code calls back into Python in places where one does not expect it: `__eq__` and
    `__hash__` of an item that is compared, `__index__` of one that becomes a number, `__del__` of
    one that is let go of, a `key` function, a `default` hook, `write` of a file. When that code
    changes the very list, dict, array or stream that the native code is going through, the memory
    it was going through is given back, and what it does next goes wrong.

    The lines named are the call, and where the object was changed. The latter is known by what is
    left of the function's frame, or by what the objects of the call lead to; nothing records the
    change itself, so this is never certain.

    What to do: change the object after the call, or give the call a copy (`list(rows)`,
    `bytes(data)`). That the native code does not notice is a defect of its own, worth a report.
    """
    state = case.process
    one = next(iter(state.objects.changed), None)
    if one is None:
        return
    confidence = confidence_of(state, one)
    if confidence == "possible" and not is_worth_telling(one):
        return
    frames = native_frames(state.crashed)
    actor = (f"what failed is {describe_frame(frames[0])}",) if frames else ()
    name = one.expression or "the object"
    yield Finding.of(
        summary=f"{what_happened(one)}, which went on with memory that was gone",
        confidence=confidence,
        blame=changed_blame(state),
        evidence=(*changed_evidence(one), *actor),
        advice=(
            f"do not change {name} in {one.function} while the call runs: do it afterwards, "
            "or give the call a copy",
        ),
    )
