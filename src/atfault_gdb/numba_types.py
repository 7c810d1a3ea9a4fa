"""Numba's own names of its types, which it writes into debug information, taken apart.

    array(float64, 2d, C)                       unaligned readonly array(float64, 2d, C)
    UniTuple(int64 x 3)                         Tuple(int64, array(float64, 1d, C))
    Point(int64 x 2)  Point(int64, float64)     namedtuples
    Literal[int](7)                             OptionalType(int64)
    ListType[int64]                             reflected list(int64)<iv=None>
    Record(a[type=int32;offset=0],b[type=float64;offset=4];12;False)
    instance.jitclass.Store#7f21<size:int64,cells:array(float64, 1d, A)>

(numba/core/types: `name` of each class; the same in 0.66 to 0.68.) A text is split at commas
outside of brackets; text of the user's in a `Literal[str]` may mislead that, so whoever reads a
value holds the parts against the LLVM type beside it. What is not known is of kind "other".
"""

import re
from functools import lru_cache
from typing import List, NamedTuple, Optional, Tuple

from atfault_gdb.llvm_types import LlvmType

MAX_TEXT = 1 << 14
MAX_DEPTH = 16
MAX_PARTS = 512


class NumbaType(NamedTuple):
    """One type."""

    kind: str
    """"int", "float", "complex", "bool", "time", "enum", "array", "tuple", "optional", "list"
    (typed), "reflected list", "dict", "str", "literal str", "none", "omitted", "record", "chars",
    "unichars", "jitclass", "pointer" or "other"."""
    text: str
    """As Numba has it."""
    parts: "Tuple[NumbaType, ...]" = ()
    """Items of a tuple, the element of a container, fields of a record or jitclass."""
    names: Tuple[str, ...] = ()
    """Of those fields."""
    offsets: Tuple[int, ...] = ()
    """Of a record's fields, in bytes."""
    size: int = 0
    """Bytes of a scalar or record; characters of "chars"; dimensions of an array."""
    literal: str = ""
    """The value of a literal: the type has that one only."""
    name: str = ""
    """"int64" of a scalar, "Point" of a namedtuple, "Store" of a jitclass."""
    layout: str = ""
    """C, F or A of an array."""
    signed: bool = True
    readonly: bool = False


_SCALAR = re.compile(r"(int|uint|float|complex)(8|16|32|64|128)")
_LITERAL = re.compile(r"Literal\[(int|bool|str)\]\((.*)\)", re.S)
_ARRAY = re.compile(r"((?:unaligned |readonly )*)[\w.]+\((.+), (\d{1,2})d, ([CFA])\)", re.S)
_TIME = re.compile(r"(datetime64|timedelta64)(\[\w+\])?")
_ENUM = re.compile(r"(Int)?Enum<(\w+)>\((.+)\)")
_CHARS = re.compile(r"\[(char|unichr) x (\d{1,9})\]")
_JITCLASS = re.compile(r"instance\.jitclass\.(\w+)#\w+<(.*)>", re.S)
_FIELD = re.compile(r"(.+?)\[type=(.+);offset=(\d{1,12})(?:;title=.*)?\]", re.S)
_NAMED = re.compile(r"(\w+)\((.*)\)", re.S)
_COUNT = re.compile("[0-9]{1,9}")
_OPEN, _CLOSE = "([{<", ")]}>"


@lru_cache(maxsize=1024)
def parse_type(text: str) -> NumbaType:
    """The type of that name; of kind "other" for what is not known, or unreasonably long."""
    if len(text) > MAX_TEXT:
        return NumbaType("other", text[:80])
    return _parse(text, 0)


def _parse(text: str, depth: int) -> NumbaType:
    if depth > MAX_DEPTH:
        return NumbaType("other", text)
    for reader in (_scalar, _literal, _array, _named, _container, _special):
        found = reader(text, depth)
        if found is not None:
            return found
    return NumbaType("other", text)


