"""Types as LLVM writes them, and how they lie in memory.

Numba writes the LLVM type of each structure into the name of its DWARF type, behind its own name of
it: `Tuple(bool, int64) ({i1, i64})`. The offsets that it gives to DWARF leave out the padding (and
so does the size), so they are worked out from that text here, as LLVM does for x86-64:

    {i1, i64}         i1 at 0 (a byte), i64 at 8: 16 bytes, aligned to 8
    <{i1, i64}>       packed: 9 bytes
    [3 x {i8*, i64}]  48 bytes
"""

import re
from functools import lru_cache
from typing import NamedTuple, Optional, Tuple

MAX_TEXT = 1 << 14
MAX_DEPTH = 24
MAX_ELEMENTS = 4096
MAX_SIZE = 1 << 40

_NUMBER, _INTEGER = re.compile("[0-9]{1,11}"), re.compile("i[0-9]{1,4}")
_FLOATS = {"half": 2, "bfloat": 2, "float": 4, "double": 8, "fp128": 16}


class TypeTextError(ValueError):
    """A text that is not that of a type."""


class LlvmType(NamedTuple):
    """A type with its place in memory."""

    kind: str
    """"int", "float", "pointer", "struct" or "array"."""
    size: int
    """Bytes from one to the next in an array."""
    align: int
    elements: "Tuple[LlvmType, ...]" = ()
    """Of a struct; of an array and a pointer the one that they are of."""
    offsets: Tuple[int, ...] = ()
    """Of a struct's elements."""
    length: int = 0
    """Of an array."""


BYTE = LlvmType("int", 1, 1)


def split_name(name: str) -> Tuple[str, Optional[LlvmType]]:
    """(what stands before it, the LLVM type) of `Tuple(int64, float64) ({i64, double})`; the type
    is None where the name does not end in one."""
    if not name.endswith(")") or len(name) > MAX_TEXT:
        return name, None
    depth = 0
    for at in range(len(name) - 1, 0, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if depth == 0:
            if name[at - 1] != " ":
                return name, None
            try:
                return name[: at - 1], parse(name[at + 1 : -1])
            except TypeTextError:
                return name, None
    return name, None


@lru_cache(maxsize=1024)
def parse(text: str) -> LlvmType:
    """`{i8*, i64, [2 x double]}` → the type. Raises TypeTextError for what is no such type, or is
    of an unreasonable size."""
    if len(text) > MAX_TEXT:
        raise TypeTextError("the text of a type is unreasonably long")
    reader = _Reader(text)
    found = reader.type(0)
    if reader.at != len(text):
        raise TypeTextError(f"{text!r:.60} is not a type of LLVM's")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def type(self, depth: int) -> LlvmType:
        if depth > MAX_DEPTH:
            raise TypeTextError("a type within too many others")
        found = self._plain(depth)
        while True:
            if self._take("*"):
                found = LlvmType("pointer", 8, 8, (found,))
            elif self._take(" ("):  # a function: what its pointer points to
                self._skip_arguments()
                found = LlvmType("int", 1, 1)
            else:
                return found

    def _plain(self, depth: int) -> LlvmType:
        if self._take("<{"):
            return self._struct(depth, "}>", packed=True)
        if self._take("{"):
            return self._struct(depth, "}", packed=False)
        if self._take("["):
            count = self._number()
            self._expect(" x ")
            element = self.type(depth + 1)
            self._expect("]")
            size = _bounded(count * element.size)
            return LlvmType("array", size, element.align, (element,), length=count)
        word = self._word()
        if word in _FLOATS:
            return LlvmType("float", _FLOATS[word], _FLOATS[word])
        if word == "void":
            return BYTE
        if word == "ptr":
            return LlvmType("pointer", 8, 8, (BYTE,))
        if _INTEGER.fullmatch(word) is not None:
            size = 1
            while size * 8 < int(word[1:]):
                size *= 2
            return LlvmType("int", size, min(size, 16))
        raise TypeTextError(f"{word!r:.40} is not a type of LLVM's")

    def _struct(self, depth: int, end: str, packed: bool) -> LlvmType:
        elements = []  # type: List[LlvmType]
        offsets = []
        size, align = 0, 1
        while not self._take(end):
            if elements:
                self._expect(", ")
            element = self.type(depth + 1)
            if len(elements) >= MAX_ELEMENTS:
                raise TypeTextError("a type of too many elements")
            step = 1 if packed else element.align
            size = -(-size // step) * step
            offsets.append(size)
            elements.append(element)
            size = _bounded(size + element.size)
            align = max(align, step)
        return LlvmType("struct", -(-size // align) * align, align, tuple(elements), tuple(offsets))

    def _skip_arguments(self) -> None:
        depth = 1
        while depth:
            if self.at >= len(self.text):
                raise TypeTextError("a type that does not end")
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1

    def _word(self) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at].isalnum():
            self.at += 1
        return self.text[start : self.at]

    def _number(self) -> int:
        word = self._word()
        if _NUMBER.fullmatch(word) is None:
            raise TypeTextError(f"{word!r:.40} is not a number of elements")
        return int(word)

    def _take(self, what: str) -> bool:
        if self.text.startswith(what, self.at):
            self.at += len(what)
            return True
        return False

    def _expect(self, what: str) -> None:
        if not self._take(what):
            raise TypeTextError(f"{self.text!r:.60} is not a type of LLVM's")


def _bounded(size: int) -> int:
    if size > MAX_SIZE:
        raise TypeTextError("a type of unreasonable size")
    return size
