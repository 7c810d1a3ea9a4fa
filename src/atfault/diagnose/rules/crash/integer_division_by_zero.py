"""integer-division-by-zero: the processor refused an integer division."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.facts import (
    FPE_INTDIV,
    SIGFPE,
    describe_failed,
)
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding


@rule("integer-division-by-zero", needs=(Need.SIGNAL,), on=(SIGFPE,))
def integer_division_by_zero(case: Case) -> Iterator[Finding]:
    """Native code divided an integer by zero, or the quotient did not fit.

    Python raises ZeroDivisionError, NumPy warns; C, C++ and Fortran code is stopped by the
    processor. The same trap is taken when the smallest integer is divided by -1, whose result has
    no representation. (Floating-point division never does this.)

    What to do: check the divisor, step, size or modulus that is passed to the native call on the
    line named.
    """
    state = case.process
    if state.ending.code != FPE_INTDIV:
        return
    actor = describe_failed(state)
    divisor = dict(state.fault.tried.registers).get("divisor")
    evidence = []
    if state.fault.tried.instruction:
        evidence.append(f"the instruction that failed is {state.fault.tried.instruction}")
    if divisor == 0:
        evidence.append("the divisor was 0")
    elif divisor is not None:
        evidence.append(
            f"the divisor was {divisor}, so the quotient was too large for its register"
        )
    else:
        evidence.append("the processor reports an integer division error")
    summary = f"{actor} divided an integer by zero"
    if divisor is not None and divisor != 0:
        summary = f"{actor} divided by {divisor}, and the quotient does not fit"
    yield Finding.of(
        summary=summary,
        confidence="certain",
        evidence=evidence,
        advice=(f"check the divisor (a step, size, count or modulus) passed{on_line(state)}",),
    )
