"""Itanium C++ ABI names → text, in pure Python and bounded.

Why not `__cxa_demangle`: symbol names come from the files under inspection, a demangler in C would
bring the tool down with a hostile one, and loading it costs as much as this module spends on all
names of a large stack. The output follows c++filt (libiberty/cp-demangle.c), so that it can be held
against it.

    _ZN2at6native3addIfEEvRKNS_6TensorET_
      N 2at 6native 3add I f E E      name: at::native::add<float>
      v                               return type (template functions alone carry one)
      R K N S_ 6Tensor E              at::Tensor const&     (S_ is the first substitution: at)
      T_                              float                 (the first template argument)

A type is the pair (left, right) of what stands before and behind a declarator: a pointer to
`void (int)` is ("void (*", ")(int)"). Grammar: https://itanium-cxx-abi.github.io/cxx-abi/abi.html
"""

from __future__ import annotations

from atfault.native.demangling.itanium_cursor import MAX_NAME, NotMangled, join_template
from atfault.native.demangling.itanium_expression import expression
from atfault.native.demangling.itanium_tables import OPERATORS, SPECIAL, STD_VERBOSE
from atfault.native.demangling.itanium_types import TypeParser

__all__ = ["NotMangled", "Parser", "demangle", "demangle_type"]


def demangle(name: str) -> str:
    """The text of a `_Z…` name. Raises NotMangled. A suffix as in `.cold` becomes [clone .cold]."""
    if not name.startswith("_Z") or len(name) > MAX_NAME:
        raise NotMangled(name[:80])
    parser = Parser(name)
    try:
        text = parser.encoding(top=True)
        rest = name[parser.pos :]
    except (IndexError, ValueError, RecursionError) as error:
        raise NotMangled(name[:80]) from error
    if rest:
        if rest[0] not in "._$@":
            raise NotMangled(name[:80])
        text += "".join(f" [clone {part}]" for part in clones(rest))
    if parser.forward:
        text = parser.resolve_forward(text)
    return text


def demangle_type(name: str) -> str:
    """The text of a mangled type as std::type_info holds it: "St13runtime_error". Raises
    NotMangled."""
    if not name or len(name) > MAX_NAME:
        raise NotMangled(name[:80])
    parser = Parser("_Z" + name)
    try:
        text = "".join(parser.type())
    except (IndexError, ValueError, RecursionError) as error:
        raise NotMangled(name[:80]) from error
    if parser.text[parser.pos] != "\0":
        raise NotMangled(name[:80])
    return text