def _scalar(text: str, depth: int) -> Optional[NumbaType]:
    if text in ("bool", "boolean"):
        return NumbaType("bool", text, size=1, name="bool", signed=False)
    found = _SCALAR.fullmatch(text)
    if found is not None:
        kind = "int" if found[1] == "uint" else found[1]
        signed = found[1] != "uint"
        return NumbaType(kind, text, size=int(found[2]) // 8, name=text, signed=signed)
    found = _TIME.fullmatch(text)
    if found is not None:
        return NumbaType("time", text, size=8, name=text)
    found = _ENUM.fullmatch(text)
    if found is not None:
        part = _parse(found[2], depth + 1)
        return NumbaType("enum", text, (part,), size=part.size, name=found[3], signed=part.signed)
    found = _CHARS.fullmatch(text)
    if found is not None:
        return NumbaType("chars" if found[1] == "char" else "unichars", text, size=int(found[2]))
    return None


def _literal(text: str, depth: int) -> Optional[NumbaType]:
    found = _LITERAL.fullmatch(text)
    if found is None:
        return None
    if found[1] == "str":
        return NumbaType("literal str", text, literal=repr(found[2]), name="str")
    kind, name = ("int", "int64") if found[1] == "int" else ("bool", "bool")
    return NumbaType(kind, text, size=8 if kind == "int" else 1, literal=found[2], name=name)


def _array(text: str, depth: int) -> Optional[NumbaType]:
    found = _ARRAY.fullmatch(text)
    if found is None:
        return None
    element = _parse(found[2], depth + 1)
    return NumbaType(
        "array",
        text,
        (element,),
        size=int(found[3]),
        layout=found[4],
        readonly="readonly" in found[1],
    )


def _named(text: str, depth: int) -> Optional[NumbaType]:
    """Tuples, named or not, optionals and records."""
    if text.startswith(("nestedarray(", "reflected ", "list(", "omitted(", "type(")):
        return None
    found = _NAMED.fullmatch(text)
    if found is None:
        return None
    name, inside = found[1], found[2]
    if name == "Record":
        return _record(text, inside, depth)
    if name == "OptionalType":
        return NumbaType("optional", text, (_parse(inside, depth + 1),))
    same, count = _repeated(inside)
    shown = "" if name in ("Tuple", "UniTuple", "StarArgTuple", "StarArgUniTuple") else name
    if count >= 0:
        part = _parse(same, depth + 1)
        return NumbaType("tuple", text, (part,) * min(count, MAX_PARTS), name=shown, size=count)
    parts = _split(inside)
    if name != "Tuple" and not shown and not name.startswith("StarArg"):
        return None
    if len(parts) > MAX_PARTS or not all(parts):
        return None
    items = tuple(_parse(part, depth + 1) for part in parts)
    return NumbaType("tuple", text, items, name=shown, size=len(items))


def _repeated(inside: str) -> Tuple[str, int]:
    """ "int64 x 3" → ("int64", 3); ("", -1) for anything else."""
    same, cross, count = inside.rpartition(" x ")
    if cross and _COUNT.fullmatch(count) is not None and len(_split(same)) == 1:
        return same, int(count)
    return "", -1


def _record(text: str, inside: str, depth: int) -> Optional[NumbaType]:
    fields, _, rest = inside.rpartition(";")
    fields, _, size = fields.rpartition(";")
    if _COUNT.fullmatch(size) is None or rest not in ("True", "False"):
        return None
    names = []  # type: List[str]
    parts = []  # type: List[NumbaType]
    offsets = []  # type: List[int]
    for one in _split(fields):
        found = _FIELD.fullmatch(one)
        if found is None or len(names) >= MAX_PARTS:
            return None
        names.append(found[1])
        parts.append(_parse(found[2], depth + 1))
        offsets.append(int(found[3]))
    if any(a >= int(size) for a in offsets):
        return None
    return NumbaType(
        "record", text, tuple(parts), tuple(names), tuple(offsets), size=int(size), name="Record"
    )


def _container(text: str, depth: int) -> Optional[NumbaType]:
    for start, end, kind in (
        ("ListType[", "]", "list"),
        ("reflected list(", ")", "reflected list"),
        ("list(", ")", "reflected list"),
        ("DictType[", "]", "dict"),
    ):
        plain = text.partition("<iv=")[0]
        if plain.startswith(start) and plain.endswith(end):
            inside = plain[len(start) : -len(end)]
            parts = tuple(_parse(part, depth + 1) for part in _split(inside)[:2])
            return NumbaType(kind, text, parts)
    found = _JITCLASS.fullmatch(text)
    if found is None:
        return None
    pairs = [part.partition(":") for part in _split(found[2])]
    if len(pairs) > MAX_PARTS or not all(kind for _, _, kind in pairs):
        return None
    parts = tuple(_parse(kind, depth + 1) for _, _, kind in pairs)
    return NumbaType("jitclass", text, parts, tuple(name for name, _, _ in pairs), name=found[1])


def _special(text: str, depth: int) -> Optional[NumbaType]:
    if text == "unicode_type":
        return NumbaType("str", text, name="str")
    if text == "none":
        return NumbaType("none", text, literal="None", name="None")
    if text.startswith("omitted(default="):
        return NumbaType("omitted", text, literal=text[len("omitted(default=") : -1])
    return None


def _split(text: str) -> List[str]:
    """At commas outside of brackets, without the space behind them."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:at].lstrip(" "))
            start = at + 1
    rest = text[start:].lstrip(" ")
    return parts + [rest] if rest else parts


# -- how values of a type lie in memory ------------------------------------------------------------


_WORD = LlvmType("int", 8, 8)
_POINTER = LlvmType("pointer", 8, 8, (LlvmType("int", 1, 1),))


def layout_of(kind: NumbaType) -> Optional[LlvmType]:
    """The LLVM type of a type's values, for what lies in containers; None where it is unknown."""
    if kind.kind in ("int", "time", "enum", "bool") and kind.size:
        return LlvmType("int", kind.size, min(kind.size, 8))
    if kind.kind == "float" and kind.size:
        return LlvmType("float", kind.size, kind.size)
    if kind.kind == "complex" and kind.size:
        half = LlvmType("float", kind.size // 2, kind.size // 2)
        return struct_of((half, half))
    if kind.kind == "array":
        dims = LlvmType("array", 8 * kind.size, 8, (_WORD,), length=kind.size)
        of = kind.parts[0]
        element = LlvmType("array", of.size, 1) if of.kind == "record" else layout_of(of)
        if element is None:
            return None
        data = LlvmType("pointer", 8, 8, (element,))
        return struct_of((_POINTER, _POINTER, _WORD, _WORD, data, dims, dims))
    if kind.kind == "str":
        half = LlvmType("int", 4, 4)
        return struct_of((_POINTER, _WORD, half, half, _WORD, _POINTER, _POINTER))
    if kind.kind in ("list", "dict", "jitclass"):
        return struct_of((_POINTER, _POINTER))
    if kind.kind == "tuple" and kind.size == len(kind.parts):
        items = [layout_of(part) for part in kind.parts]
        known = tuple(item for item in items if item is not None)
        return struct_of(known) if len(known) == len(items) else None
    return None


def struct_of(elements: Tuple[LlvmType, ...]) -> LlvmType:
    """The struct of these elements, padded as LLVM pads it."""
    size, align, offsets = 0, 1, []
    for element in elements:
        size = -(-size // element.align) * element.align
        offsets.append(size)
        size += element.size
        align = max(align, element.align)
    return LlvmType("struct", -(-size // align) * align, align, elements, tuple(offsets))
