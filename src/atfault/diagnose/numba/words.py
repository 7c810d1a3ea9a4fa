"""How types of Numba's, and where they come from, are worded."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from atfault.diagnose.words import listed
from atfault.model.numba import (
    OPERATORS,
    UNARY,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
    NumbaType,
)

MAX_SHOWN = 60
MAX_TYPE = 120
NEAR, MISSPELT = 0.6, 0.8
"""How alike names must be to be named, and to be taken for one another."""
MAX_NEAR = 3
MAX_ORIGINS = 3
_SCALARS = {
    "UnicodeType": "str", "NoneType": "None", "PyObject": "a Python object", "Bytes": "bytes",
    "RangeType": "range", "Boolean": "bool", "SliceType": "slice",
    "DeferredType": "a jitclass defined later",
}  # fmt: skip
_SYNTAX = {
    "SetComp": "set comprehension", "DictComp": "dict comprehension",
    "GeneratorExp": "generator expression", "ListComp": "list comprehension", "Await": "await",
    "Yield": "yield", "YieldFrom": "yield from", "NamedExpr": ":=, the walrus operator",
    "Starred": "* (star)", "Lambda": "lambda", "JoinedStr": "f-string", "Set": "set",
    "Delete": "del", "AsyncFor": "async for", "AsyncWith": "async with",
    "AsyncFunctionDef": "async def", "With": "with", "Try": "try", "TryStar": "except*",
    "ClassDef": "class", "Global": "global", "Nonlocal": "nonlocal", "Import": "import",
    "ImportFrom": "import", "Raise": "raise", "Assert": "assert", "AnnAssign": "annotation",
    "Match": "match and case",
}  # fmt: skip
"""What Python's grammar calls it, by the class of `ast`."""
_UNKNOWN = ("undefined", "Undefined", "_undef_var")


_STRUCTREF = re.compile(r"numba\.(\w{1,200})\(\(+'")
"""Its type names the class, and each of the fields with its type."""
_DISPATCHER = re.compile(r"type\(CPUDispatcher\(<function (.{1,200}) at 0x[0-9a-f]+>\)\)")
"""Of one that is gone its type keeps no more."""


def type_words(one: NumbaType | None) -> str:
    """ "float64", "str", "2-d array of float64", "list of int64", "tuple (int64, str)"."""
    text = "of unknown type" if one is None else _words(one)
    return text if len(text) <= MAX_TYPE else text[: MAX_TYPE - 1] + "…"


def _words(one: NumbaType) -> str:
    kind = one.kind
    if kind in _SCALARS:
        return _SCALARS[kind]
    if kind == "Array" or one.ndim is not None:
        inside = "Python objects" if _is_object(one) else _part(one, 0)
        readonly = "read-only " if one.readonly else ""
        return f"{readonly}{one.ndim}-d array of {inside}"
    if kind.endswith("Literal") or kind == "LiteralStrKeyDict":
        return _words(one.parts[0]) if one.parts else ("str" if "String" in kind else one.name)
    if kind in ("List", "ListType", "Set", "SetType"):
        name = {"List": "list", "ListType": "typed list"}.get(kind, "set")
        if not one.parts or is_unknown(one.parts[0]):
            return f"empty {name} whose elements have no known type"
        return f"{name} of {_part(one, 0)}"
    if kind == "DictType":
        if len(one.parts) < 2 or is_unknown(one.parts[0]):
            return "empty dict whose keys and values have no known types"
        return f"dict of {_part(one, 0)} to {_part(one, 1)}"
    if kind == "UniTuple":
        return f"tuple of {one.length} {_part(one, 0)}"
    if kind in ("Tuple", "LiteralList", "StarArgTuple"):
        return f"{'list' if 'List' in kind else 'tuple'} ({', '.join(map(_words, one.parts))})"
    if kind == "Optional":
        return f"{_part(one, 0)} or None"
    return _named(one)


def _named(one: NumbaType) -> str:
    """Functions, modules and classes by their own names; all else as Numba calls it."""
    short = one.value.rpartition(".")[2]
    if one.kind == "Dispatcher" and one.value:
        return f"the compiled function {short}"
    if (gone := _DISPATCHER.match(one.name)) is not None:
        return f"the compiled function {gone[1]}"
    if one.kind in ("Function", "BoundFunction") and one.value:
        return f"the function {one.value}"
    if one.kind == "Module" and one.value:
        return f"the module {one.value}"
    if one.kind in ("NumberClass", "ClassType", "TypeRef") and one.value:
        return f"the class {short}"
    if (with_fields := _STRUCTREF.match(one.name)) is not None:
        return with_fields[1]
    if one.kind == "ClassInstanceType":
        return f"an instance of {short or one.name}"
    if one.kind == "Record":
        return f"record with the fields {one.value}"
    return one.name.partition("<iv=")[0]


