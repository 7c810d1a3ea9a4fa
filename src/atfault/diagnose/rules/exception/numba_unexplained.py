"""What Numba could not compile, where no rule of a construct or an operation tells why."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.numba.calls import call_of
from atfault.diagnose.numba.failed import blame_of, failed
from atfault.diagnose.numba.words import cut, operand_reason
from atfault.diagnose.rule import TELLING, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding

_NATIVE = re.compile(r"cannot convert native (.{1,400}) to Python object", re.DOTALL)
_TYPED = ("nopython_type_inference", "native_lowering", "native_parfor_lowering")
"""Passes that fail for the types of values, and not for what is written."""


@rule(
    "numba-unexplained",
    family="exception",
    causes=("numba-operand-types", "numba-unsupported-python", "numba-object-mode"),
    plain_title=True,
    yields_to=(TELLING,),
)
def numba_unexplained(case: Case) -> Iterator[Finding]:
    """Numba failed at a line of the program's, and why is known by the pass that failed alone.

    Type inference finds no type for some values that := gives a name to. A pass that gives types,
    or makes code for them, has nothing for these values; one before it has nothing for what is
    written there.
    """
    one = failed(case)
    if one is None:
        yield from _result(case)
        return
    if one.failure.location is None or not one.failure.stage:
        return
    message = "" if isinstance(one.error.message, Absent) else one.error.message
    lines = (line for line in message.splitlines() if line and not line.startswith("Failed in "))
    said, what = next(lines, ""), cut(one.failure.expression) or one.failure.function.name
    is_named = ":=" in one.failure.expression
    is_typed = one.failure.stage in _TYPED and not is_named
    what = f"{what} (:=, the walrus operator)" if is_named else what
    yield Finding.of(
        cause="numba-operand-types" if is_typed else "numba-unsupported-python",
        summary=f"{what}: {said}" if said else f"Numba refuses {what}",
        confidence="likely",
        blame=blame_of(one, case),
        evidence=(
            *(operand_reason(operand, one.failure.function) for operand in one.failure.operands),
            f"Numba itself raised {one.error.type}, and compiled nothing",
        ),
        advice=("write it with what Numba has for these values, or do it outside",),
    )


def _result(case: Case) -> Iterator[Finding]:
    """Of a result that is no object of Python's: the call raises it, and no frame of Numba's."""
    call = call_of(case)
    for error in case.raised if call is not None else ():
        said = "" if isinstance(error.message, Absent) else error.message
        match = _NATIVE.fullmatch(said)
        if match is not None and call is not None:
            yield Finding.of(
                cause="numba-object-mode",
                summary=f"{call.dispatcher.function.name} returns {cut(match[1])}, which compiled "
                "code cannot hand to Python",
                confidence="likely",
                blame=call.blame,
                advice=("return numbers, arrays, tuples, or what Numba has a type and a box for",),
            )
