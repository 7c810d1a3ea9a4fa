"""numba-result-differs: the text of a value that compiled code has none for."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.numba.words import type_words
from atfault.diagnose.rule import rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding

MAX_TOLD = 8


@rule(
    "wordless-value",
    family="exception",
    causes=("numba-result-differs",),
    plain_title=True,
    yields_to=("checked-bounds",),
)
def wordless_value(case: Case) -> Iterator[Finding]:
    """Compiled code has no text for a value, and takes the name of its type.

    Numba has the text of whole numbers, bools and texts. `str()`, `repr()` and an f-string give
    "<object type:float64>" for a float, and the like for tuples and arrays, and say nothing. Under
    `atfault numba` the types of what was compiled tell; whether the line was reached is not known,
    so it is `likely` at most. Text that only an exception is raised with is not told of.

    What to do: make the text outside of the compiled function, or in a `with objmode(…)`; keep the
    number itself as a key.
    """
    if isinstance(case.numba, Absent):
        return
    found = [(one, value) for one in case.numba.functions for value in one.wordless]
    if not found:
        return
    function, first = found[0]
    numbas = first.type.name if first.type is not None else "…"
    yield Finding.of(
        summary=f"{first.function}({first.variable or '…'}) in {function.function.name} is "
        f'"<object type:{numbas}>" for each value: compiled code has no text of '
        f"{type_words(first.type)}",
        confidence="likely",
        title="Compiled code has no text of a value",
        blame=tuple(at(value.location, one.function.name, "") for one, value in found[:MAX_TOLD]),
        evidence=("it has the texts of whole numbers, bools and texts, and of little else",),
        advice=(
            "make the text outside of the compiled function, or in a block of object mode: "
            'with objmode(text="unicode_type")',
            "as a key of a dict take the number itself",
        ),
    )
