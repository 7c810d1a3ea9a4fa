"""numba-declaration: what Numba was told of a function, and refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.numba.declared import BLOCKS, objmode_head, refused_class
from atfault.diagnose.numba.failed import Failed, blame_of, failed
from atfault.diagnose.numba.words import cut, operand_reason, syntax_words, type_words
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Finding

_SIGNATURE = re.compile(r'LowLevelCallable signature "([^"]{1,300})"')
_EXPECTED = re.compile(r"'([^']{1,300}\))'")
_CAUSES = {
    "bind": "numba-argument-count",
    "block": "numba-signature-mismatch",
    "callback": "numba-signature-mismatch",
    "passed": "numba-argument-count",
    "ufunc": "numba-signature-mismatch",
    "construct": "numba-unsupported-python",
    "decorate": "numba-declaration",
    "count": "numba-argument-count",
    "result": "numba-argument-count",
    "hook": "numba-declaration",
    "implementation": "numba-operand-types",
    "untyped": "numba-untyped-list",
    "python": "numba-unsupported-python",
    "left": "numba-unsupported-python",
    "empty": "numba-untyped-list",
    "representation": "numba-operand-types",
    "unbox": "numba-object-mode",
    "large": "numba-object-mode",
    "literal": "numba-operand-types",
    "empty_ufunc": "numba-declaration",
}
_ADVICE = {
    "block": "declare in the head of the block the types that these values have; a list of optional"
    " values cannot be taken over, nor what Numba has no type for",
    "callback": "give @cfunc one of the signatures that the message lists: more numbers come "
    "through a count and a pointer, float64(intc, CPointer(float64)), or void* of user data",
    "left": "let the block come to its end: give its variables values there, and return behind it",
    "empty": "pass one that has an element, or an array: np.array(sorted(x), dtype=np.int64); for "
    "a list numba.typed.List.empty_list(numba.int64)",
    "representation": "convert it before the call, as by x.astype(np.float32)",
    "unbox": "register an @unbox for the type, or make the object in a compiled function",
    "large": "keep it within 64 bits, take it apart, or work on it in Python",
    "literal": "ask for the value of a number or a text, or use its type as it is",
    "empty_ufunc": "give @vectorize a list of signatures: without them a ufunc is compiled as it "
    "is called for the target cpu alone",
    "untyped": "put an element into it first, or make it with types: List.empty_list(float64)",
    "bind": "pass what __init__ takes, without self; a typed list or dict takes one iterable",
    "passed": "pass a function of as many arguments as the type says, or correct that type",
    "ufunc": "convert the arguments to one of the signatures in the decorator, of as many "
    "dimensions as its layout says; or add a signature for them",
    "construct": "write it with constants, or do it in a function with loops in place of the "
    "stencil",
    "decorate": "correct what the decorator, or the function that it is for, says",
    "count": "pass as many arguments as its def has; of a ufunc the last may be an array for the "
    "result",
    "result": "pass the array for the result as the last argument, or give @guvectorize signatures:"
    " then it makes the array itself",
    "hook": "correct it: Numba calls it while it compiles, with types in place of values, and "
    "takes from it what is to be compiled",
    "python": "write it with what Numba supports, or do it outside of the compiled function",
    "implementation": "write it with what Numba has for these values, or do it outside of the "
    "compiled function",
}


@rule(
    "numba-declaration",
    family="exception",
    causes=("numba-declaration", "numba-signature-mismatch", "numba-argument-count",
            "numba-unsupported-python", "numba-operand-types", "numba-untyped-list"),
    plain_title=True,
    yields_to=("numba-unsupported-python", "numba-object-mode"),
)  # fmt: skip
def numba_declaration(case: Case) -> Iterator[Finding]:
    """Numba refuses what a decorator says, before it compiles anything.

    The signature or the layout of `@guvectorize`, an option of `@njit`, the types of a jitclass's
    fields, a class in place of a function, or an `@overload` whose implementation has other
    arguments: the error is a plain TypeError, KeyError or NameError from inside of Numba, at the
    decorator or, for some, at the first call. The finding names the decorator and, where Numba was
    looking at a text that stands in the source, that text. The same is said of a function that
    Numba calls while it compiles (an `@overload`, an `@intrinsic`) and that raises; of what a
    jitclass has and may not (variables of the class, a base that is a jitclass), of the head of a
    `with objmode(…)` that does not name a variable, or one too many, and of `cache=True` for a
    function that stands in no file.

    Of what Numba raises later without a family of its own, the part of it that raised it tells
    what is at fault: what it has for an operation of these types, a construct, or a declaration.

    What to do: correct that part of the decorator.
    """
    one = failed(case)
    told = list(refused_class(case, one))
    yield from told
    if told or one is None:
        return
    if one.failure.name in BLOCKS:
        yield objmode_head(case, one)
    if one.failure.what not in ("refused", "other"):
        return
    callee = one.failure.callee
    if one.failure.what == "other" and not callee:
        return  # a text alone tells of no phase
    callee = callee if callee in _CAUSES else "decorate"
    yield Finding.of(
        cause=_CAUSES[callee],
        summary=_summary(one, callee),
        confidence="likely",
        blame=blame_of(one, case) or own_lines_of(one.error, case),
        evidence=_evidence(one, callee),
        advice=(_ADVICE[callee],),
    )


def _summary(one: Failed, callee: str) -> str:
    said = "" if isinstance(one.error.message, Absent) else one.error.message.strip()
    own = (line for line in said.splitlines() if not line.startswith("Failed in "))
    is_its_own = not one.error.type.startswith("numba.") or one.failure.stage
    told = len(one.path) == 1 or one.path[0].stage == "native_lowering" or is_its_own
    said = next(own, "") if told else ""
    quoted = len(said) > 1 and said[0] in "\"'" and said.find(said[0], 1) == len(said) - 1
    said = said[1:-1] if quoted else said
    what = cut(one.failure.expression) or one.failure.function.name
    if callee == "block":
        return f"{what}: what leaves the block cannot be taken over as what its head says"
    if callee == "left":
        return f"{what}: a return leaves an objmode block"
    if callee == "empty":
        empty = f"{one.failure.name} is an empty {one.failure.value}"
        return f"{empty}: nothing tells of which type its elements are"
    if callee == "large":
        number = f"{one.failure.name or what} is a whole number of more than 64 bits"
        return number + (f", {cut(one.failure.value)}" if one.failure.value else "")
    if callee == "literal":
        asked = one.failure.name or "an argument"
        return f"{what}: {asked} is of a type whose values cannot be a part of types"
    if callee == "empty_ufunc":
        return f"{one.failure.name or what} was compiled for no types, and takes none"
    unlike = next(_unlike(one), "") if callee == "callback" else ""
    if unlike:
        return f"{one.failure.name}: {unlike}"
    if callee == "representation":
        operand = one.failure.operands[0]
        kind = "of a type" if operand.type is None else type_words(operand.type)
        of = one.failure.function.name
        return f"{operand.name}, an argument of {of}, is {kind}, for which Numba has no code here"
    if callee == "unbox":
        return _unbox_words(one)
    if callee == "python" and (word := syntax_words(one.failure)) and word not in what:
        what = f"{what} ({word})"
    if callee in ("decorate", "callback", "hook", "result") and one.failure.name not in ("", what):
        what = f"{one.failure.name}, {what}"
    if callee == "decorate" and not said and one.failure.said:
        return f"{what}: {' '.join(one.failure.said.split())}"
    if callee == "decorate" and not said and one.error.type.startswith("numba."):
        return f"{one.failure.function.name} is no implementation that Numba takes"
    return f"{what}: {said}" if said else f"Numba refuses {what}"


def _unlike(one: Failed) -> Iterator[str]:
    """Which parts of a C signature are other ones than scipy's, by its message, which lists all."""
    said = "" if isinstance(one.error.message, Absent) else one.error.message
    given = _SIGNATURE.search(said)
    wanted = [_parts_of(text) for text in _EXPECTED.findall(said)]
    parts = _parts_of(given[1]) if given is not None else []
    alike = [each for each in wanted if len(each) == len(parts)]
    if not parts or not wanted:
        return
    if not alike:
        counts = listed([str(one - 1) for one in sorted({len(each) for each in wanted})])
        yield f"it has {counted(len(parts) - 1, 'parameter')}; scipy passes {counts}"
    for at, part in enumerate(parts if alike else ()):
        others = list(dict.fromkeys(each[at] for each in alike))
        if part not in others:
            which = f"parameter {at} of it" if at else "what it returns"
            yield f"{which} is {part} in C; scipy wants {' or '.join(others)}"