def _part(one: NumbaType, at: int) -> str:
    return _words(one.parts[at]) if at < len(one.parts) else "?"


def is_unknown(one: NumbaType | None) -> bool:
    """Whether it says nothing, or holds what says nothing."""
    return one is None or one.kind in _UNKNOWN or one.name == "undefined"


def _is_object(one: NumbaType) -> bool:
    return bool(one.parts) and one.parts[0].kind == "PyObject"


def is_exception(one: NumbaType | None) -> bool:
    """Whether it is a class of exceptions, or a tuple of such."""
    if one is None:
        return False
    return one.kind == "ExceptionClass" or (bool(one.parts) and all(map(is_exception, one.parts)))


def unliteral(one: NumbaType | None) -> NumbaType | None:
    """The type of a constant without its value."""
    if one is not None and one.kind.endswith("Literal") and one.parts:
        return one.parts[0]
    return one


def shown(operand: NumbaOperand) -> str:
    """What the source has for an operand: its name or its expression; "" when neither is known."""
    text = operand.expression if not operand.name else operand.name
    if not text:
        texts = {one.expression for one in operand.origins if one.kind == "constant"}
        text = texts.pop() if len(texts) == 1 else ""
    return cut(text)


def cut(text: str) -> str:
    """The text on one line, not too long."""
    text = " ".join(text.split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def operand_reason(operand: NumbaOperand, function: NumbaFunction, label: str = "") -> str:
    """ "text is str: line 6, text = str(n) + label"; "" where there is nothing to tell."""
    name = shown(operand) or label
    if not name or operand.type is None:
        return ""
    if all(one.kind == "constant" for one in operand.origins) and not operand.name:
        return ""  # it speaks for itself
    kinds = list(dict.fromkeys(type_words(unliteral(one.type)) for one in operand.origins))
    several = len(kinds) > 1 and not any(is_unknown(one.type) for one in operand.origins)
    words = [
        (type_words(unliteral(one.type)) if several else "", origin_words(one, function, name))
        for one in operand.origins
    ]
    told = (": ".join(filter(None, pair)) for pair in words)
    came = listed(list(dict.fromkeys(filter(None, told)))[:MAX_ORIGINS])
    return f"{name} is {type_words(operand.type)}" + (f": {came}" if came else "")


def origin_words(origin: NumbaOrigin, function: NumbaFunction, name: str = "") -> str:
    """ "argument 2 of total", "from line 6: text = str(n) + label", "the global LIMIT"."""
    line = origin.location.line
    if origin.kind == "argument":
        return f"argument {(origin.position or 0) + 1} of {function.name}"
    if origin.kind == "global":
        return f"the global {origin.name}" if origin.name != name else "a global"
    if origin.kind == "implicit":
        return f"None, where the end of {function.name} is reached without a return"
    text = cut(origin.expression.partition("\n")[0])
    if text == name:
        return ""
    return f"from line {line}" + (f", {text}" if text else "")


def operator_sign(callee: str) -> str:
    """ "+" for "_operator.add"; "" for what is no operator between two values."""
    return OPERATORS.get(callee.rpartition(".")[2], "")


def unary_sign(callee: str) -> str:
    """ "-" for "_operator.neg"; "" for what is none."""
    return UNARY.get(callee.rpartition(".")[2], "")


def nearest(wrong: str, known: Iterable[str]) -> list[str]:
    """The known names that come nearest, the nearest first."""
    return difflib.get_close_matches(wrong, list(known), n=MAX_NEAR, cutoff=NEAR)


def is_misspelt(wrong: str, right: str) -> bool:
    """Whether one name may be meant by the other."""
    return difflib.SequenceMatcher(None, right, wrong).ratio() >= MISSPELT


def syntax_words(failure: NumbaFailure) -> str:
    """What the grammar calls the construct of a failure; "" where none is known."""
    return _SYNTAX.get(failure.syntax, "")
