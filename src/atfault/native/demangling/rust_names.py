"""Rust's v0 symbol names (RFC 2603) → paths.

    _RNvCskwGfYPst2Cb_3foo16example_function
      N v  C skwGfYPst2Cb_ 3foo  16example_function      foo::example_function

Lifetimes and the hashes that tell crates of one name apart are left out.
"""

from __future__ import annotations

from collections.abc import Callable

MAX_NAME = 16384
MAX_OUTPUT = 65536
_MAX_DEPTH = 120
_MAX_STEPS = 20_000
_DIGITS = {
    c: i for i, c in enumerate("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
_BASIC = {
    "a": "i8", "b": "bool", "c": "char", "d": "f64", "e": "str", "f": "f32", "h": "u8",
    "i": "isize", "j": "usize", "l": "i32", "m": "u32", "n": "i128", "o": "u128", "s": "i16",
    "t": "u16", "u": "()", "v": "...", "x": "i64", "y": "u64", "z": "!", "p": "_",
}  # fmt: skip


class _Bad(Exception):
    """Not a v0 name, or not a form known here."""


def demangle(symbol: str) -> str | None:
    """The path in a `_R…` name; None when it is not one."""
    if not symbol.startswith("_R") or len(symbol) > MAX_NAME:
        return None
    try:
        reader = _Reader(symbol[2:])
        text = reader.path()
        if reader.text[reader.pos] not in ".\0":
            reader.path()  # the crate that instantiated it
        return text if reader.text[reader.pos] in ".\0" else None
    except (_Bad, IndexError, ValueError, RecursionError):
        return None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text + "\0"
        self.pos = 0
        self.depth = 0
        self.steps = 0

    def take(self) -> str:
        char = self.text[self.pos]
        self.pos += 1
        return char

    def eat(self, char: str) -> bool:
        if self.text[self.pos] == char:
            self.pos += 1
            return True
        return False

    def enter(self) -> None:
        self.depth += 1
        self.steps += 1
        if self.depth > _MAX_DEPTH or self.steps > _MAX_STEPS:
            raise _Bad

    def base62(self) -> int:
        """`_` → 0, `0_` → 1, …"""
        if self.eat("_"):
            return 0
        value = 0
        while not self.eat("_"):
            value = value * 62 + _DIGITS[self._digit()]
            if value >> 64:
                raise _Bad
        return value + 1

    def _digit(self) -> str:
        char = self.take()
        if char not in _DIGITS:
            raise _Bad
        return char

    def disambiguator(self) -> int:
        return self.base62() + 1 if self.eat("s") else 0

    def identifier(self) -> tuple[str, int]:
        number = self.disambiguator()
        is_punycode = self.eat("u")
        start = self.pos
        if not self.eat("0"):  # no number begins with 0: "00" is two names without letters
            while self.text[self.pos].isdigit() and self.pos - start < 6:
                self.pos += 1
        length = int(self.text[start : self.pos])
        self.eat("_")
        name = self.text[self.pos : self.pos + length]
        if len(name) != length or "\0" in name:
            raise _Bad
        self.pos += length
        if is_punycode:
            name = _punycode(name)
        return name, number

    def backref(self, parse: Callable[[], str]) -> str:
        at = self.pos - 1
        target = self.base62()
        if target >= at:
            raise _Bad
        saved, self.pos = self.pos, target
        text = parse()
        self.pos = saved
        return text

    def path(self) -> str:
        self.enter()
        text = self._path(self.take())
        self.depth -= 1
        if len(text) > MAX_OUTPUT:
            raise _Bad
        return text

    def _path(self, kind: str) -> str:
        if kind == "C":
            return self.identifier()[0]
        if kind == "N":
            space = self.take()
            outer = self.path()
            name, number = self.identifier()
            if space.isupper():
                word = {"C": "closure", "S": "shim"}.get(space, space)
                return f"{outer}::{{{word}{':' + name if name else ''}#{number}}}"
            return f"{outer}::{name}" if name else outer
        if kind in "MX":
            self.disambiguator()
            self.path()
            own = self.type()
            return f"<{own}>" if kind == "M" else f"<{own} as {self.path()}>"
        if kind == "Y":
            own = self.type()
            return f"<{own} as {self.path()}>"
        if kind == "I":
            base, arguments = self.path(), self.list(self.generic)
            return f"{base}<{', '.join(arguments)}>" if arguments else base
        if kind == "B":
            return self.backref(self.path)
        raise _Bad

    def list(self, parse: Callable[[], str]) -> list[str]:
        parts = []
        while not self.eat("E"):
            part = parse()
            if part:
                parts.append(part)
        return parts

    def generic(self) -> str:
        if self.eat("L"):
            self.base62()
            return ""
        return self.constant() if self.eat("K") else self.type()

    def type(self) -> str:
        self.enter()
        text = self._type(self.take())
        self.depth -= 1
        if len(text) > MAX_OUTPUT:
            raise _Bad
        return text

    def _type(self, kind: str) -> str:
        if kind in _BASIC:
            return _BASIC[kind]
        if kind in "RQ":
            if self.eat("L"):
                self.base62()
            return ("&mut " if kind == "Q" else "&") + self.type()
        if kind in "PO":
            return ("*const " if kind == "P" else "*mut ") + self.type()
        if kind == "S":
            return f"[{self.type()}]"
        if kind == "A":
            element = self.type()
            return f"[{element}; {self.constant()}]"
        if kind == "T":
            parts = self.list(self.type)
            return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
        if kind == "F":
            return self._function()
        if kind == "D":
            return self._dynamic()
        if kind == "B":
            return self.backref(self.type)
        self.pos -= 1
        return self.path()

    def _function(self) -> str:
        if self.eat("G"):
            self.base62()
        prefix = "unsafe " if self.eat("U") else ""
        if self.eat("K"):
            abi = "C" if self.eat("C") else self.identifier()[0].replace("_", "-")
            prefix += f'extern "{abi}" '
        arguments = ", ".join(self.list(self.type))
        result = self.type()
        return f"{prefix}fn({arguments})" + (f" -> {result}" if result != "()" else "")

    def _dynamic(self) -> str:
        if self.eat("G"):
            self.base62()
        traits = []
        while not self.eat("E"):
            trait, bindings = self.path(), []
            while self.eat("p"):
                name = self.identifier()[0]
                bindings.append(f"{name} = {self.type()}")
            if bindings:  # Fn<(u8,), Output = bool>
                start = trait[:-1] + ", " if trait.endswith(">") else trait + "<"
                trait = f"{start}{', '.join(bindings)}>"
            traits.append(trait)
        if self.eat("L"):
            self.base62()
        return "dyn " + " + ".join(traits)

    def constant(self) -> str:
        if self.eat("p"):
            return "_"
        if self.eat("B"):
            return self.backref(self.constant)
        kind = self.take()
        if kind not in "abchijlmnostxy":
            raise _Bad
        sign = "-" if self.eat("n") else ""
        end = self.text.index("_", self.pos)
        digits = self.text[self.pos : end]
        self.pos = end + 1
        value = int(digits or "0", 16)
        if kind == "b":
            return "true" if value else "false"
        if kind == "c":
            return repr(chr(value)) if value < 0x110000 else "'?'"
        return f"{sign}{value}"


def _punycode(name: str) -> str:
    """Rust writes the delimiter of RFC 3492 as "_"."""
    head, separator, tail = name.rpartition("_")
    try:
        return f"{head}{'-' if separator else ''}{tail}".encode().decode("punycode")
    except UnicodeError:
        return name
