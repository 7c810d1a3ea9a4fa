"""numba-signature-mismatch: a call fits none of the signatures that a function was compiled for."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.calls import Argument, arguments_of
from atfault.diagnose.numba.failed import Failed, call_first, failed, finding, replacing
from atfault.diagnose.numba.words import type_words
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Finding
from atfault.model.numba import NumbaFailure, NumbaType

MAX_SIGNATURES = 3


@rule(
    "numba-signature-mismatch",
    family="exception",
    plain_title=True,
    yields_to=("numba-argument-count",),
)
def numba_signature_mismatch(case: Case) -> Iterator[Finding]:
    """A call fits none of the signatures that a function was compiled for in advance.

    A function with signatures in its decorator (`@njit("float64(float64[::1])")`) is compiled for
    these alone. The error lists the types of the arguments and no more; the finding compares them
    with the signature that comes nearest and says which argument differs, and in what: the type
    of its elements, its number of dimensions, its layout, or that it is read-only.

    Neither may a function return something else than its signature says.

    What to do: convert the argument (`x.astype("float64")`, `np.ascontiguousarray(x)`), widen the
    signature (`float64[:]` takes any layout, `float64[::1]` contiguous arrays alone), or leave the
    signature out: then each call is compiled as it comes.
    """
    one = failed(case)
    if one is not None and one.failure.what == "declared" and len(one.failure.types) == 2:
        yield _of_result(one, case)
        return
    if one is not None and one.failure.what == "signature" and not one.failure.signatures:
        yield _of_call(one, case)
        return
    if one is None or not one.failure.signatures or one.failure.what not in ("signature", "call"):
        return
    failure = one.failure
    if failure.what == "signature" and sum(all(fits) for fits in failure.convertible) > 1:
        yield _ambiguous(one, case)
        return
    index, wanted = nearest_signature(failure)
    differing = list(_differing(failure, index, wanted))
    arguments = arguments_of(one, case)
    texts = [argument.text for argument in arguments]
    blame = call_first(one, case) if failure.what == "signature" else None
    yield finding(
        one,
        case,
        _summary(failure, differing, texts),
        _evidence(failure, wanted, texts),
        _advice(differing, arguments),
        blame=blame,
    )


def _ambiguous(one: Failed, case: Case) -> Finding:
    """Of a call that can be converted to several signatures, none of which comes nearer."""
    failure = one.failure
    pairs = zip(failure.signatures, failure.convertible)
    fitting = [types for types, fits in pairs if all(fits)][:MAX_SIGNATURES]
    given = ", ".join(kind.name for kind in failure.given)
    return finding(
        one,
        case,
        f"{failure.function.name}({given}) fits several of its signatures equally well",
        ("it may be " + listed([f"({', '.join(kind.name for kind in one)})" for one in fitting]),),
        (f"add a signature of ({given}), or convert the arguments to one that is there",),
        blame=call_first(one, case),
    )


def _of_result(one: Failed, case: Case) -> Finding:
    """Of a function that returns something else than its signature says."""
    name = one.failure.function.name
    declared, returned = (type_words(origin.type) for origin in one.failure.types)
    advice = "correct the signature in the decorator, or leave out the type that it returns"
    if declared == "None":
        advice = (
            "return nothing: what @guvectorize and @cuda.jit compile writes to an argument "
            "(out[:] = …); elsewhere correct the signature in the decorator"
        )
    said = "its signature says" if name != "__init__" else "may return no more than"
    return finding(
        one,
        case,
        f"{name} returns {returned}, and {said} {declared}",
        (),
        (advice,),
    )


def _of_call(one: Failed, case: Case) -> Finding:
    """Of a call of which no more is known than what Numba says: the types that were given."""
    given = listed([type_words(kind) for kind in one.failure.given])
    return finding(
        one,
        case,
        f"what is called was compiled for other types in advance, and not for {given}",
        (),
        (
            "convert the arguments to what the signature in the decorator says",
            "or leave the signature out: each call is then compiled as it comes",
        ),
    )


def nearest_signature(failure: NumbaFailure) -> tuple[int, tuple[NumbaType, ...]]:
    """(its place, its types): the one that fewest arguments differ from."""

    def misfit(at: int) -> tuple[int, int]:
        wanted = failure.signatures[at]
        differing = list(_differing(failure, at, wanted))
        properties = sum(len(properties_of(given, want)) for _, given, want in differing)
        return abs(len(wanted) - len(failure.given)) * 100 + len(differing), properties

    best = min(range(len(failure.signatures)), key=misfit)
    return best, failure.signatures[best]


def _differing(
    failure: NumbaFailure, index: int, wanted: tuple[NumbaType, ...]
) -> Iterator[tuple[int, NumbaType, NumbaType]]:
    fits = failure.convertible[index] if index < len(failure.convertible) else ()
    for at, (given, want) in enumerate(zip(failure.given, wanted)):
        if at >= len(fits) or not fits[at]:
            yield at, given, want


def properties_of(given: NumbaType, wanted: NumbaType) -> list[str]:
    """In what two types differ, as clauses."""
    if given.ndim is None or wanted.ndim is None:
        return [f"is {type_words(given)}, not {type_words(wanted)}"]
    found = []
    if given.ndim != wanted.ndim:
        found.append(
            f"has {given.ndim} dimension{'' if given.ndim == 1 else 's'}, not {wanted.ndim}"
        )
    if given.parts[:1] != wanted.parts[:1]:
        have, want = (type_words(one.parts[0]) if one.parts else "?" for one in (given, wanted))
        found.append(f"holds {have}, not {want}")
    if wanted.layout in ("C", "F") and given.layout != wanted.layout:
        order = "row by row (C)" if wanted.layout == "C" else "column by column (Fortran)"
        found.append(f"does not lie {order} in one piece")
    if given.readonly and not wanted.readonly:
        found.append("is read-only")
    if not given.aligned and wanted.aligned:
        found.append("is not aligned")
    return found


def _name(failure: NumbaFailure, at: int) -> str:
    return failure.arguments[at].name if at < len(failure.arguments) else ""


def _summary(
    failure: NumbaFailure, differing: list[tuple[int, NumbaType, NumbaType]], texts: list[str]
) -> str:
    function = failure.dispatcher.function if failure.dispatcher else failure.function
    if not differing:
        return f"{function.name} was not compiled for these arguments"
    at, given, wanted = differing[0]
    name = texts[at] if at < len(texts) and texts[at] else f"argument {at + 1}"
    properties = properties_of(given, wanted) or [f"is {type_words(given)}"]
    return f"{name} {' and '.join(properties)}, as the signature of {function.name} wants"


def _evidence(
    failure: NumbaFailure, wanted: tuple[NumbaType, ...], texts: list[str]
) -> Iterator[str]:
    for at, (given, want) in enumerate(zip(failure.given, wanted)):
        if given.name != want.name:
            name = texts[at] if at < len(texts) and texts[at] else f"argument {at + 1}"
            yield f"{name} is {given.name}; the signature says {want.name}"
    count = len(failure.signatures)
    if count > 1:
        shown = "; ".join(
            f"({', '.join(one.name for one in signature)})"
            for signature in failure.signatures[:MAX_SIGNATURES]
        )
        yield f"it was compiled for {count} signatures: {shown}"


def _advice(
    differing: list[tuple[int, NumbaType, NumbaType]], arguments: list[Argument]
) -> Iterator[Advice | str]:
    for at, given, wanted in differing[:1]:
        how = conversion(given, wanted)
        if how and at < len(arguments):
            converted = f"{arguments[at].text}.{how}"
            edits = replacing(arguments[at].location, converted)
            yield Advice(f"convert it for the call: {converted}", edits=edits)
    yield "or leave the signature out: each call is then compiled for the types that it has"


def conversion(given: NumbaType, wanted: NumbaType) -> str:
    """The method that makes an array of the type that is wanted; "" where none does."""
    if given.ndim is None or given.ndim != wanted.ndim or not wanted.parts:
        return ""
    if given.parts[:1] == wanted.parts[:1]:
        return 'copy("F")' if wanted.layout == "F" else "copy()"
    return f'astype("{wanted.parts[0].name}")'
