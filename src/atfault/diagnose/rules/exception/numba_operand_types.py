"""numba-operand-types: Numba has no code for an operation on values of these types."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.numba.failed import (
    Failed,
    at,
    blame_of,
    failed,
    finding,
    name_within,
    replacing,
)
from atfault.diagnose.numba.instead import instead
from atfault.diagnose.numba.words import (
    cut,
    is_exception,
    operand_reason,
    operator_sign,
    shown,
    type_words,
    unary_sign,
    unliteral,
)
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Edit, Finding
from atfault.model.numba import NumbaFailure, NumbaOperand

KINDS = ("call", "operator", "unpack", "build")
IMMUTABLE = ("UnicodeType", "StringLiteral", "UniTuple", "Tuple", "Bytes")
STRINGS = ("UnicodeType", "StringLiteral")
INTEGERS = ("Integer", "IntegerLiteral")
NUMBERS = ("Integer", "IntegerLiteral", "Float", "Complex", "Boolean", "BooleanLiteral")
_SUBSCRIPTS = ("getitem", "setitem", "delitem")


@rule(
    "numba-operand-types",
    family="exception",
    plain_title=True,
    yields_to=("numba-argument-count", "numba-signature-mismatch", "numba-array-layout",
               "numba-unsupported-python"),
)  # fmt: skip
def numba_operand_types(case: Case) -> Iterator[Finding]:
    """Numba has no code for an operator, a subscript or a call with values of these types.

    Types are fixed when a function is compiled, and nothing is converted that Python would not
    convert either. The finding underlines the expression that failed, says in plain words of which
    type each of its values is, and on which line each got it: Numba's message names the types of
    that expression and lists every version of the function that did not fit. Where compiled
    functions call each other it is about the innermost one of the program's own.

    What to do: convert one of the values (`str(n)`, `int(x)`, `float(x)`), or write the operation
    as one that Numba has: an index must be an integer, the shape of an array a tuple, and many
    functions of numpy take fewer arguments than they do outside.
    """
    one = failed(case)
    if one is None or is_of_another_cause(one.failure):
        return
    if one.failure.what == "raised" and one.failure.callee == "optional":
        yield _of_none(one, case)
        return
    if one.failure.what not in KINDS and not _is_of_a_field(one.failure):
        return
    failure = one.failure
    lines = tuple(_lines(one, case))
    found = finding(one, case, _summary(failure), _evidence(one), _advice(failure), blame=lines)
    # What is no error of Numba's own may have come about inside of it.
    yield found if failure.error.startswith("numba.") else found._replace(confidence="likely")


def _of_none(one: Failed, case: Case) -> Finding:
    """Of what may be None, was None as compiled code ran, and was used as what it is else."""
    failure = one.failure
    names = [shown(one) or "a value" for one in failure.operands] or ["a value"]
    kind = type_words(failure.operands[0].type) if failure.operands else "another type"
    return finding(
        one,
        case,
        f"{cut(failure.expression) or failure.function.name}: {' or '.join(names)} was None, and "
        f"{kind.removesuffix(' or None')} is wanted",
        (operand_reason(operand, failure.function) for operand in failure.operands),
        (f"ask first: if {names[0]} is not None",),
    )._replace(confidence="likely")


def _lines(one: Failed, case: Case) -> Iterator[Blame]:
    """The failing line, and the constants that its variables start with; a None before it, which
    is why the value can be none."""
    begun = [
        (origin, at(origin.location, one.failure.function.name, case.raised_in))
        for operand in one.failure.operands
        if len(operand.origins) > 1
        for origin in operand.origins
        if origin.kind == "constant" and origin.location.line
    ]
    nothing = [line for origin, line in begun if origin.type and origin.type.name == "none"]
    return iter(dict.fromkeys((*nothing, *blame_of(one, case), *(line for _, line in begun))))


def _is_of_a_field(failure: NumbaFailure) -> bool:
    """Whether a field of a jitclass, which it has, is given a value of another type."""
    is_setattr = failure.what == "setattr" and len(failure.operands) > 1
    return is_setattr and failure.attribute in failure.near


def is_of_another_cause(failure: NumbaFailure) -> bool:
    """Whether what failed is a call or an operation, for a reason that another rule tells."""
    if any(is_exception(one.type) for one in failure.operands):
        return True  # except SomeError:
    if failure.error == "ImportError":
        return True  # a part of Numba needs a package
    return failure.what == "call" and failure.dispatcher is not None and not failure.vararg


def is_endless(failure: NumbaFailure) -> bool:
    """Whether it is a call of the function itself, of whose result nothing tells the type."""
    called = failure.called.type if failure.called else None
    return called is not None and called.kind == "RecursiveCall" and not failure.inner


def _summary(failure: NumbaFailure) -> str:
    operands = failure.operands
    kinds = [type_words(unliteral(one.type)) for one in operands]
    code = cut(failure.expression)
    told = f"{code}: " if code else ""
    callee = failure.callee.rpartition(".")[2]
    if failure.what == "setattr":
        field = f"the field {failure.attribute} of {kinds[0]}"
        is_known = len(operands) > 2 and operands[-1].role == "wanted"
        return f"{told}{kinds[1]} cannot become {field}" + (f": {kinds[-1]}" if is_known else "")
    if failure.what == "unpack":
        what = kinds[0] if kinds else "a value"
        return f"{told}{what} cannot be unpacked into {failure.unpacked_into} names"
    if failure.what == "build":
        return f"{told}a {failure.callee} cannot hold {listed(list(dict.fromkeys(kinds)))}"
    if failure.what == "operator":
        return told + _operator(callee, operands, kinds)
    name = _callee(failure)
    if _is_value(failure):
        kind = type_words(unliteral(failure.called.type)) if failure.called else ""
        return f"{told}{name} is {kind}, and no function"
    if is_endless(failure):
        own = failure.function.name
        if name != own:
            return (
                f"{told}{name} leads back to {own}, which it calls, and nothing tells the type of "
                "this recursion's result"
            )
        return f"{told}each way through {own} calls it again, so its result has no type"
    if failure.vararg:
        return f"{told}Numba has no {name}() for the values that * gives"
    this = failure.called.type if failure.called else None
    of = (
        f" of a {type_words(this.parts[0])}"
        if this and this.kind == "BoundFunction" and this.parts
        else ""
    )
    if not failure.callee and failure.called is None:  # what Numba puts in has no name
        return f"{told}Numba has no code for this with {listed(kinds)}"
    given = [f"{o.keyword}={kind}" if o.keyword else kind for o, kind in zip(operands, kinds)]
    with_ = f" for {listed(given)}" if given else " without arguments"
    return f"{told}Numba has no {name}(){of}{with_}"


def _is_value(failure: NumbaFailure) -> bool:
    """Whether what is called is a number or a text."""
    called = failure.called.type if failure.called else None
    return called is not None and called.kind in (*NUMBERS, *STRINGS)


def _operator(callee: str, operands: tuple[NumbaOperand, ...], kinds: list[str]) -> str:
    if callee == "cast" and len(kinds) == 2:
        return f"{kinds[0]} cannot become {kinds[1]}, which is wanted here"
    sign = operator_sign(callee)
    if callee in _SUBSCRIPTS and kinds:
        return _subscript(callee, operands, kinds)
    if callee == "getiter":
        return f"{''.join(kinds[:1])} cannot be iterated over"
    if sign and len(kinds) == 2:
        return f"Numba has no {sign} for {kinds[0]} and {kinds[1]}"
    return f"Numba has no {unary_sign(callee) or sign or callee} for {listed(kinds)}"


def _subscript(callee: str, operands: tuple[NumbaOperand, ...], kinds: list[str]) -> str:
    holder = operands[0].type.kind if operands[0].type else ""
    if callee == "setitem" and holder in IMMUTABLE:
        return f"{kinds[0]} cannot be changed: no part of it can be assigned to"
    if callee == "setitem" and len(kinds) > 2:
        where = "under a key" if holder == "DictType" else "at an index"
        return f"{kinds[2]} cannot be stored in {kinds[0]}, {where} of {kinds[1]}"
    if operands[0].type is not None and operands[0].type.kind in NUMBERS:
        return f"{kinds[0]} has no elements, so it cannot be indexed"
    known = len(kinds) > 1 and operands[1].type is not None
    return f"{kinds[0]} cannot be indexed" + (f" by {kinds[1]}" if known else " so")


def _callee(failure: NumbaFailure) -> str:
    source = failure.called.expression if failure.called else ""
    source = "" if source.endswith(")") else source
    return cut(source) or failure.callee.rpartition(".")[2] or "such function"


def _evidence(one: Failed) -> Iterator[str]:
    failure = one.failure
    called = failure.called
    if called is not None and called.type is not None and called.type.kind == "BoundFunction":
        this = called.type.parts[0] if called.type.parts else None
        base = called.expression.rpartition(".")[0]
        if base and this is not None:
            yield f"{base} is {type_words(this)}"
    if called is not None and _is_value(failure):
        yield operand_reason(called, failure.function)
    for number, operand in enumerate(failure.operands, 1):
        label = f"the {operand.role}" if failure.what == "operator" else f"argument {number}"
        yield operand_reason(operand, failure.function, "" if shown(operand) else label)


def _advice(failure: NumbaFailure) -> Iterator[Advice | str]:
    operands = failure.operands
    kinds = [one.type.kind if one.type else "" for one in operands]
    callee = failure.callee.rpartition(".")[2]
    if callee in ("add", "iadd") and len(operands) == 2:
        for number, text in ((0, 1), (1, 0)):
            if kinds[number] in INTEGERS and kinds[text] in STRINGS:
                name = shown(operands[number]) or "…"
                yield Advice(
                    f"turn the number into text: str({name})",
                    edits=_wrapping(failure, operands[number], "str"),
                )
                return
    if callee == "getitem" and len(kinds) == 2 and kinds[1] == "Float":
        name = shown(operands[1]) or "…"
        yield Advice(
            f"an index must be an integer: use int({name}), or // in place of /",
            edits=_wrapping(failure, operands[1], "int"),
        )
        return
    if _is_value(failure):
        yield "call the function by a name that nothing else has"
        return
    if failure.what == "setattr":
        yield f"assign a value of the type that the spec says, or correct {failure.attribute} in it"
        return
    better = list(instead(failure))
    if better:
        yield from better
        return
    if callee == "getiter" and kinds[:1] and kinds[0] in INTEGERS:
        name = shown(operands[0])
        yield Advice(
            f"to count up to it: range({name})",
            edits=replacing(failure.location, f"range({failure.expression})"),
        )
        return
    if "none" in [one.type.name if one.type else "" for one in operands] or "Optional" in kinds:
        yield "ask `is None` first, in a branch of its own: Numba then drops the other one"
        return
    if any(one.keyword for one in operands):
        names = listed([one.keyword for one in operands if one.keyword])
        yield (
            f"leave out {names}, or compute it step by step: Numba's versions of functions take "
            "fewer arguments, and of fewer types"
        )
        return
    if is_endless(failure):
        yield "return a value in a branch before the one that calls it again"
        return
    yield "convert one of the values, or use an operation that Numba has for these types"


def _wrapping(failure: NumbaFailure, operand: NumbaOperand, function: str) -> tuple[Edit, ...]:
    """Edits that wrap an operand in the failing expression in a call."""
    text = shown(operand)
    if operand.location is not None and operand.location.column is not None and text:
        return replacing(operand.location, f"{function}({text})")
    return replacing(name_within(failure, operand.name), f"{function}({operand.name})")
