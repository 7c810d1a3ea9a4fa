"""Expressions inside mangled names (`X … E`, `DT … E`), as c++filt writes them."""

from __future__ import annotations

from collections.abc import Callable

from atfault.native.demangling.itanium_cursor import NotMangled, Pack, join_template
from atfault.native.demangling.itanium_tables import BINARY, UNARY
from atfault.native.demangling.itanium_types import TypeParser


def expression(parser: TypeParser) -> str:
    """One expression at the cursor. Raises NotMangled for kinds that are not known here."""
    return _expression(parser)[0]


def _expression(p: TypeParser) -> tuple[str, bool]:
    """(text, it is a plain name: needs no parentheses as an operand)."""
    text = p.text
    char = text[p.pos]
    if char == "L":
        return p.literal(), text[p.pos - 2] != "_"
    if char == "T":
        value = p.template_param()
        return "".join(value), True
    two = text[p.pos : p.pos + 2]
    if two in ("fp", "fL"):
        return _function_parameter(p), True
    if "0" <= char <= "9" or two in ("on", "gs", "sr"):
        return _unresolved(p), True
    handler = _KINDS.get(two)
    if handler is not None:
        p.pos += 2
        return handler(p), False
    if two in UNARY:
        return _unary(p, two), False
    if two in BINARY:
        p.pos += 2
        left = _operand(p)
        right = _operand(p)
        if two == "ix":
            return f"{left}[{right}]", False
        if two in ("dt", "pt"):
            return f"{left}{BINARY[two]}{right}", False
        whole = f"{left}{BINARY[two]}{right}"
        return (f"({whole})" if two == "gt" else whole), False
    if two in ("nw", "na") or char == "u":
        raise NotMangled(f"expression {two!r}")
    raise NotMangled(f"expression {two!r}")


def _operand(p: TypeParser) -> str:
    p.enter()
    text, plain = _expression(p)
    p.depth -= 1
    p.bounded(text)
    return text if plain else f"({text})"


def _unary(p: TypeParser, two: str) -> str:
    text = p.text
    p.pos += 2
    if two in ("pp", "mm"):
        if text[p.pos] == "_":  # prefix form
            p.pos += 1
            return f"{UNARY[two]}{_operand(p)}"
        return f"{_operand(p)}{UNARY[two]}"
    if two == "ad" and text[p.pos : p.pos + 3] == "L_Z":
        return f"&{_address_of(p)}"
    return f"{UNARY[two]}{_operand(p)}"


def _address_of(p: TypeParser) -> str:
    """The function behind `&`: a qualified one goes without its parameters and parentheses."""
    start = p.pos
    p.pos += 3
    name = p.encoding(top=False)
    p.expect("E")
    if p.text[start + 3] == "N" and p.text[start + 4] not in "KVRO":
        return _without_parameters(name) or name
    return f"({name})"


def _without_parameters(name: str) -> str | None:
    """ "a::f<int>(long) const" → "a::f<int>"; None when there are no parameters at the end."""
    for suffix in (" const", " volatile", " &", " &&"):
        name = name.removesuffix(suffix)
    if not name.endswith(")"):
        return None
    depth = 0
    for i in range(len(name) - 1, -1, -1):
        depth += (name[i] == ")") - (name[i] == "(")
        if not depth:
            return name[:i]
    return None


def _function_parameter(p: TypeParser) -> str:
    """fpT | fp <cv> [n] _ | fL <level> p <cv> [n] _"""
    text = p.text
    p.pos += 2
    if text[p.pos - 1] == "L":
        p.number()
        p.expect("p")
    if text[p.pos] == "T":
        p.pos += 1
        return "this"
    while text[p.pos] in "rVK":
        p.pos += 1
    return f"{{parm#{p.index() + 1}}}"


def _unresolved(p: TypeParser) -> str:
    """sr <type> <name> [args] | [gs] <name> | on <operator> [args]"""
    text = p.text
    prefix = ""
    if text.startswith("gs", p.pos):
        p.pos += 2
        prefix = "::"
    if text.startswith("sr", p.pos):
        p.pos += 2
        if text[p.pos] == "N" and text[p.pos + 1] in "T0123456789SD":
            return prefix + _nested_unresolved(p)
        prefix += "".join(p.type()) + "::"
    return prefix + _simple_id(p)


