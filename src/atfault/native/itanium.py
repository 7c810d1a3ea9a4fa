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

from atfault.native.itanium_tables import (
    BINARY,
    BUILTIN,
    D_BUILTIN,
    LITERAL_SUFFIX,
    OPERATORS,
    SPECIAL,
    STD,
    STD_VERBOSE,
    UNARY,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Type = tuple[str, str]

MAX_NAME = 16384
MAX_OUTPUT = 65536
MAX_DEPTH = 160
MAX_STEPS = 40_000


class NotMangled(Exception):
    """The name does not follow the grammar, or not the part of it that is known here."""


class Pack(tuple):  # type: ignore[type-arg]
    """Values of a template parameter pack (or of a type that depends on one), one per element."""

    __slots__ = ()


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


class Parser:
    """A cursor over one mangled name."""

    __slots__ = (
        "conversion",
        "dependent",
        "depth",
        "forward",
        "in_lambda",
        "pack_index",
        "pack_size",
        "pos",
        "size",
        "steps",
        "subs",
        "targs",
        "text",
    )

    def __init__(self, name: str) -> None:
        self.text = name + "\0"
        self.size = 0
        self.pos = 2
        self.subs: list[Type | Pack] = []
        self.targs: list[Type | Pack] = []
        self.pack_index: int | None = None
        self.pack_size: int | None = None
        self.depth = 0
        self.steps = 0
        self.forward = False
        self.in_lambda = False
        self.conversion = False
        # Substitutions that are a bare T_: index → (parameter, the arguments it was read with). By
        # the ABI such a substitution means the parameter, of whatever template is around its use.
        self.dependent: dict[int, tuple[int, list[Type | Pack]]] = {}

    # -- small helpers ---------------------------------------------------------------------------

    def expect(self, char: str) -> None:
        if self.text[self.pos] != char:
            raise NotMangled(f"{char!r} expected at {self.pos}")
        self.pos += 1

    def number(self) -> int:
        text, start, end = self.text, self.pos, self.pos
        while "0" <= text[end] <= "9":
            end += 1
        if end == start or end - start > 9:
            raise NotMangled(f"number expected at {start}")
        self.pos = end
        return int(text[start:end])

    def index(self) -> int:
        """`_` → 0, `0_` → 1, `1_` → 2 …"""
        if self.text[self.pos] == "_":
            self.pos += 1
            return 0
        value = self.number() + 1
        self.expect("_")
        return value

    def bounded(self, text: str) -> str:
        """Count output made so far: substitutions can double it with each two characters."""
        self.size += len(text)
        if self.size > 16 * MAX_OUTPUT or len(text) > MAX_OUTPUT:
            raise NotMangled("output too long")
        return text

    def enter(self) -> None:
        self.depth += 1
        self.steps += 1
        if self.depth > MAX_DEPTH or self.steps > MAX_STEPS:
            raise NotMangled("too deep")

    def element(self, value: Type | Pack) -> Type:
        """A pack stands for its current element inside an expansion, for all of them outside."""
        if not isinstance(value, Pack):
            return value
        if self.pack_index is None:
            return ", ".join(left + right for left, right in value), ""
        self.pack_size = len(value) if self.pack_size is None else min(self.pack_size, len(value))
        if self.pack_index < len(value):
            element: Type = value[self.pack_index]
            return element
        return "", ""

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

    # -- types -----------------------------------------------------------------------------------

    def parameters(self) -> str:
        """Types up to the end of a bare function type."""
        text, out = self.text, []
        if text[self.pos] == "v" and text[self.pos + 1] in "\0E.$@RO":
            self.pos += 1
            return ""
        while text[self.pos] not in "\0E.$@Q":
            if text[self.pos] in "RO" and text[self.pos + 1] == "E":
                break
            left, right = self.type()
            if left or right:
                out.append(left + right)
        return ", ".join(out)

    def type(self) -> Type:
        text = self.text
        char = text[self.pos]
        builtin = BUILTIN.get(char)
        if builtin is not None:
            self.pos += 1
            return builtin, ""
        self.enter()
        result = self.compound_type(char)
        self.depth -= 1
        self.size += len(result[0]) + len(result[1])
        if self.size > 16 * MAX_OUTPUT:
            raise NotMangled("output too long")
        return result

    def compound_type(self, char: str) -> Type:
        text = self.text
        if char == "S":
            if text[self.pos + 1] == "t":
                return self.add(self.class_type())
            found = self.element(self.substitution())
            if text[self.pos] != "I":
                return found
            return self.add((join_template("".join(found), self.template_args(False)), ""))
        if char == "N" or char == "Z" or "0" <= char <= "9":
            return self.add(self.class_type())
        if char in "PRO":
            self.pos += 1
            return self.add(declare(self.type(), {"P": "*", "R": "&", "O": "&&"}[char]))
        if char in "KVr":
            return self.qualified()
        if char == "T":
            return self.parameter_type()
        if char == "F":
            return self.add(self.function(""))
        if char == "D":
            return self.d_type()
        if char == "A":
            return self.array()
        if char == "M":
            return self.member_pointer()
        return self.rare_type(char)

    def add(self, value: Type) -> Type:
        self.subs.append(value)
        return value

    def class_type(self) -> Type:
        return self.name(tag=False)[0], ""

    def qualified(self) -> Type:
        text, words = self.text, ""
        while (char := text[self.pos]) in "KVr":
            words = {"K": " const", "V": " volatile", "r": " restrict"}[char] + words
            self.pos += 1
        left, right = self.type()
        if right.startswith("("):
            return self.add((left, right + words))
        return self.add((left if left.endswith(words) else left + words, right))

    def parameter_type(self) -> Type:
        text = self.text
        if text[self.pos + 1] in "sue" and text[self.pos + 2] in "NZ0123456789S":
            self.pos += 2
            return self.add(self.class_type())
        start = self.pos
        found = self.template_param()
        if not self.in_lambda and not self.conversion:
            end = self.pos
            self.pos = start + 1
            self.dependent[len(self.subs)] = self.index(), self.targs
            self.pos = end
        self.subs.append(found)
        if text[self.pos] != "I" or self.conversion:
            return found
        return self.add((join_template("".join(found), self.template_args(False)), ""))

    def template_param(self) -> Type:
        """T_ T0_ …: an argument of the template around; in a generic lambda auto:1, auto:2 …"""
        self.pos += 1
        index = self.index()
        if self.in_lambda:
            return f"auto:{index + 1}", ""
        if index < len(self.targs) and not self.conversion:
            return self.element(self.targs[index])
        if self.conversion:  # the arguments follow the type that names them
            self.forward = True
            return f"\0{index}\0", ""
        raise NotMangled("template parameter without an argument")

    def resolve_forward(self, text: str) -> str:
        for index, value in enumerate(self.targs):
            text = text.replace(f"\0{index}\0", "".join(self.element(value)))
        if "\0" in text:
            raise NotMangled("conversion to an unknown template parameter")
        return text

    def substitution(self) -> Type | Pack:
        text = self.text
        two = text[self.pos : self.pos + 2]
        found: Type | Pack
        if two in STD:
            self.pos += 2
            name = STD[two]
            while text[self.pos] == "B":
                self.pos += 1
                name += f"[abi:{self.source_name()}]"
                self.subs.append((name, ""))
            return name, ""
        end = text.find("_", self.pos, self.pos + 8)
        if end < 0:
            raise NotMangled("substitution")
        digits = text[self.pos + 1 : end]
        if digits and not (digits.isalnum() and digits.upper() == digits):
            raise NotMangled("substitution")
        index = int(digits, 36) + 1 if digits else 0
        self.pos = end + 1
        if index >= len(self.subs):
            raise NotMangled("substitution past the table")
        if index in self.dependent:
            parameter, arguments = self.dependent[index]
            if arguments is not self.targs and parameter < len(self.targs):
                return self.targs[parameter]
        return self.subs[index]

    def function(self, suffix: str) -> Type:
        """F [Y] <return type> <parameters> [R|O] E"""
        text = self.text
        self.expect("F")
        if text[self.pos] == "Y":
            self.pos += 1
        left, right = self.type()
        parameters = self.parameters()
        if text[self.pos] in "RO":
            suffix += " &" if text[self.pos] == "R" else " &&"
            self.pos += 1
        self.expect("E")
        gap = "" if right else " "
        return left + gap, f"({parameters}){suffix}{right}"

    def array(self) -> Type:
        """A <number> _ <type>  |  A <expression> _ <type>"""
        text = self.text
        self.pos += 1
        size = ""
        if "0" <= text[self.pos] <= "9":
            size = str(self.number())
        elif text[self.pos] != "_":
            size = self.expression()
        self.expect("_")
        left, right = self.type()
        gap = "" if right.startswith(" [") else " "
        return self.add((left, f"{gap if right else ' '}[{size}]{right.lstrip()}"))

    def member_pointer(self) -> Type:
        self.pos += 1
        owner = "".join(self.type())
        left, right = self.type()
        if right.startswith(("(", " [")):
            return self.add((f"{left}({owner}::*", f"){right}"))
        return self.add((f"{left} {owner}::*", right))

    def d_type(self) -> Type:
        text = self.text
        code = text[self.pos + 1]
        if code in D_BUILTIN:
            self.pos += 2
            return D_BUILTIN[code], ""
        if code in "tT":
            return self.add((self.decltype(), ""))
        if code == "p":
            return self.pack_expansion()
        if code in "oOwx":
            return self.noexcept_function(code)
        self.pos += 2
        if code == "v":
            size = str(self.number()) if text[self.pos].isdigit() else self.expression()
            self.expect("_")
            left, right = self.type()
            return self.add((f"{left}{right} __vector({size})", ""))
        if code == "F":
            bits = self.number()
            suffix = text[self.pos]
            if suffix == "b" or suffix == "x":
                self.pos += 1
            else:
                self.expect("_")
            name = {"b": "std::bfloat16_t", "x": f"_Float{bits}x"}.get(suffix, f"_Float{bits}")
            return name, ""
        if code in "BU":
            sign = "unsigned " if code == "U" else ""
            bits_text = str(self.number())
            self.expect("_")
            return f"{sign}_BitInt({bits_text})", ""
        raise NotMangled(f"type D{code}")

    def noexcept_function(self, code: str) -> Type:
        self.pos += 2
        suffix = " noexcept"
        if code == "O":
            suffix = f" noexcept({self.expression()})"
            self.expect("E")
        elif code == "x":
            suffix = " transaction_safe"
        elif code == "w":
            raise NotMangled("dynamic exception specification")
        return self.add(self.function(suffix))

    def pack_expansion(self) -> Type:
        """Dp <type that names a pack>: the pattern is read again for each element of the pack."""
        texts = self.expand(lambda: "".join(self.type()), 2)
        return self.add((", ".join(texts), ""))

    def expand(self, parse: Callable[[], str], skip: int) -> list[str]:
        self.pos += skip
        start, first = self.pos, len(self.subs)
        saved = self.pack_index, self.pack_size
        self.pack_index, self.pack_size = 0, None
        texts = [parse()]
        end, versions = self.pos, [self.subs[first:]]
        size = self.pack_size
        if size is None or self.in_lambda:  # no pack named: an unexpanded pattern
            self.pack_index, self.pack_size = saved
            return [texts[0] + "..."]
        if size > 4096:
            raise NotMangled("pack too long")
        for index in range(1, size):
            self.pos, self.pack_index = start, index
            del self.subs[first:]
            texts.append(parse())
            versions.append(self.subs[first:])
        self.pos = end
        self.pack_index, self.pack_size = saved
        columns = zip(*versions)
        self.subs[first:] = [
            Pack(column if size else ()) if size == 0 or len(set(column)) > 1 else column[0]
            for column in columns
        ]
        return texts[:size]

    def rare_type(self, char: str) -> Type:
        text = self.text
        self.pos += 1
        if char in "CG":
            left, right = self.type()
            return self.add((left + (" _Complex" if char == "C" else " _Imaginary"), right))
        if char == "U":
            name = self.source_name()
            if text[self.pos] == "I":
                name = join_template(name, self.template_args(False))
            left, right = self.type()
            return self.add((f"{left} {name}", right))
        if char == "u":
            name = self.source_name()
            if text[self.pos] == "I":
                name = join_template(name, self.template_args(False))
            return self.add((name, ""))
        raise NotMangled(f"type {char!r}")

    # -- template arguments and expressions ------------------------------------------------------

    def template_args(self, tag: bool) -> str:
        """I <argument>* E → "<a, b>". With `tag`, T_ refers to them from now on."""
        self.enter()
        self.expect("I")
        arguments: list[Type | Pack] = []
        saved = self.conversion
        self.conversion = False
        while self.text[self.pos] != "E":
            if self.text[self.pos] == "Q":
                raise NotMangled("constraint")
            arguments.append(self.template_arg_value())
        self.pos += 1
        self.conversion = saved
        if tag:
            self.targs = arguments
        self.depth -= 1
        return template_text(arguments)

    def template_arg(self) -> str:
        value = self.template_arg_value()
        return "".join(self.element(value))

    def template_arg_value(self) -> Type | Pack:
        char = self.text[self.pos]
        if char == "L":
            return self.literal(), ""
        if char == "X":
            self.pos += 1
            text = self.expression()
            self.expect("E")
            return (f"({text})" if ">" in text else text), ""
        if char == "J":
            self.pos += 1
            values: list[Type] = []
            while self.text[self.pos] != "E":
                value = self.template_arg_value()
                values.extend(value if isinstance(value, Pack) else (value,))
            self.pos += 1
            return Pack(values)
        if char == "D" and self.text[self.pos + 1] == "p":
            return self.expansion_arg()
        return self.type()

    def expansion_arg(self) -> Pack:
        """Dp as a template argument keeps its elements apart: T_ may refer to them as a pack."""
        texts = self.expand(lambda: "".join(self.type()), 2)
        self.subs.append((", ".join(texts), ""))
        return Pack((text, "") for text in texts)

    def decltype(self) -> str:
        self.pos += 2
        text = self.expression()
        self.expect("E")
        return f"decltype ({text})"

    def literal(self) -> str:
        """L <type> <value> E  |  L _Z <encoding> E"""
        text = self.text
        self.expect("L")
        if text[self.pos] == "_" or text[self.pos : self.pos + 2] == "Z_":
            self.pos += 2 if text[self.pos + 1] == "Z" else 1
            inner = self.encoding(top=False)
            self.expect("E")
            return inner
        code = text[self.pos]
        kind = "".join(self.type())
        end = text.index("E", self.pos)
        value = text[self.pos : end]
        self.pos = end + 1
        if value.startswith("n"):
            value = "-" + value[1:]
        if code == "b" and value in "01" and value:
            return "true" if value == "1" else "false"
        if code in LITERAL_SUFFIX and value:
            return value + LITERAL_SUFFIX[code]
        if kind == "decltype(nullptr)":
            return f"({kind}){value or '0'}"
        return f"({kind}){value}" if code not in "fdeg" else f"({kind})[{value}]"

    def expression(self) -> str:
        self.enter()
        from atfault.native.itanium_expression import expression

        text = expression(self)
        self.depth -= 1
        return self.bounded(text)


def clones(suffix: str) -> list[str]:
    """".constprop.0.isra.0" → [".constprop.0", ".isra.0"]."""
    parts: list[str] = []
    for piece in suffix.split(".")[1:] if suffix.startswith(".") else [suffix]:
        if piece.isdigit() and parts:
            parts[-1] += "." + piece
        else:
            parts.append("." + piece if suffix.startswith(".") else piece)
    return parts


def declare(inner: Type, sign: str) -> Type:
    """A pointer or reference to `inner`; references to references collapse."""
    left, right = inner
    if right.startswith("(") or right.startswith(" ["):
        gap = "" if left.endswith((" ", "(")) else " "
        return f"{left}{gap}({sign}", f"){right}"
    if sign != "*" and left.endswith("&") and not right.startswith(")("):
        if sign == "&" and left.endswith("&&"):
            return left[:-1], right
        return left, right
    return left + sign, right


def join_template(name: str, arguments: str) -> str:
    gap = " " if name.endswith("<") else ""
    return f"{name}{gap}{arguments}"


def template_text(arguments: list[Type | Pack]) -> str:
    """"<int, char*>"; a blank keeps a closing > from the one before it, as c++filt writes it."""
    parts: list[str] = []
    for argument in arguments:
        if isinstance(argument, Pack):
            parts.extend(left + right for left, right in argument)
        else:
            parts.append(argument[0] + argument[1])
    text = ", ".join(part for part in parts if part)
    return f"<{text} >" if text.endswith(">") else f"<{text}>"


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


if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BINARY", "UNARY", "NotMangled", "Pack", "Parser", "demangle"]
