"""Types as Numba prints them: text → `NumbaType`.

    array(float64, 2d, C)      readonly array(int64, 1d, A)     reflected list(int64)<iv=None>
    Literal[int](3)            DictType[unicode_type,int64]     UniTuple(float64 x 2)
    Function(<built-in function add>)                           type(CPUDispatcher(<function f …>))
    BoundFunction(list.append for list(int64)<iv=None>)         instance.jitclass.Point#7f…<x:int64>
    Array(float64, 2, 'A', False, aligned=True)                 in the list of known signatures

Source: the names that numba/core/types give themselves; versions 0.50 to 0.68.
"""

import re
from collections.abc import Callable, Iterator

from atfault.model.numba import NumbaType
from atfault.text.tables import table

MAX_TEXT = 2000
MAX_DEPTH = 8
MAX_PARTS = 32

_ARRAY = re.compile(r"(readonly |unaligned |nonaligned )*array\((.+), (\d{1,2})d, ([ACF])[^()]*\)")
_REPR = re.compile(
    r"Array\((.+), (\d{1,2}), '([ACF])', (True|False)(?:, aligned=(True|False))?[^()]*\)"
)
_TABLE = tuple(
    (one["of"], re.compile(one["pattern"], re.DOTALL), one["kind"])
    for one in table("numba_types.tsv")
)
_SCALARS = tuple((how, kind) for of, how, kind in _TABLE if of == "scalar")
_LITERAL = re.compile(r"Literal\[(\w{1,20})\]\((.*)\)", re.DOTALL)
_LITERALS = {
    "int": ("IntegerLiteral", "int64"),
    "str": ("StringLiteral", "unicode_type"),
    "bool": ("BooleanLiteral", "bool"),
}
_CONST = re.compile(r"const\('(.*)'\)")
_HOLDERS = tuple((how, kind) for of, how, kind in _TABLE if of == "holder")
_REPEATED = re.compile(r"(?:Uni)?Tuple\((.+) x (\d{1,6})\)|\((.+) x (\d{1,6})\)")
_TUPLE = re.compile(r"Tuple\((.*)\)|\((.*)\)")
_BOUND = re.compile(r"BoundFunction\((.{1,200}?) for (.*)\)", re.DOTALL)
_NAMED = tuple((how, kind) for of, how, kind in _TABLE if of == "named")
_IV = re.compile(r"<iv=[^<>]{0,500}>")
_OPEN, _CLOSE = "([{<", ")]}>"


def read_type(text: str, depth: int = 0) -> NumbaType:
    """The type that a text names; one of no kind where nobody knows it. Never fails."""
    name = _IV.sub("", text[:MAX_TEXT].strip())
    if depth > MAX_DEPTH:
        return NumbaType(name)
    readers: tuple[Callable[[str, int], NumbaType | None], ...] = (
        _scalar, _array, _literal, _holder, _tuple, _bound, _named,
    )  # fmt: skip
    return next((one for read in readers if (one := read(name, depth))), NumbaType(name))


def split_types(text: str) -> list[str]:
    """ "int64, array(float64, 1d, C)" → ["int64", "array(float64, 1d, C)"]; at most MAX_PARTS."""
    found, depth, start = [], 0, 0
    text = text[:MAX_TEXT]
    for at, sign in enumerate(text):
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSE and text[at - 1 : at] != "-":
            depth -= 1
        elif sign == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
    found.append(text[start:])
    return [one.strip() for one in found if one.strip()][:MAX_PARTS]


def _types(text: str, depth: int) -> Iterator[NumbaType]:
    return (read_type(one, depth + 1) for one in split_types(text))


def _scalar(name: str, depth: int) -> NumbaType | None:
    kind = next((kind for how, kind in _SCALARS if how.fullmatch(name)), None)
    return None if kind is None else NumbaType(name, kind)


def _array(name: str, depth: int) -> NumbaType | None:
    match = _REPR.fullmatch(name)
    if match is not None:
        name = f"array({match[1]}, {match[2]}d, {match[3]})"
        one = _array(("readonly " if match[4] == "True" else "") + name, depth)
        return one and one._replace(aligned=match[5] != "False")
    match = _ARRAY.fullmatch(name)
    if match is None:
        return None
    return NumbaType(
        name,
        "Array",
        (read_type(match[2], depth + 1),),
        ndim=int(match[3]),
        layout=match[4],
        readonly="readonly" in name[: match.start(2)] or ", readonly" in name[match.end(2) :],
        aligned="aligned " not in name[: match.start(2)],
    )


def _literal(name: str, depth: int) -> NumbaType | None:
    match = _LITERAL.fullmatch(name)
    if match is not None and match[1] in _LITERALS:
        kind, of = _LITERALS[match[1]]
        return NumbaType(name, kind, (read_type(of, depth + 1),), value=match[2])
    match = _CONST.fullmatch(name)  # before 0.50
    if match is None:
        return None
    return NumbaType(
        name, "StringLiteral", (NumbaType("unicode_type", "UnicodeType"),), value=match[1]
    )


def _holder(name: str, depth: int) -> NumbaType | None:
    for how, kind in _HOLDERS:
        match = how.fullmatch(name)
        if match is not None:
            inside = next(filter(None, match.groups()), "")
            value = inside if kind == "NumberClass" else ""
            return NumbaType(name, kind, tuple(_types(inside, depth)), value=value)
    return None


def _tuple(name: str, depth: int) -> NumbaType | None:
    match = _REPEATED.fullmatch(name)
    if match is not None:
        length = int(match[2] or match[4])
        part = read_type(match[1] or match[3], depth + 1)
        return NumbaType(name, "UniTuple", (part,), length=length)
    match = _TUPLE.fullmatch(name)
    if match is None:
        return None
    parts = tuple(_types(match[1] or match[2] or "", depth))
    return NumbaType(name, "Tuple", parts, length=len(parts))


def _bound(name: str, depth: int) -> NumbaType | None:
    match = _BOUND.fullmatch(name)
    if match is None:
        return None
    return NumbaType(name, "BoundFunction", (read_type(match[2], depth + 1),), value=match[1])


def _named(name: str, depth: int) -> NumbaType | None:
    for how, kind in _NAMED:
        match = how.fullmatch(name)
        if match is not None:
            return NumbaType(name, kind, value=match[1])
    return None