def _nested_unresolved(p: TypeParser) -> str:
    """srN <type> <simple id>+ E <base name>"""
    p.pos += 1
    parts = ["".join(p.type())]
    while p.text[p.pos] != "E":
        parts.append(_simple_id(p))
    p.pos += 1
    parts.append(_simple_id(p))
    return "::".join(parts)


def _simple_id(p: TypeParser) -> str:
    text = p.text
    if text.startswith("on", p.pos):
        p.pos += 2
        name = p.operator()[0]
    elif text.startswith("dn", p.pos):
        p.pos += 2
        name = "~" + (p.source_name() if text[p.pos].isdigit() else "".join(p.type()))
    else:
        name = p.source_name()
    if text[p.pos] == "I":
        name = join_template(name, p.template_args(False))
    return name


def _list(p: TypeParser, end: str = "E") -> str:
    """Expressions up to `end`, joined."""
    parts = []
    while p.text[p.pos] != end:
        part = expression_or_pack(p)
        if part:
            parts.append(part)
    p.pos += 1
    return ", ".join(parts)


def expression_or_pack(p: TypeParser) -> str:
    p.enter()
    text = _expression(p)[0]
    p.depth -= 1
    return p.bounded(text)


def _call(p: TypeParser) -> str:
    start = p.pos
    callee, plain = _expression(p)
    if p.text[start : start + 3] == "L_Z":
        callee = _without_parameters(callee) or callee
        plain = True
    arguments = _list(p)
    return f"{callee}({arguments})" if plain else f"({callee})({arguments})"


def _conversion(p: TypeParser) -> str:
    """cv <type> <expression> | cv <type> _ <expression>* E"""
    kind = "".join(p.type())
    if p.text[p.pos] == "_":
        p.pos += 1
        return f"({kind})({_list(p)})"
    return f"({kind}){_operand(p)}"


def _braced(p: TypeParser) -> str:
    return f"{''.join(p.type())}{{{_list(p)}}}"


def _bare_braced(p: TypeParser) -> str:
    return f"{{{_list(p)}}}"


def _named_cast(word: str) -> Callable[[TypeParser], str]:
    def cast(p: TypeParser) -> str:
        kind = "".join(p.type())
        return f"{word}<{kind}>({expression_or_pack(p)})"

    return cast


def _of_type(word: str) -> Callable[[TypeParser], str]:
    return lambda p: f"{word} ({''.join(p.type())})"


def _of_expression(word: str) -> Callable[[TypeParser], str]:
    return lambda p: f"{word} ({expression_or_pack(p)})"


def _ternary(p: TypeParser) -> str:
    return f"{_operand(p)} ? {_operand(p)} : {_operand(p)}"


def _size_of_pack(p: TypeParser) -> str:
    """sZ <template parameter>: the number of elements."""
    if p.text[p.pos] == "T":
        p.pos += 1
        index = p.index()
        if index < len(p.targs) and isinstance(p.targs[index], Pack):
            return str(len(p.targs[index]))
    raise NotMangled("sizeof...")


def _pack_expansion(p: TypeParser) -> str:
    return ", ".join(p.expand(lambda: expression_or_pack(p), 0))


def _throw(p: TypeParser) -> str:
    return f"throw {expression_or_pack(p)}"


_KINDS: dict[str, Callable[[TypeParser], str]] = {
    "cl": _call,
    "cv": _conversion,
    "tl": _braced,
    "il": _bare_braced,
    "sc": _named_cast("static_cast"),
    "dc": _named_cast("dynamic_cast"),
    "rc": _named_cast("reinterpret_cast"),
    "cc": _named_cast("const_cast"),
    "st": _of_type("sizeof"),
    "sz": _of_expression("sizeof"),
    "at": _of_type("alignof"),
    "az": _of_expression("alignof"),
    "nx": _of_expression("noexcept"),
    "te": _of_expression("typeid"),
    "ti": _of_type("typeid"),
    "qu": _ternary,
    "sZ": _size_of_pack,
    "sp": _pack_expansion,
    "tw": _throw,
}
