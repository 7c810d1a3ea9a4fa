"""numba-object-mode: an argument is a Python object that only object mode could take."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.numba.calls import Call, call_of
from atfault.diagnose.numba.failed import call_first, failed, finding
from atfault.diagnose.numba.words import type_words
from atfault.diagnose.rule import rule
from atfault.diagnose.words import listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.exception import RaisedException
from atfault.model.findings import Finding
from atfault.model.numba import NumbaFailure, NumbaOperand, NumbaType

_LISTS = ("List", "Set", "reflected")
_MIXED = re.compile(r"can't unbox heterogeneous (list|set)(?:: (.{1,300}) != (.{1,300}))?")
"""What numba/core/boxing.py has compiled code say."""
_ARRAY = "numpy.ndarray of "
"""Before the dtype of an array that Numba has no type for."""
TUPLE = "pass a tuple, whose elements may differ, or a list of one type"


@rule(
    "numba-object-mode",
    family="exception",
    plain_title=True,
    yields_to=("numba-argument-count",),
)
def numba_object_mode(case: Case) -> Iterator[Finding]:
    """An argument is a Python object that Numba has no type for: only object mode could take it.

    A dict, an instance of a class of the program's own, an array of objects, a list of lists or one
    of several types cannot be passed to a compiled function. Numba's message says "non-precise type
    pyobject" and names no argument; plain @jit did fall back to object mode before Numba 0.59.

    What to do: pass arrays and numbers; fill a `numba.typed.Dict` or `numba.typed.List`; make the
    class a jitclass or a namedtuple; make an array of a list of lists of one length. Object mode
    (`forceobj=True`) takes it, and is no faster than Python.
    """
    one = failed(case)
    if one is None:
        yield from _mixed_list(case)
        return
    guilty = guilty_argument(one.failure)
    if guilty is None:
        return
    failure = one.failure
    yield finding(
        one,
        case,
        _summary(failure, guilty),
        _evidence(failure, guilty),
        _advice(guilty, guilty_type(one.failure, guilty)),
        blame=call_first(one, case),
    )


def guilty_argument(failure: NumbaFailure) -> NumbaOperand | None:
    """The argument that cannot be passed; None where something else is the matter."""
    if failure.what == "argument":
        return failure.operands[0] if failure.operands else None
    if failure.what == "other" and failure.stage == "native_lowering":
        return next((one for one in failure.arguments if one.type and _is_nested(one.type)), None)
    return None


def guilty_type(failure: NumbaFailure, guilty: NumbaOperand) -> str:
    """The type that it has for Python; "" when it is not known."""
    found = (one.python_type for one in failure.arguments if one.name == guilty.name)
    return next(found, "").removeprefix("__main__.")


def _is_nested(one: NumbaType) -> bool:
    return one.kind in _LISTS and bool(one.parts) and one.parts[0].kind in _LISTS


def _summary(failure: NumbaFailure, guilty: NumbaOperand) -> str:
    kind = guilty.type
    of = failure.function.name
    subject = f"{guilty.name}, an argument of {of}," if guilty.name else f"{guilty.role} of {of}"
    if subject.startswith("argument of"):  # which one is not known
        subject = f"an {subject}"
    if kind is not None and _is_nested(kind):
        return f"{subject} is a list of lists"
    if kind is not None and kind.kind == "LiteralList":
        held = listed([type_words(one) for one in kind.parts])
        return f"{subject} is a list that holds {held}: it must be of one type"
    if kind is not None and kind.kind == "Array":
        return f"{subject} is an array of Python objects"
    python = guilty_type(failure, guilty)
    dtype = python.removeprefix(_ARRAY) if python.startswith(_ARRAY) else ""
    if _is_swapped(dtype):
        return f"{subject} is an array of {dtype}: Numba has no numbers in that order of bytes"
    if dtype:
        return f"{subject} is an array of {dtype}: Numba has no type for it"
    kind_of = f"is a {python}" if python else "is an object"
    return f"{subject} {kind_of}: Numba has no type for it"


def _is_swapped(dtype: str) -> bool:
    """Whether numbers lie in the other order than that of all machines that Numba compiles for."""
    return dtype.startswith(">") and dtype[1:2] in "iufc"


def _evidence(failure: NumbaFailure, guilty: NumbaOperand) -> Iterator[str]:
    if guilty.type is not None:
        yield f"Numba calls its type {guilty.type.name}"
    others = [
        f"{one.name} is {type_words(one.type)}"
        for one in failure.arguments
        if one.name != guilty.name and one.type is not None
    ]
    if others:
        yield f"of the others, {listed(others)}"


def _advice(guilty: NumbaOperand, python: str) -> Iterator[str]:
    kind = guilty.type
    if kind is not None and _is_nested(kind):
        yield (
            "pass a two-dimensional array, or a numba.typed.List whose elements are "
            "numba.typed.List too"
        )
    elif kind is not None and kind.kind == "LiteralList":
        yield TUPLE
    elif kind is not None and kind.kind == "Array":
        yield "give the array a numeric dtype; rows of different lengths: a typed list of arrays"
    elif python in ("dict", "collections.defaultdict", "collections.OrderedDict"):
        yield "fill a numba.typed.Dict and pass that, or pass arrays of keys and values"
    elif _is_swapped(python.removeprefix(_ARRAY)):
        yield 'change the order of the bytes first: a.astype(a.dtype.newbyteorder("="))'
    elif python.startswith(_ARRAY):
        yield "give the array a dtype of numbers"
    elif python == "list":
        yield "pass an array, or a numba.typed.List"
    elif python == "function":
        yield "compile that function too: put @njit above its def"
    elif python.startswith("pandas."):
        yield "pass its numbers as an array: x.to_numpy()"
    else:
        yield "pass its numbers and arrays one by one, or make its class a jitclass"


def _mixed_list(case: Case) -> Iterator[Finding]:
    """A list or a set of several types is refused by the code that takes arguments over, in C:
    nothing but the calling line is in the traceback."""
    call = call_of(case)
    refused = _refused(case)
    of = f"an argument of {call.dispatcher.function.name}" if call is not None else "an argument"
    for text, kind, kinds in _containers(call) if call is not None else ():
        if len(kinds) > 1 and call is not None:
            texts = [ast.unparse(one) for one in call.arguments]
            within = "is" if text in texts else "is in"
            yield Finding.of(
                summary=f"{text} holds {listed(kinds)}; a {kind} that is passed must be of one "
                "type",
                confidence="likely",
                blame=call.blame,
                evidence=(f"it {within} {of}, which is compiled",),
                advice=(TUPLE if kind == "list" else "pass values of one type",),
            )
            return
    if refused is not None:
        error, kind, kinds = refused
        held = f" holds {listed(kinds)}; it" if kinds else ""
        yield Finding.of(
            summary=f"a {kind} in {of}{held} must be of one type",
            confidence="likely",
            blame=own_lines_of(error, case) if call is None else call.blame,
            evidence=("what takes the arguments of compiled functions over refused it",),
            advice=(TUPLE if kind == "list" else "pass values of one type",),
        )


def _refused(case: Case) -> tuple[RaisedException, str, list[str]] | None:
    """(the error, "list" or "set", names of Numba's types in it)."""
    for error in case.raised:
        said = "" if isinstance(error.message, Absent) else error.message
        match = _MIXED.fullmatch(said)
        if match is not None and error.type == "TypeError":
            return error, match[1], [one for one in match.groups()[1:] if one]
    return None


def _containers(call: Call) -> Iterator[tuple[str, str, list[str]]]:
    """(source, "list" or "set", types of its elements) of those among the arguments."""
    for argument in call.arguments:
        if isinstance(argument, (ast.List, ast.Set)):
            constants = [one.value for one in argument.elts if isinstance(one, ast.Constant)]
            kinds = dict.fromkeys(type(one).__name__ for one in constants)
            yield ast.unparse(argument), type(argument).__name__.lower(), list(kinds)
        text = ast.unparse(argument)
        for name, kind, kinds_of in call.error.mixed_containers:
            if name == text or name.startswith(f"{text}["):
                yield name, kind, list(kinds_of)
