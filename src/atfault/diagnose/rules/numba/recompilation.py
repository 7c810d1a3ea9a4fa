"""numba-recompilation: a function is compiled over and over."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import at
from atfault.diagnose.numba.words import type_words
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding
from atfault.model.numba import NumbaType
from atfault.model.numba_run import CompiledFunction, NumbaRun

MANY = 5
"""Times that one function is compiled before it is told."""
MAX_KINDS = 5


@rule(
    "numba-recompilation",
    family="exception",
    plain_title=True,
    yields_to=("checked-bounds", "numba-result-differs", "numba-stale-cache"),
)
def numba_recompilation(case: Case) -> Iterator[Finding]:
    """A function is compiled many times: for ever new types, or as its decorator runs again.

    Each combination of argument types is compiled by itself, and a layout, a dimension, a literal
    or a tuple's length more makes a new one. A decorator inside of a function or a loop makes a new
    function each time, which shares nothing with the one before. The finding says how often, how
    long that took, and which argument varies in what. The line that makes it so comes first: that
    decorates the function, or one that is passed to it, or that calls it with what is new; then the
    loop in which that happens.

    What to do: pass arguments of the same types (`np.ascontiguousarray(x)`, `float(x)`, an array in
    place of a tuple); name the signatures in the decorator; put the decorated function at the top
    of its module.
    """
    if isinstance(case.numba, Absent):
        return
    worst = _worst(case.numba)
    if worst is None:
        return
    yield Finding.of(
        summary=_summary(worst),
        confidence="certain",
        title="Compiled by Numba again and again",
        blame=_blame(worst),
        evidence=_evidence(worst, case.numba),
        advice=_advice(worst),
    )


def _blame(one: CompiledFunction) -> tuple[Blame, ...]:
    decorated = Blame(one.function.file, one.function.first_line, one.function.name, "")
    return (*(at(place, function, "") for place, function in one.made), decorated)


def times(one: CompiledFunction) -> int:
    """How often it was compiled, but for what its decorator asks for."""
    return max(0 if one.declared else one.overload_count, one.same_code)


def _worst(run: NumbaRun) -> CompiledFunction | None:
    many = [one for one in run.functions if times(one) >= MANY]
    return max(many, key=lambda one: (times(one), one.seconds), default=None)


def _summary(one: CompiledFunction) -> str:
    if one.same_code > one.overload_count:
        return f"{one.function.name} was decorated {one.same_code} times, and compiled each time"
    return (
        f"{one.function.name} was compiled for {one.overload_count} combinations of types, in "
        f"{one.seconds:.1f} s"
    )


def _evidence(one: CompiledFunction, run: NumbaRun) -> Iterator[str]:
    if one.same_code > one.overload_count:
        same = [other for other in run.functions if other.function == one.function]
        yield f"compiling all of them took {sum(other.seconds for other in same):.1f} s"
        return
    for place in range(max((len(each.types) for each in one.overloads), default=0)):
        kinds = [each.types[place] for each in one.overloads if place < len(each.types)]
        told = varying(kinds)
        named = place < len(one.arguments)
        name = one.arguments[place] if named else f"argument {place + 1}"
        if told:
            yield f"{name} varies: {told}"


def varying(kinds: list[NumbaType]) -> str:
    """In what types differ: "layout A and C", "1 and 2 dimensions"; "" where they do not."""
    if len({one.name for one in kinds}) < 2:
        return ""
    if all(one.ndim is not None for one in kinds):
        parts = [
            _several(
                "elements of", [type_words(one.parts[0]) if one.parts else "?" for one in kinds]
            ),
            _several("dimensions", [str(one.ndim) for one in kinds]),
            _several("layout", [one.layout for one in kinds]),
            _several("", ["read-only" if one.readonly else "writable" for one in kinds]),
        ]
        return "; ".join(filter(None, parts))
    if all(one.length is not None for one in kinds):
        return _several("tuples of length", [str(one.length) for one in kinds]) or _words(kinds)
    if all(one.kind == "Dispatcher" for one in kinds):
        names = list(dict.fromkeys(type_words(one) for one in kinds))
        return f"each compiled function is a type of its own: {listed(names, MAX_KINDS)}"
    return _words(kinds)


def _words(kinds: list[NumbaType]) -> str:
    return _several("", [type_words(one) for one in kinds]) or _several("", [o.name for o in kinds])


def _several(label: str, values: list[str]) -> str:
    distinct = list(dict.fromkeys(values))
    return f"{label} {listed(distinct, MAX_KINDS)}".strip() if len(distinct) > 1 else ""


def _advice(one: CompiledFunction) -> Iterator[str]:
    if one.same_code > one.overload_count:
        yield "decorate it once, at the top of its module"
    else:
        yield "pass arguments of the same types, or name the signatures in the decorator"
