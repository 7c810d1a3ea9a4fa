"""numba-cannot-unify: a variable, or a result, would need several types."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import Failed, at, blame_of, failed, finding
from atfault.diagnose.numba.words import cut, origin_words, type_words, unliteral
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Blame, Finding
from atfault.model.numba import NumbaFailure, NumbaOrigin, NumbaType

MAX_TYPES = 4
_NUMBERS = ("Integer", "Float", "Complex", "Boolean")


@rule("numba-cannot-unify", family="exception", plain_title=True)
def numba_cannot_unify(case: Case) -> Iterator[Finding]:
    """A variable, or what a function returns or yields, has values of types that cannot be one.

    A compiled variable has one type for all of the function. Numbers are widened (int64 and float64
    make a float64) and None makes an optional value, but text and numbers, arrays of different
    dimensions, or tuples of different lengths, have no type in common. The finding shows each line
    that gives the variable, or the result, a type, and the first that contradicts is underlined;
    Numba names a line where the ways through the function meet, or none.

    What to do: use a second variable, or begin with a value of the type that it has in the end
    (`total = np.zeros(3)` rather than `total = 0`); return the same type everywhere (an array of no
    elements rather than -1).
    """
    one = failed(case)
    if one is None or one.failure.what not in ("unify", "return", "yield"):
        return
    failure = one.failure
    places = contradicting(failure)
    yield finding(
        one,
        case,
        _summary(failure, places),
        _evidence(failure),
        _advice(failure, places),
        blame=_blame(one, places, case),
    )


def contradicting(failure: NumbaFailure) -> list[NumbaOrigin]:
    """The lines that disagree, the one that began it before the first that contradicts it; behind
    that where it began with an argument, of which the function itself does not decide."""
    ordered = sorted(failure.types, key=lambda one: one.location.line or 0)
    if not ordered:
        return []
    for count, other in enumerate(ordered):
        for first in ordered[:count]:
            if not _alike(first.type, other.type):
                return [other, first] if first.kind == "argument" else [first, other]
    return ordered[:1]


def _alike(left: NumbaType | None, right: NumbaType | None) -> bool:
    """Whether Numba finds one type for both; None where it is not known is alike to all."""
    left, right = unliteral(left), unliteral(right)
    if left is None or right is None or "NoneType" in (left.kind, right.kind):
        return True
    if left.kind in _NUMBERS and right.kind in _NUMBERS:
        return True
    return type_words(left) == type_words(right)


def _what(failure: NumbaFailure) -> str:
    if failure.what == "unify":
        return failure.variable or "a value"
    what = "result" if failure.what == "return" else "yielded value"
    return f"the {what} of {failure.function.name}"


def _kinds(failure: NumbaFailure, places: list[NumbaOrigin]) -> list[str]:
    ordered = sorted(places, key=lambda one: one.location.line or 0)
    types = [one.type for one in (*ordered, *failure.types) if one.type is not None]
    return list(dict.fromkeys(type_words(unliteral(one)) for one in types))


def _summary(failure: NumbaFailure, places: list[NumbaOrigin]) -> str:
    kinds = _kinds(failure, places)[:MAX_TYPES]
    if len(kinds) < 2:
        return f"{_what(failure)} would need several types"
    return f"{_what(failure)} would have to be {listed(kinds[:-1])}, and {kinds[-1]}"


def _evidence(failure: NumbaFailure) -> Iterator[str]:
    for one in sorted(failure.types, key=lambda one: one.location.line or 0):
        words = type_words(unliteral(one.type))
        where = origin_words(one, failure.function)
        code = cut(one.expression)
        if one.kind == "argument":
            yield f"{words}: {where}"
        elif one.kind == "implicit":
            yield where
        elif one.location.line is not None:
            yield f"line {one.location.line}" + (f", {code}" if code else "") + f": {words}"


def _advice(failure: NumbaFailure, places: list[NumbaOrigin]) -> Iterator[str]:
    if failure.what == "unify":
        name = failure.variable or "it"
        yield (
            f"give the second value a variable of its own, or begin with a value of the type that "
            f"{name} shall have in the end"
        )
    else:
        yield (
            f"{failure.what} the same type everywhere, such as an empty array, nan or -1 of that "
            "type for nothing"
        )


def _blame(one: Failed, places: list[NumbaOrigin], case: Case) -> tuple[Blame, ...]:
    known = [place for place in places if place.location.line is not None]
    lines = [at(place.location, one.failure.function.name, case.raised_in) for place in known]
    if not lines:
        return blame_of(one, case)
    return (*lines, *blame_of(one, case)[1:])
