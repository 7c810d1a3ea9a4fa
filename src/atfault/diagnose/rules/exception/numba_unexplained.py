"""What Numba could not compile, where no rule of a construct or an operation tells why."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import blame_of, failed
from atfault.diagnose.numba.words import cut, operand_reason
from atfault.diagnose.rule import TELLING, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding

_TYPED = ("nopython_type_inference", "native_lowering", "native_parfor_lowering")
"""Passes that fail for the types of values, and not for what is written."""


@rule(
    "numba-unexplained",
    family="exception",
    causes=("numba-operand-types", "numba-unsupported-python"),
    plain_title=True,
    yields_to=(TELLING,),
)
def numba_unexplained(case: Case) -> Iterator[Finding]:
    """Numba failed at a line of the program's, and why is known by the pass that failed alone.

    A pass that gives types, or makes code for them, has nothing for these values; one before it
    has nothing for what is written there.
    """
    one = failed(case)
    if one is None or one.failure.location is None or not one.failure.stage:
        return
    said = "" if isinstance(one.error.message, Absent) else one.error.message.strip()
    what = cut(one.failure.expression) or one.failure.function.name
    is_typed = one.failure.stage in _TYPED
    yield Finding.of(
        cause="numba-operand-types" if is_typed else "numba-unsupported-python",
        summary=f"{what}: {said.splitlines()[0]}" if said else f"Numba refuses {what}",
        confidence="likely",
        blame=blame_of(one, case),
        evidence=(
            *(operand_reason(operand, one.failure.function) for operand in one.failure.operands),
            f"Numba itself raised {one.error.type}, and compiled nothing",
        ),
        advice=("write it with what Numba has for these values, or do it outside",),
    )