class Parser(TypeParser):
    """Names and encodings."""

    __slots__ = ()

    # -- encodings and names ---------------------------------------------------------------------

    def encoding(self, top: bool) -> str:
        self.enter()
        text = self.text
        two = text[self.pos : self.pos + 2]
        if two in SPECIAL or two in ("Th", "Tv", "Tc", "TC", "GR", "TA"):
            return self.special(two)
        saved, saved_lambda = self.targs, self.in_lambda
        self.in_lambda = False
        name, has_args, no_return, qualifiers = self.name(tag=True)
        if text[self.pos] not in "\0E.$@":
            left = right = ""
            if has_args and not no_return:
                left, right = self.type()
                if left and not right:
                    left += " "
                if not top:
                    left = right = ""
            name = f"{left}{name}({self.parameters()}){qualifiers}{right}"
            if text[self.pos] == "Q":
                raise NotMangled("constraint")
        if not top:
            self.targs = saved
        self.in_lambda = saved_lambda
        self.depth -= 1
        return self.bounded(name)

    def special(self, two: str) -> str:
        self.pos += 2
        self.depth -= 1
        if two in ("TV", "TT", "TI", "TS"):
            left, right = self.type()
            return SPECIAL[two] + left + right
        if two in ("Th", "Tv"):
            self.pos -= 1
            kind = "non-virtual" if self.text[self.pos] == "h" else "virtual"
            self.call_offset()
            return f"{kind} thunk to {self.encoding(top=False)}"
        if two == "Tc":
            self.call_offset()
            self.call_offset()
            return f"covariant return thunk to {self.encoding(top=False)}"
        if two == "TC":
            derived = self.type()
            self.number()
            self.expect("_")
            base = self.type()
            return f"construction vtable for {''.join(base)}-in-{''.join(derived)}"
        if two == "TA":
            return f"template parameter object for {self.template_arg()}"
        name = self.name(tag=True)[0]
        if two == "GR":
            return f"reference temporary #{self.index()} for {name}"
        return SPECIAL[two] + name

    def call_offset(self) -> None:
        """h <nv-offset> _  |  v <offset> _ <virtual offset> _"""
        kind = self.text[self.pos]
        self.pos += 1
        for _ in range(2 if kind == "v" else 1):
            if self.text[self.pos] == "n":
                self.pos += 1
            self.number()
            self.expect("_")

    def name(self, tag: bool) -> tuple[str, bool, bool, str]:
        """(text, ends in template arguments, has no return type, qualifiers of `this`)."""
        self.enter()
        text = self.text
        char = text[self.pos]
        if char == "N":
            result = self.nested_name(tag)
        elif char == "Z":
            result = self.local_name(tag)
        else:
            no_return = False
            if char == "S" and text[self.pos + 1] != "t":
                name = "".join(self.element(self.substitution()))
                if text[self.pos] != "I":
                    raise NotMangled("substitution as a name")
            else:
                prefix = ""
                if char == "S":
                    self.pos += 2
                    prefix = "std"
                name, no_return = self.unqualified(prefix)
                name = f"{prefix}::{name}" if prefix else name
                if text[self.pos] == "I":
                    self.subs.append((name, ""))
            has_args = text[self.pos] == "I"
            if has_args:
                name = join_template(name, self.template_args(tag))
            result = self.bounded(name), has_args, no_return, ""
        self.depth -= 1
        return result

    def nested_name(self, tag: bool) -> tuple[str, bool, bool, str]:
        text, subs = self.text, self.subs
        self.pos += 1
        qualifiers = self.this_qualifiers()
        prefix, has_args, no_return = "", False, False
        while (char := text[self.pos]) != "E":
            if char == "S":
                prefix = self.nested_substitution()
                continue
            if char == "I":
                if not prefix:
                    raise NotMangled("template arguments without a name")
                prefix = join_template(prefix, self.template_args(tag))
                has_args = True
            elif char == "M":
                self.pos += 1
                continue
            elif char == "T" and not prefix:
                prefix = "".join(self.template_param())
            elif char == "D" and text[self.pos + 1] in "tT":
                prefix = self.decltype()
            else:
                name, no_return = self.unqualified(prefix)
                prefix = f"{prefix}::{name}" if prefix else name
                has_args = False
            self.bounded(prefix)
            if text[self.pos] != "E":
                subs.append((prefix, ""))
        self.pos += 1
        if not prefix:
            raise NotMangled("empty name")
        return prefix, has_args, no_return, qualifiers

    def nested_substitution(self) -> str:
        """St and S…_ at the front of a nested name; the abbreviations are spelt out before C, D."""
        text = self.text
        two = text[self.pos : self.pos + 2]
        if two == "St":
            self.pos += 2
            return "std"
        if two in STD_VERBOSE and text[self.pos + 2] in "CD":
            self.pos += 2
            return STD_VERBOSE[two]
        return "".join(self.element(self.substitution()))

    def this_qualifiers(self) -> str:
        text, out = self.text, ""
        while (char := text[self.pos]) in "rVK":
            out = {"r": " restrict", "V": " volatile", "K": " const"}[char] + out
            self.pos += 1
        if char in "RO" and char:
            out += " &" if char == "R" else " &&"
            self.pos += 1
        if char == "H":  # explicit object parameter
            self.pos += 1
        return out

    def local_name(self, tag: bool) -> tuple[str, bool, bool, str]:
        """Z <encoding> E <name>: something inside a function."""
        self.pos += 1
        outer = self.encoding(top=False)
        self.expect("E")
        text = self.text
        if text[self.pos] == "s":
            self.pos += 1
            self.discriminator()
            return f"{outer}::string literal", False, False, ""
        default = ""
        if text[self.pos] == "d":
            self.pos += 1
            default = f"::{{default arg#{self.index() + 1}}}"
        inner, has_args, no_return, qualifiers = self.name(tag)
        self.discriminator()
        return f"{outer}{default}::{inner}", has_args, no_return, qualifiers

    def discriminator(self) -> None:
        text = self.text
        if text[self.pos] != "_":
            return
        if text[self.pos + 1] == "_" and text[self.pos + 2].isdigit():
            self.pos += 2
            self.number()
            self.expect("_")
        elif text[self.pos + 1].isdigit():
            self.pos += 2

    def unqualified(self, prefix: str) -> tuple[str, bool]:
        """(text, it is a constructor, destructor or conversion: no return type follows)."""
        text = self.text
        if text[self.pos] == "L":
            self.pos += 1
        char = text[self.pos]
        no_return = False
        if "0" <= char <= "9":
            name = self.source_name()
        elif char == "C" or (char == "D" and text[self.pos + 1] in "012345"):
            name = self.structor(prefix)
            no_return = True
        elif char == "U":
            name = self.closure()
        elif char == "D" and text[self.pos + 1] == "C":
            self.pos += 2
            names = []
            while text[self.pos] != "E":
                names.append(self.source_name())
            self.pos += 1
            name = f"[{', '.join(names)}]"
        else:
            name, no_return = self.operator()
        while text[self.pos] == "B":
            self.pos += 1
            name += f"[abi:{self.source_name()}]"
        return name, no_return

    def source_name(self) -> str:
        length = self.number()
        end = self.pos + length
        if not length or end >= len(self.text):
            raise NotMangled("identifier past the end")
        name = self.text[self.pos : end]
        self.pos = end
        if name.startswith("_GLOBAL_") and name[8:10] in ("_N", ".N", "$N"):
            return "(anonymous namespace)"
        return name

    def structor(self, prefix: str) -> str:
        kind = self.text[self.pos]
        self.pos += 1
        if kind == "C" and self.text[self.pos] == "I":  # inheriting constructor
            self.pos += 1
            if self.text[self.pos] not in "12345":
                raise NotMangled("constructor kind")
            self.pos += 1
            self.type()
        else:
            if self.text[self.pos] not in "012345":
                raise NotMangled("constructor kind")
            self.pos += 1
        return ("~" if kind == "D" else "") + last_component(prefix)

    def closure(self) -> str:
        """Ul <parameters> E [number] _ (lambda)  |  Ut [number] _ (unnamed type)."""
        kind = self.text[self.pos + 1]
        self.pos += 2
        if kind == "t":
            return f"{{unnamed type#{self.index() + 1}}}"
        if kind == "b":
            return f"{{block literal#{self.index() + 1}}}"
        if kind != "l":
            raise NotMangled("closure")
        saved, self.in_lambda = self.in_lambda, True
        while self.text[self.pos] == "T" and self.text[self.pos + 1] in "yntpk":
            raise NotMangled("lambda with explicit template parameters")
        parameters = self.parameters()
        self.in_lambda = saved
        self.expect("E")
        return f"{{lambda({parameters})#{self.index() + 1}}}"

    def operator(self) -> tuple[str, bool]:
        code = self.text[self.pos : self.pos + 2]
        self.pos += 2
        if code == "cv":
            saved, self.conversion = self.conversion, True
            left, right = self.type()
            self.conversion = saved
            return f"operator {left}{right}", True
        if code == "li":
            return f'operator"" {self.source_name()}', False
        spelling = OPERATORS.get(code)
        if spelling is None:
            raise NotMangled(f"operator {code!r}")
        gap = " " if spelling[0].isalpha() else ""
        return f"operator{gap}{spelling}", False

    def expression(self) -> str:
        self.enter()
        text = expression(self)
        self.depth -= 1
        return self.bounded(text)


def clones(suffix: str) -> list[str]:
    """ ".constprop.0.isra.0" → [".constprop.0", ".isra.0"]."""
    parts: list[str] = []
    for piece in suffix.split(".")[1:] if suffix.startswith(".") else [suffix]:
        if piece.isdigit() and parts:
            parts[-1] += "." + piece
        else:
            parts.append("." + piece if suffix.startswith(".") else piece)
    return parts


def last_component(name: str) -> str:
    """The class's own name in "a::b<c::d>[abi:x]": "b"."""
    while name.endswith("]") and "[abi:" in name:
        name = name[: name.rindex("[abi:")]
    if name.endswith(">"):
        depth = 0
        for i in range(len(name) - 1, -1, -1):
            if name[i] == ">" and name[i - 1 : i] != "-":
                depth += 1
            elif name[i] == "<":
                depth -= 1
                if not depth:
                    name = name[:i]
                    break
    while name.endswith("]") and "[abi:" in name:
        name = name[: name.rindex("[abi:")]
    if name.endswith(("}", ")")):
        start = max(name.rfind("::{"), name.rfind("::("))
        return name[start + 2 :] if start >= 0 else name
    return name[name.rfind("::") + 2 :] if "::" in name else name
