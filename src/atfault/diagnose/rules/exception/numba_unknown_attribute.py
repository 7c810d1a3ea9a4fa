"""numba-unknown-attribute: an attribute, method or function that Numba does not know."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import failed, finding
from atfault.diagnose.numba.words import cut, is_misspelt, nearest, operand_reason, type_words
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Edit, Finding
from atfault.model.numba import NumbaFailure, NumbaType

MAX_TOLD = 8
"""Names that a type has in all, for which they are all told."""
NUMBERS = ("Integer", "Float", "Complex", "Boolean")
OTHERWISE = {
    "tile": "np.repeat, or np.concatenate of copies",
    "tolist": "a list comprehension: [x for x in a]",
    "einsum": "loops, or np.dot",
    "removeprefix": "line[len(prefix):] after line.startswith(prefix)",
    "removesuffix": "line[:-len(suffix)] after line.endswith(suffix)",
    "format": 'an f-string without format specs (f"{n}"), or str() and +',
    "encode": "bytes that are made outside, and passed",
    "to_numpy": "the array itself: pass frame.to_numpy() from outside",
    "float": "float, or np.float64",
    "int": "int, or np.int64",
    "bool": "bool, or np.bool_",
    "default_rng": "a generator that is made outside, and passed: compiled code can use one",
    "loadtxt": "the array: read the file outside, and pass it",
    "load": "the array: read the file outside, and pass it",
    "fft": "code outside of the compiled function, or the package rocket-fft",
    "meshgrid": "two loops, or broadcasting of x[:, None] and y[None, :]",
    "pad": "an array of np.zeros with the middle filled",
}  # fmt: skip


@rule("numba-unknown-attribute", family="exception", plain_title=True)
def numba_unknown_attribute(case: Case) -> Iterator[Finding]:
    """A compiled function uses an attribute, a method, or a function of numpy that Numba has not.

    Numba compiles its own version of each function of numpy and each method, and has them not all.
    The finding says of which type the object is, and which supported names come nearest; of an
    instance of a jitclass, which fields it has.

    What to do: correct the name, use a supported function, or compute it outside of the compiled
    function and pass the result. An attribute that is assigned in a jitclass must stand in its
    spec.
    """
    one = failed(case)
    if one is None or one.failure.what not in ("getattr", "setattr") or one.failure.syntax:
        return
    if _is_known(one.failure):
        return
    failure = one.failure
    yield finding(one, case, _summary(failure), _evidence(failure), _advice(failure))


def _is_known(failure: NumbaFailure) -> bool:
    """Of a jitclass: the field is there, and what is assigned to it is of another type."""
    return failure.what == "setattr" and failure.attribute in failure.near


def _object(failure: NumbaFailure) -> NumbaType | None:
    return failure.operands[0].type if failure.operands else None


def _summary(failure: NumbaFailure) -> str:
    thing, name = _object(failure), failure.attribute
    if thing is not None and thing.kind == "Module":
        code = cut(failure.expression)
        return f"Numba has no {code or name}: this part of {thing.value} cannot be compiled"
    words = type_words(thing)
    if _is_of_records(thing):
        return f"{cut(failure.expression)}: there is no field {name} of this {words}"
    if failure.what == "setattr" and not _is_of_a_class(thing):
        return f"the attribute {name} of {words} cannot be assigned to in compiled code"
    if failure.what == "setattr":
        return f"{words} has no field {name}: its spec does not name it"
    return f"Numba has no attribute {name} of {words}"


def _is_of_a_class(thing: NumbaType | None) -> bool:
    return thing is not None and thing.kind == "ClassInstanceType"


def _is_of_records(thing: NumbaType | None) -> bool:
    """Whether it is a record, or an array of them."""
    held = thing.parts[:1] if thing is not None and thing.kind == "Array" else (thing,)
    return any(one is not None and one.kind == "Record" for one in held)


def _is_number(thing: NumbaType | None) -> bool:
    return thing is not None and thing.kind in NUMBERS


def _evidence(failure: NumbaFailure) -> Iterator[str]:
    thing = _object(failure)
    if failure.operands and (thing is None or thing.kind != "Module"):
        yield operand_reason(failure.operands[0], failure.function)
    if thing is not None and _is_of_a_class(thing):
        yield f"it has {listed(failure.near, 12)}"
        return
    near = nearest(failure.attribute, failure.near)
    if failure.near and len(failure.near) <= MAX_TOLD and not _is_number(thing):
        yield f"it has {listed(failure.near, MAX_TOLD)}"
    elif near:
        yield f"supported, and nearest to it by name: {listed(near)}"


def _advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    near = nearest(failure.attribute, failure.near)
    other = OTHERWISE.get(failure.attribute)
    if _is_of_records(_object(failure)):
        if near and is_misspelt(failure.attribute, near[0]):
            yield f"did you mean {near[0]}?"
        else:
            yield "use one of those that it has, or add it to its dtype"
    elif failure.what == "setattr" and not _is_of_a_class(_object(failure)):
        shape = failure.attribute == "shape"
        yield "use the result of reshape()" if shape else "assign it outside of the function"
    elif failure.what == "setattr":
        yield f'add ("{failure.attribute}", its type) to the spec of the jitclass'
    elif other:
        yield f"use {other}"
    elif _is_number(_object(failure)):
        yield (
            "it is one number: @vectorize passes one element at a time, and @guvectorize whole "
            "arrays; or pass an array"
        )
    elif near and is_misspelt(failure.attribute, near[0]):
        yield Advice(f"did you mean {near[0]}?", edits=_renaming(failure, near[0]))
    elif failure.near and len(failure.near) <= MAX_TOLD:
        yield "use one of those that it has, or add it to those that its type names"
    else:
        yield (
            "compute it outside of the compiled function and pass the result, or write it with "
            "what Numba supports"
        )


def _renaming(failure: NumbaFailure, name: str) -> tuple[Edit, ...]:
    """The attribute is the end of the failing expression."""
    place, wrong = failure.location, failure.attribute
    if place is None or place.line is None or place.end_column is None:
        return ()
    text, line = failure.expression, place.end_line or place.line
    at = text.rfind("." + wrong)
    if at < 0 or "\n" in text or line != place.line or place.column is None:
        return ()
    begin = place.column + len(text[: at + 1].encode())
    return (Edit(place.file, line, begin, line, begin + len(wrong.encode()), name),)