def _parts_of(signature: str) -> list[str]:
    """["int", "double *"] of "int (double *)"."""
    result, _, rest = signature.partition("(")
    return [part.strip() for part in (result, *rest.rstrip(") ").split(","))]


def _unbox_words(one: Failed) -> str:
    operand = one.failure.operands[0] if one.failure.operands else None
    kind = operand.type.name if operand is not None and operand.type is not None else "its type"
    name = operand.name if operand is not None else "an argument"
    return (
        f"{name}, an argument of {one.failure.name}, is of the type {kind}, which has no @unbox: "
        "it cannot be passed from Python"
    )


def _evidence(one: Failed, callee: str) -> Iterator[str]:
    for operand in one.failure.operands:
        yield operand_reason(operand, one.failure.function)
    if one.failure.value:
        yield f"it was compiled for {one.failure.value}, in the letters of numpy's types"
    if one.path[0].function != one.failure.function:
        yield f"{one.path[0].function.name} could not be compiled for it"
    if callee == "hook":
        yield f"Numba called it while it compiled, and it raised {one.error.type}"
    elif callee in ("block", "left"):
        yield f"{one.failure.function.name} ended without a result, and raised nothing of its own"
    elif callee == "large":
        yield "compiled code has whole numbers of 64 bits: -2**63 to 2**64 - 1"
    elif callee == "empty_ufunc":
        yield "numpy found no loop in it at all"
    elif callee == "literal":
        yield "Numba compiles a function once more for the value of such an argument"
    elif callee == "empty":
        yield "Numba asks the elements of a container for its type, before it compiles anything"
    elif callee == "unbox":
        yield "it was compiled for that type; what takes arguments over has nothing for it"
    elif callee == "callback":
        yield from _unlike(one)
        yield "scipy took it as a LowLevelCallable, and called nothing"
    elif callee == "implementation" and not one.failure.stage:
        yield f"what Numba has for it does nothing but raise {one.error.type}"
    else:
        yield f"Numba itself raised {one.error.type}, and compiled nothing"
