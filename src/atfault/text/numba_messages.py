"""What failed, by the words of a message of Numba's: its lines → `NumbaFailure`, as yet of no
function and no place.

Each message has a reader of its own, which knows the words of versions 0.50 to 0.68 (numba/core:
typeinfer.py, types/functions.py, typing/context.py, errors.py, untyped_passes.py).
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from atfault.model.numba import (
    OPERATORS,
    UNARY,
    NumbaDispatcher,
    NumbaFailure,
    NumbaFunction,
    NumbaOperand,
    NumbaOrigin,
    NumbaType,
    NumbaWhat,
)
from atfault.model.stacks import Location
from atfault.text.numba_source import FILE, excerpt
from atfault.text.numba_types import read_type, split_types
from atfault.text.patterns import searched, until

MAX_SIGNATURES = 40
UNKNOWN_FUNCTION = "the function"
CALL = "typing of call"
NOWHERE = NumbaFunction(UNKNOWN_FUNCTION, UNKNOWN_FUNCTION, "", 0)
_SUBSCRIPTS = frozenset("getitem setitem delitem static_getitem static_setitem getiter".split())
_OBJECTS = NumbaType(
    "array(pyobject, C)", "Array", (NumbaType("pyobject", "PyObject"),), layout="C"
)


class Level(NamedTuple):
    """A place that the message names."""

    what: str
    """ "typing of call"; "" where it does not say."""
    location: Location
    function: str
    code: str
    """The source text of the line, as it was printed."""


def read_message(said: list[str], levels: list[Level]) -> NumbaFailure:
    """said: the lines of a message that are not blank, from what failed on; levels: the places that
    it names, the innermost first."""
    found = (read(said, levels) for read in _READERS)
    other = NumbaFailure(NOWHERE, "other", value=said[0])
    return next((one for one in found if one is not None), other)


_Read = Callable[[list[str], list[Level]], NumbaFailure | None]

_SIGNATURE = re.compile(r">>> ([\w.<>]{1,200})\((.*)\)")
_INVALID = re.compile(
    rf"Invalid use of (\S{until(' with ')})"
    r" with (?:parameters|argument\(s\) of type\(s\):) \((.*)\)"
)
_CALLEE = re.compile(r"(?:\[\d{1,3}\] )?During: resolving callee type: ")
_KNOWN = re.compile(r" ?\* \((.*?),?\)(?: -> .*)?", re.DOTALL)
_KEYWORD = re.compile(r"(\w{1,100})=(.+)", re.DOTALL)
_UNIFY = re.compile(
    r"Cannot unify (" + until(" and ") + r") and (" + until(" for '") + r")"
    r" for '([^']{1,200}?)(?:\.\d{1,4}){0,3}'(?:, defined at .*)?",
    re.IGNORECASE | re.DOTALL,
)
_RESULTS = re.compile(r"Can't unify (return|yield) type from the following types: (.*)")
_RESULT = re.compile(r"(?:Return|Yield) of: IR (?:name )?'[^']{0,200}', type '(.*)', location: ?")
_IMPRECISE = re.compile(
    r"Cannot infer the type of variable '([^']{1,200})'.{0,200}?have imprecise type: (.*?)\.? ?"
)
_GLOBAL = re.compile(
    r"Untyped global name '([^']{1,200})': ?"
    r"[Cc]annot determine Numba type of <class '([^']{1,300})'>"
)
_CONSTANT = re.compile(
    rf"The use of a ({until(' type, assigned')}) type, assigned to variable '([^']{{1,200}})'"
    r" in globals, is not "
)
_NO_NAME = re.compile(r"NameError: (?:global )?name '([^']{1,200})' is not defined")
_ATTRIBUTE = re.compile(r"Unknown attribute '([^']{1,200})' of type (.*)")
_FIELD = re.compile(r"Cannot resolve setattr: \((.*)\)\.(\w{1,200}) = ")
_NUMPY = re.compile(
    r"Use of unsupported NumPy function '(numpy[\w.]{0,200}?)\.(\w{1,100})' or uns.*"
)
_OPCODE = re.compile(
    r"of unsupported opcode \((\w{1,80})\) found|^A (\w{1,80}) op-code was encountered"
)
_PRECISE = re.compile(r"non-precise type (.*)")
_BLAMED = re.compile(
    r"- argument (\d{1,4}): (?:Cannot determine Numba type of <class '([^']{1,300})'>"
    r"|[Uu]nsupported array dtype: (\S{1,100}))"
)
_BIND = re.compile(
    r"Cannot bind 'args=\(("
    + until(r"\) kws=\{")
    + r")\) kws=\{("
    + until(r"\}' to ")
    + r")\}' to signature '\(("
    + until(r"\)' due to ")
    + r")\)' due to "
)
_TOO_MANY = re.compile(r"wrong tuple length for .{1,200}expected (\d{1,6}), got (\d{1,6})")
_CONVERSION = re.compile(
    r"No conversion from (" + until(" to ") + r") to (" + until(" for '") + r") for '\$[^']{1,200}'"
)
_UNDEFINED = re.compile(r"[Vv]ariable '?([\w.]{1,200})'? (?:is not defined$|referenced before)")
_NO_TYPE = re.compile(r"Type of variable '([^']{1,200})' cannot be determined, operation: .*")
_EMPTY = {"[]": "List", "{}": "DictType", "set()": "Set"}
_OUTGOING = re.compile(r"Missing type annotation on outgoing variable\(s\): \[(.{1,1000})\]")
_CAST = re.compile(rf"Cannot cast ({until(' to ')}) to ({until(': ')}): ")
_CONSTRUCTS = (
    (re.compile("context manager"), "EnterWith"),
    (re.compile("format spec in f-strings"), "FORMAT_WITH_SPEC"),
    (re.compile("cell variable|[Cc]losure|that may escape"), "make_function"),
    (re.compile(r"CALL_FUNCTION_EX|\*\*kwargs"), "CALL_FUNCTION_EX"),
    (searched("argument raise|raising.{0,100}not.{0,100}support"), "RAISE_VARARGS"),
)  # fmt: skip


def _operand(text: str) -> NumbaOperand:
    keyword = _KEYWORD.fullmatch(text)
    if keyword is not None:
        return NumbaOperand("argument", type=read_type(keyword[2]), keyword=keyword[1])
    return NumbaOperand("argument", type=read_type(text))


def _called(kind: NumbaType, arguments: str) -> NumbaFailure:
    operands = tuple(map(_operand, split_types(arguments)))
    name = kind.value.rpartition(".")[2]
    is_operator = name in OPERATORS or name in UNARY or name in _SUBSCRIPTS
    if kind.kind == "Function" and is_operator:
        return NumbaFailure(
            NOWHERE, "operator", operands=operands, callee=name.removeprefix("static_")
        )
    called = NumbaOperand("function", type=kind)
    return NumbaFailure(NOWHERE, "call", operands=operands, called=called, callee=kind.value)


def _no_version(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    prefix = "No implementation of function "
    if not said[0].startswith(prefix):
        return None
    kind = read_type(said[0][len(prefix) :].removesuffix(" found for signature:"))
    match = next((m for line in said[1:4] if (m := _SIGNATURE.fullmatch(line.strip()))), None)
    if match is None:
        return None
    reading, outer = _called(kind, match[2]), _callee(said)
    if reading.what == "call" and outer.kind == "BoundFunction":  # what implements a method
        return _called(outer, ", ".join(split_types(match[2])[1:]))
    return reading if reading.callee else _called(outer, match[2])


def _callee(said: list[str]) -> NumbaType:
    """What the message says was called, outside of its list of candidates."""
    target = next((line for line in said if _CALLEE.match(line)), "")
    return read_type(target.partition("callee type: ")[2])


def _invalid_use(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _INVALID.fullmatch(said[0])
    if match is None:
        return None
    kind = read_type(match[1])
    reading = _called(kind, match[2])
    if kind.kind != "Dispatcher" or "Known signatures:" not in said[1:2]:
        return reading
    known = [m for line in said[2:MAX_SIGNATURES] if (m := _KNOWN.fullmatch(line))]
    types = tuple(tuple(map(read_type, split_types(one[1]))) for one in known)
    names = tuple(f"argument {at + 1}" for at in range(max(map(len, types), default=0)))
    function = NumbaFunction(kind.value, kind.value, "", 0)
    dispatcher = NumbaDispatcher(kind.value, function, names, len(names))
    return reading._replace(dispatcher=dispatcher, signatures=types)


def _no_fit(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _BIND.match(said[0])
    if match is None:
        return None
    names = tuple(part.partition("=")[0].strip() for part in split_types(match[3]))
    defaults = sum("=" in part for part in split_types(match[3]))
    given = [NumbaOperand("argument", type=read_type(one)) for one in split_types(match[1])]
    given += [
        NumbaOperand("argument", keyword=one.partition(":")[0].strip(" '"))
        for one in split_types(match[2])
    ]
    called = _callee(said)
    place = levels[0].location if levels else Location("", None)
    name = called.value or UNKNOWN_FUNCTION
    dispatcher = NumbaDispatcher(name, NumbaFunction(name, name, place.file, 0), names, defaults)
    return NumbaFailure(NOWHERE, "call", operands=tuple(given), callee=name, dispatcher=dispatcher)


def _several_types(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _UNIFY.fullmatch(said[0])
    if match is None:
        return None
    place = Location(levels[0].location.file if levels else "", None)
    types = tuple(NumbaOrigin("expression", place, type=read_type(match[n])) for n in (1, 2))
    return NumbaFailure(NOWHERE, "unify", variable=match[3], types=types)


def _several_results(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _RESULTS.fullmatch(said[0])
    if match is None:
        return None
    types = []
    for at, line in enumerate(said):
        result, file = _RESULT.fullmatch(line), FILE.fullmatch(said[min(at + 1, len(said) - 1)])
        if result is not None and file is not None:
            _, code = excerpt(said, at + 1)
            code = code.removeprefix("return ").removeprefix("yield ").partition("  #")[0]
            place = Location(file[1], int(file[2]))
            kind = read_type(result[1])
            types.append(NumbaOrigin("expression", place, type=kind, expression=code))
    return NumbaFailure(NOWHERE, "return" if match[1] == "return" else "yield", types=tuple(types))


def _imprecise(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _IMPRECISE.fullmatch(said[0])
    if match is None:
        return None
    name = "" if match[1].startswith("$") else match[1].partition(".")[0]
    operand = NumbaOperand("value", name, read_type(match[2]))
    return NumbaFailure(NOWHERE, "imprecise", operands=(operand,), variable=name)


def _global(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _GLOBAL.fullmatch(said[0])
    if match is not None:
        return NumbaFailure(NOWHERE, "global", name=match[1], value=match[2], known=True)
    match = _CONSTANT.match(said[0])
    if match is not None:
        kind = read_type(match[1]).kind
        values = {
            "List": "list",
            "Set": "set",
            "DictType": "numba.typed.Dict",
            "ListType": "numba.typed.List",
        }
        return NumbaFailure(
            NOWHERE, "global", name=match[2], value=values.get(kind, match[1]), known=True
        )
    match = _NO_NAME.fullmatch(said[0])
    return None if match is None else NumbaFailure(NOWHERE, "global", name=match[1])


def _attribute(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _ATTRIBUTE.fullmatch(said[0])
    if match is not None:
        return _of_attribute("getattr", read_type(match[2]), match[1])
    match = _FIELD.match(said[0])
    if match is not None:
        return _of_attribute("setattr", read_type(match[1]), match[2])
    match = _NUMPY.fullmatch(said[0])
    if match is None:
        return None
    module = NumbaType(f"Module({match[1]})", "Module", value=match[1])
    return _of_attribute("getattr", module, match[2])


def _of_attribute(what: NumbaWhat, of: NumbaType, name: str) -> NumbaFailure:
    return NumbaFailure(NOWHERE, what, operands=(NumbaOperand("value", type=of),), attribute=name)


def _argument(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _PRECISE.fullmatch(said[0])
    if match is None:
        return None
    kind = read_type(match[1])
    operand = NumbaOperand("argument", type=kind)
    blamed = next((m for line in said if (m := _BLAMED.fullmatch(line.strip()))), None)
    if blamed is not None:
        operand = operand._replace(
            role=f"argument {int(blamed[1]) + 1}", python_type=blamed[2] or "numpy.ndarray"
        )
        if blamed[3]:
            operand = operand._replace(type=_OBJECTS._replace(ndim=kind.ndim or None))
    return NumbaFailure(NOWHERE, "argument", operands=(operand,))


def _unpacked(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _TOO_MANY.search(said[0])
    if match is None:
        return None
    kind = NumbaType(f"a tuple of {match[2]}", length=int(match[2]))
    operand = NumbaOperand("value", type=kind)
    return NumbaFailure(NOWHERE, "unpack", operands=(operand,), unpacked_into=int(match[1]))


def _declared(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _CONVERSION.match(said[0])
    if match is None:
        return None
    place = levels[0].location if levels else Location("", None)
    types = tuple(NumbaOrigin("expression", place, type=read_type(match[n])) for n in (2, 1))
    return NumbaFailure(NOWHERE, "declared", types=types)


def _construct(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    block = _OUTGOING.fullmatch(said[0])
    if block is not None:
        names = [one.strip(" '") for one in block[1].split(",")]
        values = tuple(NumbaOperand("value", name) for name in names)
        return NumbaFailure(NOWHERE, "construct", operands=values, name="objmode")
    match = _OPCODE.search(said[0])
    if match is not None:
        return NumbaFailure(NOWHERE, "opcode", name=match[1] or match[2])
    undefined = _UNDEFINED.search(said[0])
    if undefined is not None:
        return NumbaFailure(NOWHERE, "undefined", variable=undefined[1])
    name = next((name for how, name in _CONSTRUCTS if how.search(said[0])), None)
    if name is None and re.search(r"not support|unsupported", said[0], re.IGNORECASE):
        name = "" if levels and levels[0].code and not levels[0].what.startswith(CALL) else None
    return None if name is None else NumbaFailure(NOWHERE, "construct", name=name)


def _undetermined(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    """It has no type, as what it is made of has none: an empty container in the line says why."""
    match = _NO_TYPE.fullmatch(said[0])
    code = levels[0].code if levels else ""
    kind = next((kind for text, kind in _EMPTY.items() if text in code.replace(" ", "")), None)
    if match is None or kind is None:
        return None
    empty = NumbaType("undefined", kind, (NumbaType("undefined", "Undefined"),))
    name = "" if match[1].startswith("$") else match[1].partition(".")[0]
    operand = NumbaOperand("value", name, empty)
    return NumbaFailure(NOWHERE, "imprecise", operands=(operand,), variable=name)


def _cast(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    match = _CAST.match(said[0])
    if match is None:
        return None
    operands = (_operand(match[1]), _operand(match[2]))
    return NumbaFailure(NOWHERE, "operator", operands=operands, callee="cast")


def _call(said: list[str], levels: list[Level]) -> NumbaFailure | None:
    """A call that failed for a reason in words: the types of its arguments are not told."""
    if not levels or not levels[0].what.startswith(CALL):
        return None
    kind = _callee(said)
    if not kind.value or kind.kind == "Dispatcher":
        return None
    return NumbaFailure(
        NOWHERE, "call", called=NumbaOperand("function", type=kind), callee=kind.value
    )


_READERS: tuple[_Read, ...] = (
    _no_version, _invalid_use, _no_fit, _several_types, _several_results, _imprecise, _global,
    _attribute, _argument, _unpacked, _declared, _construct, _undetermined, _cast, _call,
)  # fmt: skip
