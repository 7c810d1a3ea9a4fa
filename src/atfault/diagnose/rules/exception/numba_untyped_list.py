"""numba-untyped-list: nothing tells of which type the elements of an empty container are."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import failed, finding, replacing
from atfault.diagnose.numba.words import cut, is_unknown, shown
from atfault.diagnose.rule import rule
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.numba import NumbaFailure, NumbaType

CONTAINERS = {
    "List": "list",
    "ListType": "typed list",
    "Set": "set",
    "DictType": "dict",
    "LiteralList": "list",
    "Array": "array",
}
EMPTY = ("[]", "list()", "{}", "dict()", "set()")
"""What may be replaced as it stands."""


@rule("numba-untyped-list", family="exception", plain_title=True)
def numba_untyped_list(case: Case) -> Iterator[Finding]:
    """An empty list, set or dict is made, and nothing tells of which type its elements are.

    Numba learns the type of the elements from what is put in. Where the function puts nothing in,
    where that happens only in a function that is not compiled, or in code that is left out, there
    is no type to compile for. The finding names the line that makes the container.

    What to do: say the type where it is made: `[int(x) for x in range(0)]` is an empty list of
    integers, `numba.typed.List.empty_list(numba.float64)` and `numba.typed.Dict.empty(key, value)`
    say it outright. Where it is never used, leave it out.
    """
    one = failed(case)
    if one is None or one.failure.what != "imprecise" or container_of(one.failure) is None:
        return
    failure = one.failure
    name, kind = failure.variable, container_of(failure)
    subject = f"{name} is" if name else "this is"
    inside = shown(failure.operands[0])
    if failure.expression and inside and inside not in (name, cut(failure.expression)):
        subject = f"{inside} in {cut(failure.expression)} is"
    if failure.operands[0].type is not None and not _is_empty(failure.operands[0].type):
        subject = (name or "this") + " holds"
    summary = f"{subject} an empty {kind}, and nothing tells of which type its elements are"
    yield finding(one, case, summary, _evidence(failure), _advice(failure))


def container_of(failure: NumbaFailure) -> str | None:
    """ "list", "set", "dict": what is empty; None where something else is not known."""
    found = failure.operands[0].type if failure.operands else None
    return None if found is None else _empty(found)


def _is_empty(one: NumbaType) -> bool:
    return one.kind in CONTAINERS and (not one.parts or is_unknown(one.parts[0]))


def _empty(one: NumbaType) -> str | None:
    if _is_empty(one):
        return CONTAINERS[one.kind]
    return next(filter(None, map(_empty, one.parts)), None)


def _evidence(failure: NumbaFailure) -> Iterator[str]:
    code = cut(failure.expression)
    line = failure.location.line if failure.location else None
    yield f"it is made on line {line}" + (f", {code}" if code else "")
    yield (
        f"{failure.function.name} puts nothing into it from which Numba could learn the type of "
        "its elements"
    )


def _advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    kind = container_of(failure)
    place = failure.location if failure.expression.strip() in EMPTY else None
    if kind == "list" and place is None:
        yield (
            "say the type where it is made: np.empty(0, dtype=np.float64) for an array, "
            "[int(x) for x in range(0)] for a list of integers"
        )
    elif kind == "list":
        text = "[int(x) for x in range(0)]"
        yield Advice(
            f"say the type where it is made: {text} is an empty list of integers (float(x), str(x) "
            "and so on for others)",
            edits=replacing(place, text),
        )
    elif kind == "set":
        text = "set([int(x) for x in range(0)])"
        yield Advice(f"say the type where it is made: {text}", edits=replacing(place, text))
    elif kind == "dict":
        text = "{int(k): float(k) for k in range(0)}"
        yield Advice(
            f"say the types where it is made: {text}, or numba.typed.Dict.empty(key, value)",
            edits=replacing(place, text),
        )
    elif kind == "array":
        yield "say the type where it is made: np.empty(0, dtype=np.float64)"
    else:
        yield "say the type where it is made: numba.typed.List.empty_list(numba.float64)"
