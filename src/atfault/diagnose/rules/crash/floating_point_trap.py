"""configuration: a floating-point operation trapped, since somebody had switched that on."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import on_line
from atfault.diagnose.crash.way import actor
from atfault.diagnose.facts import SIGFPE
from atfault.diagnose.rule import Need, rule
from atfault.model.case import Case
from atfault.model.findings import Confidence, Finding
from atfault.model.signals import code_name

OPERATIONS = {
    "FPE_FLTDIV": "divided a floating-point number by zero",
    "FPE_FLTOVF": "computed a floating-point number that is too large (an overflow)",
    "FPE_FLTUND": "computed a floating-point number that is too small (an underflow)",
    "FPE_FLTRES": "computed a floating-point number that had to be rounded",
    "FPE_FLTINV": "did a floating-point operation without a result (0/0, the root of -1, a NaN)",
    "FPE_FLTSUB": "took a floating-point index that is out of range",
    "FPE_FLTUNK": "did a floating-point operation that is an exception",
}


@rule("floating-point-trap", causes=("configuration",), needs=(Need.SIGNAL,), on=(SIGFPE,))
def floating_point_trap(case: Case) -> Iterator[Finding]:
    """Or floating-point traps were switched on: then 0/0 or an overflow ends the program.

    By default such an operation yields inf or nan, and NumPy warns. A library (of Fortran or C,
    built with `-ffpe-trap` or calling `feenableexcept`) that switches traps on and leaves them on
    changes that for the whole thread, so that code of others, which relies on inf and nan, is ended
    by SIGFPE. No integer was divided.

    What to do: have that library put the traps back (`fedisableexcept`, `feholdexcept` and
    `fesetenv` round its work), or do its work in a process of its own.
    """
    state = case.process
    code = code_name(SIGFPE, state.ending.code or 0)
    if code not in OPERATIONS:
        return
    instruction = state.fault.tried.instruction
    yield Finding.of(
        cause="configuration",
        summary=f"{actor(state)} {OPERATIONS[code]}, and floating-point traps were switched on",
        confidence=_confidence(instruction),
        evidence=(
            f"the kernel gives {code} as the reason: it comes only where traps are switched on, "
            "and neither Python nor NumPy does that",
            instruction and f"the instruction that failed is {instruction}",
        ),
        advice=(
            "find out which library switched them on (feenableexcept, a Fortran part built with "
            "-ffpe-trap), and call fedisableexcept(FE_ALL_EXCEPT) after it",
            f"or see to it that no such number comes up{on_line(state)}",
        ),
    )


def _confidence(instruction: str) -> Confidence:
    """x87 reports what failed at its next instruction, which may be of another line."""
    return "likely" if not instruction or instruction.startswith(("f", "wait")) else "certain"
